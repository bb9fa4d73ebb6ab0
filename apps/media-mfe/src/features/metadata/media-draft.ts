import type { MediaFields } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { dateProblem, dateText, dateValue, draftFrom, type Problems } from '@archive/editing';
import { formatDate } from '@archive/ui';
import { rightsLabel } from '@archive/contracts/rights';
import { typeLabel, type MediaType } from '../stored-file.ts';

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
  creator: '',
  place: '',
  identifier: '',
  provenance: '',
  original_filename: '',
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
  creator: 'Creator',
  place: 'Place',
  identifier: 'Identifier',
  provenance: 'Provenance',
  original_filename: 'Original File Name',
};

/** A record, current or from history, as form text. */
export function draftOf(record: { [name in keyof MediaDraft]?: unknown }): MediaDraft {
  const draft = draftFrom(NO_MEDIA, record);
  return { ...draft, date: dateText(draft.date) };
}

/** A field value as displayed: "June 16, 1976", "Public domain", "Video". */
export function formatValue(field: string, value: string): string {
  if (value === '') return '';
  if (field === 'date') return formatDate(value);
  if (field === 'rights') return rightsLabel(value);
  return field === 'media_type' ? typeLabel(value as MediaType) : value;
}

export function checkMedia(draft: MediaDraft): Problems<MediaDraft> {
  const problems: Problems<MediaDraft> = {};
  if (draft.title.trim() === '') problems.title = 'Enter a title';
  const date = dateProblem(draft.date, { approximate: true });
  if (date) problems.date = date;
  return problems;
}

const textOrNull = (text: string) => text.trim() || null;

const valuesOf = (draft: MediaDraft) => ({
  title: draft.title.trim(),
  media_type: draft.media_type as MediaItem['media_type'],
  date: textOrNull(dateValue(draft.date)),
  credit: textOrNull(draft.credit),
  description_markdown: textOrNull(draft.description_markdown),
  tags: draft.tags,
  alt_text: textOrNull(draft.alt_text),
  rights: textOrNull(draft.rights),
  rights_note: textOrNull(draft.rights_note),
  creator: textOrNull(draft.creator),
  place: textOrNull(draft.place),
  identifier: textOrNull(draft.identifier),
  provenance: textOrNull(draft.provenance),
  original_filename: textOrNull(draft.original_filename),
});

/** The request body of an update: only the changed fields, blanks as null. Absent fields stay unchanged. */
export function mediaChanges(draft: MediaDraft, changedNames: readonly (keyof MediaDraft)[]): MediaFields {
  const values = valuesOf(draft);
  return Object.fromEntries(changedNames.map((name) => [name, values[name]]));
}
