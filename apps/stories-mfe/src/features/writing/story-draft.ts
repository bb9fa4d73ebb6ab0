import { draftFrom, type Problems } from '@archive/editing';

export const EMPTY_STORY = { title: '', summary: '', author: '', body: '', cover: '', published_on: '' };
export type StoryDraft = typeof EMPTY_STORY;

export const FIELD_LABELS: Record<keyof StoryDraft, string> = {
  title: 'Title',
  summary: 'Summary',
  author: 'Author',
  body: 'Text',
  cover: 'Cover Picture',
  published_on: 'Published On',
};

/** A story, current or from history, as form text. */
export const draftOf = (story: { [name in keyof StoryDraft]?: unknown } | null): StoryDraft =>
  story ? draftFrom(EMPTY_STORY, story) : EMPTY_STORY;

export function checkStory({ title, published_on }: StoryDraft): Problems<StoryDraft> {
  const problems: Problems<StoryDraft> = {};
  if (title.trim() === '') problems.title = 'Enter a title';
  if (published_on.trim() !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(published_on.trim()))
    problems.published_on = 'Enter a date as YYYY-MM-DD.';
  return problems;
}
