import { FIELD_LABELS, type FieldName, type PeopleGroup } from './field-names.ts';
import { readSpinLabel } from './spin-label.ts';
import { nearest } from './suggest.ts';
import { type PairHalf, SYNONYMS } from './synonyms.ts';
import { TEXT_FIELD_NAMES, TEXT_FIELDS } from './text-fields.ts';

const FIELDS_BY_LABEL = new Map<string, FieldName>([
  ...Object.entries(FIELD_LABELS).map(([name, label]) => [label.toLowerCase(), name as FieldName] as const),
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

const GROUPS: Readonly<Record<string, PeopleGroup>> = {
  guests: 'guests',
  crew: 'crew',
  'crew members': 'crew',
  captain: 'captain',
  'commanding officer': 'commanding officer',
};

export interface LabelLine {
  /** Null if the line only looks like a label: "Weather: fair". */
  field: FieldName | null;
  /** As written. */
  label: string;
  /** Text after the label. It may end with spaces, which mean a line break in Markdown. */
  rest: string;
  /** For spin labels: the source of the quotes, as written. */
  source: string | null;
  group: PeopleGroup | null;
  /** The half of a pair that the label names. */
  part: PairHalf | null;
  /** How the label differs from the labels of the format. */
  variant: 'synonym' | 'weak synonym' | 'misspelled' | 'without a colon' | null;
}

const PLAIN = { rest: '', source: null, group: null, part: null, variant: null } as const;

const MAX_LABEL_LENGTH = 48;
const EMPHASIS = /^[*_]{1,3}(?=\S)/;
const TITLE_CASE = /^\p{Lu}[\p{L}'’]{0,30}(?: (?:\p{Lu}[\p{L}'’]{0,30}|of|and|the|&)){0,3}$/u;

const VALUE_AFTER_COLON = /:\s*[^\s*_]/;

/** A label without its colon, alone on its line: `**Additional Information**`, `### Passengers`. */
function readBareLabel(line: string): LabelLine | null {
  if (line.length > MAX_LABEL_LENGTH + 12 || VALUE_AFTER_COLON.test(line)) return null;
  const label = line
    .replace(/^#{3,6}\s+/, '')
    .trim()
    .replace(/^[*_]{1,3}(.+?)[*_]{1,3}$/, '$1')
    .replace(/:$/, '');
  if (!/^\p{Lu}/u.test(label) || (line.trimEnd().endsWith(':') && !line.startsWith('#'))) return null;
  const key = label.toLowerCase();
  const field = FIELDS_BY_LABEL.get(key);
  return field && field !== 'spin' ? { ...PLAIN, field, label, group: GROUPS[key] ?? null } : null;
}

const BOLD_LABEL = /^(\*\*|__)([^*_:]{2,40}?)\1\s+(?=[^\s:*_–—-])/;
const DASHED_LABEL = /^(\p{Lu}[\p{L}’' &]{2,40}?)(?:\s+[-–—]|\s*—)\s+(?=\S)/u;

/** A label without its colon before text: `**Passengers** Gerald Ford`, `Location - Potomac`. */
function readUnmarkedLabel(text: string): LabelLine | null {
  const match = BOLD_LABEL.exec(text) ?? DASHED_LABEL.exec(text);
  const label = (match?.[2] ?? match?.[1] ?? '').trim();
  const key = label.toLowerCase();
  const field = FIELDS_BY_LABEL.get(key);
  if (!match || !field || field === 'spin') return null;
  return {
    ...PLAIN,
    field,
    label,
    rest: text.slice(match[0].length),
    group: GROUPS[key] ?? null,
    variant: 'without a colon',
  };
}

/** Labels long enough to recognize with a typo. */
const SPELLED = [...FIELDS_BY_LABEL.keys()].filter((label) => label.length >= 7);

/** The field for a label that isn't exactly one of the format's labels. */
function fieldOfVariant(label: string, key: string): Pick<LabelLine, 'field' | 'group' | 'part' | 'variant'> | null {
  if (!/^\p{Lu}/u.test(label)) return null;
  const synonym = SYNONYMS.get(key.replace(/\.$/, ''));
  if (synonym) return { ...synonym, variant: synonym.isWeak ? 'weak synonym' : 'synonym' };
  if (key.length < 6 || !TITLE_CASE.test(label)) return null;
  const suggestion = nearest(key, SPELLED);
  if (suggestion === null || suggestion.charAt(0) !== key.charAt(0)) return null;
  return {
    field: FIELDS_BY_LABEL.get(suggestion) ?? null,
    group: GROUPS[suggestion] ?? null,
    part: null,
    variant: 'misspelled',
  };
}

/** A label in sentence case, such as `Skipper's note: fog`. Only lists and short values end at such a label. */
export function readSentenceLabel(line: string): LabelLine | null {
  const [, sentence, bold] =
    /^\s*(?:(\p{Lu}[\p{L}.'’]*(?: [\p{L}.'’]+){0,3}):(?=\s)|(?:\*\*|__)(\p{Lu}[\p{L} ]{2,30})(?:\*\*|__)\s+\S)/u.exec(
      line,
    ) ?? [];
  const label = sentence ?? bold;
  return label === undefined ? null : { ...PLAIN, field: null, label };
}

/** Reads `Label: text` in any case, bold or not. Null when the line doesn't start with a label. */
export function readLabel(line: string): LabelLine | null {
  const text = line.trimStart();
  if (text === '') return null;
  const spin = readSpinLabel(text);
  if (spin) return { ...PLAIN, field: 'spin', label: FIELD_LABELS.spin, ...spin };

  const bareLabel = readBareLabel(text);
  if (bareLabel) return bareLabel;
  const unmarked = readUnmarkedLabel(text);
  if (unmarked) return unmarked;
  const emphasis = EMPHASIS.exec(text)?.[0] ?? '';
  const colon = text.slice(0, MAX_LABEL_LENGTH).indexOf(':');
  if (colon < 0) return null;
  const name = text.slice(emphasis.length, colon).trim();
  const unformatted = emphasis ? name.replace(/[*_]+$/, '').trim() : name;
  const key = unformatted.toLowerCase().replace(/['’]/g, '').replace(/\s+/g, ' ');
  const fieldName = FIELDS_BY_LABEL.get(key);
  const variant = fieldName ? null : fieldOfVariant(unformatted, key);
  const field = fieldName ?? variant?.field ?? null;

  let value = text.slice(colon + 1);
  if (!field && !(TITLE_CASE.test(unformatted) && (value === '' || /^[\s*_]/.test(value)))) return null;
  if (emphasis && unformatted === name) {
    const end = value.trimEnd();
    if (value.startsWith(emphasis)) value = value.slice(emphasis.length);
    else if (end.endsWith(emphasis)) value = end.slice(0, -emphasis.length);
  }
  return { ...PLAIN, group: GROUPS[key] ?? null, ...variant, field, label: unformatted, rest: value.trimStart() };
}
