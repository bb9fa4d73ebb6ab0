import { readSpinLabel } from './spin-label.ts';
import { mapTexts, TEXT_FIELD_NAMES, TEXT_FIELDS } from './text-fields.ts';

const LABELS = {
  voyage_type: 'Voyage Type',
  location: 'Location',
  time: 'Time',
  start_date_written: 'Start Date as Written',
  end_date_written: 'End Date as Written',
  passengers: 'Passengers',
  ...mapTexts((name) => TEXT_FIELDS[name].label),
  sources: 'Sources',
  additional_sources: 'Additional Sources',
  spin: 'Spin',
};

export type FieldName = keyof typeof LABELS;

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = LABELS;

const FIELDS_BY_LABEL = new Map<string, FieldName>([
  ...Object.entries(LABELS).map(([name, label]) => [label.toLowerCase(), name as FieldName] as const),
  ...TEXT_FIELD_NAMES.flatMap((name) => TEXT_FIELDS[name].aliases.map((alias) => [alias, name] as const)),
  ['locations', 'location'],
  ['times', 'time'],
  ['passenger', 'passengers'],
  ['source', 'sources'],
  ['additional source', 'additional_sources'],
  ...[
    'guests',
    'passengers & guests',
    'passengers and guests',
    'crew',
    'crew members',
    'captain',
    'commanding officer',
  ].map((label) => [label, 'passengers'] as const),
  ['spins', 'spin'],
]);

/** Whom a list of people names, when its label says more than "Passengers". */
export type PeopleGroup = 'guests' | 'crew' | 'captain' | 'commanding officer';
const GROUPS: Readonly<Record<string, PeopleGroup>> = {
  guests: 'guests',
  crew: 'crew',
  'crew members': 'crew',
  captain: 'captain',
  'commanding officer': 'commanding officer',
};

export interface LabelLine {
  /** Null when the line only looks like a label: "Weather: fair". */
  field: FieldName | null;
  /** As written. */
  label: string;
  /** Text after the label. It may end in spaces, which are a line break in Markdown. */
  rest: string;
  /** For spin labels: the source of the quotes, as written. */
  source: string | null;
  group: PeopleGroup | null;
}

const MAX_LABEL_LENGTH = 48;
const EMPHASIS = /^[*_]{1,3}(?=\S)/;
const TITLE_CASE = /^\p{Lu}[\p{L}'’]{0,30}(?: (?:\p{Lu}[\p{L}'’]{0,30}|of|and|the|&)){0,3}$/u;

/** A label without its colon, alone on its line: `**Additional Information**`, `### Passengers`. */
function readBareLabel(line: string): LabelLine | null {
  if (line.length > MAX_LABEL_LENGTH + 12) return null;
  const label = line
    .replace(/^#{3,6}\s+/, '')
    .trim()
    .replace(/^[*_]{1,3}(.+?)[*_]{1,3}$/, '$1')
    .replace(/:$/, '');
  if (!/^\p{Lu}/u.test(label) || (line.trimEnd().endsWith(':') && !line.startsWith('#'))) return null;
  const key = label.toLowerCase();
  const field = FIELDS_BY_LABEL.get(key);
  return field && field !== 'spin' ? { field, label, rest: '', source: null, group: GROUPS[key] ?? null } : null;
}

/** Reads `Label: text` in any case, bold or not. Null when the line doesn't start with a label. */
export function readLabel(line: string): LabelLine | null {
  const text = line.trimStart();
  const spin = readSpinLabel(text);
  if (spin) return { field: 'spin', label: FIELD_LABELS.spin, group: null, ...spin };

  const bareLabel = readBareLabel(text);
  if (bareLabel) return bareLabel;
  const emphasis = EMPHASIS.exec(text)?.[0] ?? '';
  const colon = text.slice(0, MAX_LABEL_LENGTH).indexOf(':');
  if (colon < 0) return null;
  const name = text.slice(emphasis.length, colon).trim();
  const unformatted = emphasis ? name.replace(/[*_]+$/, '').trim() : name;
  const key = unformatted.toLowerCase().replace(/['’]/g, '').replace(/\s+/g, ' ');
  const field = FIELDS_BY_LABEL.get(key) ?? null;

  let rest = text.slice(colon + 1);
  if (!field && !(TITLE_CASE.test(unformatted) && (rest === '' || /^[\s*_]/.test(rest)))) return null;
  if (emphasis && unformatted === name) {
    const end = rest.trimEnd();
    if (rest.startsWith(emphasis)) rest = rest.slice(emphasis.length);
    else if (end.endsWith(emphasis)) rest = end.slice(0, -emphasis.length);
  }
  return { field, label: unformatted, rest: rest.trimStart(), source: null, group: GROUPS[key] ?? null };
}

export const KNOWN_LABELS: readonly string[] = Object.values(FIELD_LABELS);
