import { readSpinLabel } from './spin-label.ts';

export type FieldName =
  | 'voyage_type'
  | 'location'
  | 'time'
  | 'passengers'
  | 'summary_markdown'
  | 'additional_information'
  | 'sources'
  | 'additional_sources'
  | 'notes'
  | 'notes_internal'
  | 'spin';

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  voyage_type: 'Voyage Type',
  location: 'Location',
  time: 'Time',
  passengers: 'Passengers',
  summary_markdown: 'Summary',
  additional_information: 'Additional Information',
  sources: 'Sources',
  additional_sources: 'Additional Sources',
  notes: 'Notes',
  notes_internal: 'Curator Notes',
  spin: 'Spin',
};

const FIELDS_BY_LABEL = new Map<string, FieldName>([
  ['voyage type', 'voyage_type'],
  ['location', 'location'],
  ['locations', 'location'],
  ['time', 'time'],
  ['times', 'time'],
  ['passenger', 'passengers'],
  ['passengers', 'passengers'],
  ['summary', 'summary_markdown'],
  ['additional information', 'additional_information'],
  ['additional info', 'additional_information'],
  ['source', 'sources'],
  ['sources', 'sources'],
  ['additional source', 'additional_sources'],
  ['additional sources', 'additional_sources'],
  ['note', 'notes'],
  ['notes', 'notes'],
  ['curator note', 'notes_internal'],
  ['curator notes', 'notes_internal'],
  ['curators note', 'notes_internal'],
  ['curators notes', 'notes_internal'],
  ['spin', 'spin'],
  ['spins', 'spin'],
]);

export interface LabelLine {
  /** Null when the line only looks like a label: "Weather: fair". */
  field: FieldName | null;
  /** As written. */
  label: string;
  /** What follows the label on its line; it may end in spaces, which are a line break in Markdown. */
  rest: string;
  /** Of a spin label: where its quotes are from, as written. */
  source: string | null;
}

const LONGEST_LABEL = 48;
const EMPHASIS = /^[*_]{1,3}(?=\S)/;
const TITLE_CASE = /^\p{Lu}[\p{L}'’]{0,30}(?: (?:\p{Lu}[\p{L}'’]{0,30}|of|and|the|&)){0,3}$/u;

/** Reads `Label: text`, in bold or not, in any case. Null when the line starts with no label. */
export function readLabel(line: string): LabelLine | null {
  const text = line.trimStart();
  const spin = readSpinLabel(text);
  if (spin) return { field: 'spin', label: FIELD_LABELS.spin, ...spin };

  const emphasis = EMPHASIS.exec(text)?.[0] ?? '';
  const colon = text.slice(0, LONGEST_LABEL).indexOf(':');
  if (colon < 0) return null;
  const name = text.slice(emphasis.length, colon).trim();
  const bare = emphasis ? name.replace(/[*_]+$/, '').trim() : name;
  const key = bare.toLowerCase().replace(/['’]/g, '').replace(/\s+/g, ' ');
  const field = FIELDS_BY_LABEL.get(key) ?? null;

  let rest = text.slice(colon + 1);
  if (!field && !(TITLE_CASE.test(bare) && (rest === '' || /^[\s*_]/.test(rest)))) return null;
  if (emphasis && bare === name) {
    const end = rest.trimEnd();
    if (rest.startsWith(emphasis)) rest = rest.slice(emphasis.length);
    else if (end.endsWith(emphasis)) rest = end.slice(0, -emphasis.length);
  }
  return { field, label: bare, rest: rest.trimStart(), source: null };
}

export const KNOWN_LABELS: readonly string[] = Object.values(FIELD_LABELS);
