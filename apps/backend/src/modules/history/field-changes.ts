import { isDeepStrictEqual } from 'node:util';
import { type FieldChange, type Fields, formatDate, RECORD_FIELDS, rightsLabel } from '@archive/contracts';
import { formatCount } from '@archive/contracts/format';
import type { HistoryKind } from '../records/index.ts';

export type Snapshot = Readonly<Record<string, unknown>>;

const labels = (fields: Fields) => Object.entries(fields).map(([name, { label }]) => [name, label] as const);

/** The fields and links that history compares for each kind of record, in order. Links have the names that snapshots use. */
const COMPARED: Record<HistoryKind, readonly (readonly [name: string, label: string])[]> = {
  voyage: [
    ...labels(RECORD_FIELDS.voyage),
    ['president_name', 'President/Owner'],
    ['passengers', 'People'],
    ['media', 'Media'],
  ],
  person: [...labels(RECORD_FIELDS.person), ['spellings', 'Former spellings']],
  president: labels(RECORD_FIELDS.president),
  media: [
    ...labels(RECORD_FIELDS.media),
    ['president_slug', 'President/Owner'],
    ['people', 'In this image'],
    ['captions', 'Captions'],
    ['text_corrections', 'Edited text'],
  ],
  album: [...labels(RECORD_FIELDS.album), ['media', 'Media']],
  place: labels(RECORD_FIELDS.place),
  story: labels(RECORD_FIELDS.story),
};

const FILE = 'file';
/** Fields that belong to the file. A restored version keeps the current file, and therefore its name. */
const FILE_FIELDS = new Set([FILE, 'original_filename']);

const fileName = ({ url }: Snapshot) => (typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : undefined);

function fileChange(before: Snapshot, after: Snapshot): FieldChange[] {
  const [from, to] = [fileName(before), fileName(after)];
  return from === undefined || to === undefined || from === to ? [] : [{ field: FILE, label: 'File', from, to }];
}

/**
 * What a restore of a version would change. Albums are part of a version of a voyage, though each has its own history; a replaced file
 * isn't part of a version of a media item.
 */
export function restoreChanges(kind: HistoryKind, now: Snapshot, version: Snapshot): FieldChange[] {
  const changes = fieldChanges(kind, now, version);
  if (kind === 'voyage') return [...changes, ...compare([['albums', 'Albums']], now, version)];
  return changes.some(({ field }) => field === FILE) ? changes.filter(({ field }) => !FILE_FIELDS.has(field)) : changes;
}

/** Whether a change only replaced or moved the file, so that there is nothing to restore. */
export const isOnlyFile = (changes: readonly FieldChange[]): boolean =>
  changes.some(({ field }) => field === FILE) && changes.every(({ field }) => FILE_FIELDS.has(field));

/** The fields that differ between two snapshots of a record. Ignores fields that one of the snapshots doesn't have. */
export function fieldChanges(kind: HistoryKind, before: Snapshot, after: Snapshot): FieldChange[] {
  const changes = [...compare(COMPARED[kind], before, after), ...(kind === 'media' ? fileChange(before, after) : [])];
  // Changes of other albums in the list also change the position, so it is only shown if nothing else changed.
  return kind === 'album' && changes.length === 0 ? compare([['sort_order', 'Position']], before, after) : changes;
}

/** All values of a snapshot as texts, lists with one entry in a line. */
export const fieldTexts = (kind: HistoryKind, snapshot: Snapshot): { field: string; label: string; text: string }[] =>
  COMPARED[kind].flatMap(([field, label]) => {
    const value = snapshot[field];
    if (value === undefined) return [];
    return [{ field, label, text: Array.isArray(value) ? value.map(textOf).join('\n') : valueText(field, value) }];
  });

const compare = (fields: (typeof COMPARED)[HistoryKind], before: Snapshot, after: Snapshot): FieldChange[] =>
  fields.flatMap(([field, label]) => {
    const [from, to] = asLists(before[field], after[field]);
    if (from === undefined || to === undefined || isDeepStrictEqual(from, to)) return [];
    const [beforeTexts, afterTexts] =
      Array.isArray(from) && Array.isArray(to)
        ? differingEntries(from, to)
        : [valueText(field, from), valueText(field, to)];
    return beforeTexts === afterTexts ? [] : [{ field, label, from: beforeTexts, to: afterTexts }];
  });

