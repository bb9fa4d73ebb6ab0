import type { TextDraft } from '@archive/editing';

type Fields = Record<string, unknown>;

const LABELS: Record<string, string> = {
  spin: 'Spins',
  source_urls: 'Sources',
  notes_internal: 'Curator notes',
  president_slug_from_voyage: 'President/owner',
  summary_markdown: 'Summary',
  has_royalty: 'Royalty present',
  has_foreign_leader: 'Foreign leader present',
  mention_rmd: 'Restoration, maintenance, damage',
};

/** Computed fields, and fields that repeat another one. */
const HIDDEN_FIELDS =
  /_(?:at|timestamp|name|party)$|^(?:voyage_slug|version|presidential|has_photo|has_video|president_initials)$/;

export const labelOf = (name: string): string => {
  const words = name.replace(/^mention_/, '').replaceAll('_', ' ');
  return LABELS[name] ?? (words[0] ?? '').toUpperCase() + words.slice(1);
};

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Readable text of a value: people and media by name, sources by text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isRecord(value)) return String(value);
  const name = value['full_name'] ?? value['person_slug'] ?? value['title'] ?? value['spin'] ?? value['url'];
  const crew = value['is_crew'] === true ? ' (crew)' : '';
  return `${String(name ?? value['media_slug'] ?? JSON.stringify(value))}${crew}`;
}

/** A voyage as field texts, which the history compares and shows. */
export const textsOf = (voyage: Fields): TextDraft =>
  Object.fromEntries(
    Object.entries(voyage)
      .filter(([name]) => !HIDDEN_FIELDS.test(name))
      .map(([name, value]) => [name, textOf(value)]),
  );
