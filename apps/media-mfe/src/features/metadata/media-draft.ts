import type { MediaFields } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { dateProblem, draftFrom, type Problems } from '@archive/editing';
import { formatDate } from '@archive/ui';
import { rightsLabel } from '../rights.ts';
import { typeLabel, type MediaType } from '../upload/file-kinds.ts';

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

/** A record, or one of its history, as it is typed. */
export const draftOf = (record: { [name in keyof MediaDraft]?: unknown }): MediaDraft => draftFrom(NO_MEDIA, record);

/** A field's value as it is read: "June 16, 1976", "Public domain", "Video". */
export function said(field: string, value: string): string {
  if (value === '') return '';
  if (field === 'date') return formatDate(value);
  if (field === 'rights') return rightsLabel(value);
  return field === 'media_type' ? typeLabel(value as MediaType) : value;
}

/** A record, or one of its history, as it is read. */
export const readOf = (record: { [name in keyof MediaDraft]?: unknown }): MediaDraft => {
  const draft = draftOf(record);
  const read = Object.entries(draft).map(([name, value]) => [name, said(name, value)]);
  return Object.fromEntries(read) as MediaDraft;
};

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
