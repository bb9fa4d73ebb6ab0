import type { MediaFields } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { dateProblem } from '../forms/checks.ts';
import type { Problems } from '../forms/use-draft.ts';

const NO_MEDIA = {
  title: '',
  media_type: 'image',
  date: '',
  credit: '',
  description_markdown: '',
  tags: '',
  alt_text: '',
  rights: '',
  rights_note: '',
};
export type MediaDraft = typeof NO_MEDIA;

export const FIELD_LABELS: Record<keyof MediaDraft, string> = {
  title: 'Title',
  media_type: 'Media Type',
  date: 'Date',
  credit: 'Credit',
  description_markdown: 'Description',
  tags: 'Tags',
  alt_text: 'Alternative Text',
  rights: 'Rights',
  rights_note: 'Rights Note',
};
export const MEDIA_FIELDS = Object.keys(NO_MEDIA) as (keyof MediaDraft)[];

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A record, or one of its history, as it is typed. */
export const draftOf = (record: Partial<Record<keyof MediaDraft, unknown>>): MediaDraft => ({
  ...NO_MEDIA,
  ...Object.fromEntries(MEDIA_FIELDS.map((name) => [name, textOf(record[name])])),
});

export function checkMedia(draft: MediaDraft): Problems<MediaDraft> {
  const problems: Problems<MediaDraft> = {};
  if (draft.title.trim() === '') problems.title = 'A media record needs a title';
  const date = dateProblem(draft.date);
  if (date) problems.date = date;
  return problems;
}

const kept = (text: string) => text.trim() || null;

/** As it is sent: every field, blanks as null. */
export const mediaBody = (draft: MediaDraft): MediaFields => ({
  title: draft.title.trim(),
  media_type: draft.media_type as MediaItem['media_type'],
  date: kept(draft.date),
  credit: kept(draft.credit),
  description_markdown: kept(draft.description_markdown),
  tags: draft.tags,
  alt_text: kept(draft.alt_text),
  rights: kept(draft.rights),
  rights_note: kept(draft.rights_note),
});

/** The fields in which two drafts differ. */
export const changedFields = (before: MediaDraft, after: MediaDraft): (keyof MediaDraft)[] =>
  MEDIA_FIELDS.filter((name) => before[name] !== after[name]);