/** Replaces null with an empty list if the other value is a list. */
const asLists = (from: unknown, to: unknown) => [
  from === null && Array.isArray(to) ? [] : from,
  to === null && Array.isArray(from) ? [] : to,
];

/** The entries that only one of the lists has, or both complete lists if only the order differs. */
function differingEntries(from: readonly unknown[], to: readonly unknown[]): [string, string] {
  const beforeTexts = from.map(textOf);
  const afterTexts = to.map(textOf);
  const removed = beforeTexts.filter((entry) => !afterTexts.includes(entry));
  const addedTexts = afterTexts.filter((entry) => !beforeTexts.includes(entry));
  const isReordered = removed.length + addedTexts.length === 0;
  return [(isReordered ? beforeTexts : removed).join('\n'), (isReordered ? afterTexts : addedTexts).join('\n')];
}

/** Formats a value for display, including codes and dates. */
function valueText(field: string, value: unknown): string {
  const text = textOf(value);
  if (field === 'rights') return rightsLabel(text);
  if (/^(?:(?:media|voyage)_type|kind)$/.test(field)) return text.slice(0, 1).toUpperCase() + text.slice(1);
  return /date$|^term_/.test(field) ? formatDate(text) : text;
}

const isRecord = (value: unknown): value is Snapshot => typeof value === 'object' && value !== null;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isRecord(value)) return entryText(value);
  return String(value as string | number);
}

const percent = (fraction: unknown) => `${Math.round(Number(fraction) * 1000) / 10}%`;

/** For example "at 10% / 20%, 30% × 40%": the distance from the left and the top, then the size. */
const regionText = ({ x, y, width, height }: Snapshot) =>
  `at ${percent(x)} / ${percent(y)}, ${percent(width)} × ${percent(height)}`;

/** For example "English (en), 2,341 characters". */
const captionText = ({ label, language, content }: Snapshot) =>
  `${textOf(label)} (${textOf(language)}), ${formatCount(textOf(content).length, 'character')}`;

/** For example "On deck – Before the race: Menu, Guests": title and description, then the media. */
function albumText({ title, description, media }: Snapshot): string {
  const name = description ? `${textOf(title)} – ${textOf(description)}` : textOf(title);
  return Array.isArray(media) && media.length > 0 ? `${name}: ${media.map(textOf).join(', ')}` : name;
}

/** Formats an entry of a list field in one line, such as a passenger, captions or a quote. */
function entryText(entry: Snapshot): string {
  const { full_name, title, capacity_role, is_crew, voyage_notes, spin, source, url, media_type, page, text, region } =
    entry;
  if (typeof entry['language'] === 'string') return captionText(entry);
  if (typeof full_name === 'string') {
    const name = [title, full_name].filter(Boolean).join(' ');
    const place = isRecord(region) ? `, ${regionText(region)}` : '';
    const notes = voyage_notes ? ` – ${textOf(voyage_notes)}` : '';
    return `${[name, capacity_role].filter(Boolean).join(', ')}${is_crew === true ? ' (crew)' : ''}${place}${notes}`;
  }
  if (typeof spin === 'string') return source ? `“${spin}” — ${textOf(source)}` : `“${spin}”`;
  if (typeof url === 'string') return `${url} (${textOf(media_type)})`;
  if (typeof entry['album_slug'] === 'string') return albumText(entry);
  if (typeof page === 'number') return `Page ${page}: ${textOf(text)}`;
  return entry['media_category'] === 'additional_source' ? `${textOf(title)} (additional source)` : textOf(title);
}

/** The title or name of a record, from a snapshot. */
export const titleOf = (snapshot: Snapshot): string =>
  textOf(snapshot['title'] ?? snapshot['full_name'] ?? snapshot['name']);
