import {
  CODE_VALUES,
  type DocumentProblem,
  documentOfRows,
  noCodes,
  parseVoyageDocument,
  rowOfEntry,
  SOURCE_MEDIA_TYPES,
  TEXT_FIELD_NAMES,
  VOYAGE_TYPES,
  type VoyageDocument,
  type VoyageEntry,
  type VoyageValueName,
} from '@archive/voyage-document';
import { z } from 'zod';
import { elementSpans } from './json-elements.ts';
import { mapLines, type Span } from './line-mapping.ts';
import { type RowMentions, withRows } from './row-mentions.ts';
import { DocumentError } from './document-error.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const list = <S extends z.ZodType>(of: S) =>
  z
    .array(of)
    .nullish()
    .transform((value): z.output<S>[] => value ?? []);
const name = z.string().refine((value) => value.trim() !== '', 'Enter a value.');

const FLAGS = Object.entries(noCodes()).flatMap(([key, value]) => (typeof value === 'boolean' ? [key] : []));
const TEXTS = [
  'end_date',
  'start_date_written',
  'end_date_written',
  'title',
  'start_time',
  'end_time',
  'start_location',
  'end_location',
  'start_location_markdown',
  'end_location_markdown',
  'additional_guests',
  ...TEXT_FIELD_NAMES,
  'presidential_initials',
  'royalty_details',
  'foreign_leader_country',
];

const source = z.object({
  url: name,
  title: text,
  media_type: z.enum(SOURCE_MEDIA_TYPES as [string, ...string[]]).default('unchecked'),
});

/** A `VoyageEntry`. Dates and times can be any text; the document parser checks them. */
const entrySchema = z.object({
  voyage_slug: z.string().optional(),
  owner: z
    .object({ kind: z.enum(['president', 'owner']), name, term_start: text, term_end: text })
    .nullish()
    .transform((owner) => owner ?? null),
  number: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((number) => number ?? null),
  start_date: z.string({ error: 'A voyage needs a start date.' }),
  voyage_type: z
    .enum(VOYAGE_TYPES as unknown as [string, ...string[]])
    .nullish()
    .transform((type) => type ?? null),
  passengers: list(z.object({ name, wikipedia_url: text, title: text, role: text, is_crew: flag })),
  sources: list(source),
  additional_sources: list(source),
  spins: list(z.object({ spin: name, source: text })),
  ...Object.fromEntries(TEXTS.map((key) => [key, text])),
  ...Object.fromEntries(FLAGS.map((key) => [key, flag])),
});
const ENTRY_KEYS = new Set(Object.keys(entrySchema.shape));

const LOOKS_LIKE_JSON = /^\s*(?:\[\s*(?:\{|\])|\{\s*["}])/;

/** Whether a text is meant to be JSON. Markdown may start with a bracket, but not with this combination. */
export const isJson = (document: string) => LOOKS_LIKE_JSON.test(document.replace(/^\uFEFF/, ''));

function elementsOf(document: string): { elements: unknown[]; others: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch (error) {
    throw new DocumentError(`This JSON can’t be read: ${(error as Error).message}.`);
  }
  if (Array.isArray(value)) return { elements: value as unknown[], others: [] };
  if (isRecord(value) && Array.isArray(value.voyages))
    return { elements: value.voyages as unknown[], others: Object.keys(value).filter((key) => key !== 'voyages') };
  throw new DocumentError('A JSON import must be a list of voyages: “[{"start_date": "1976-06-16", …}, …]”.');
}

/** The lines of each element, also of a list under "voyages". */
function spansIn(document: string): Span[] {
  const list = /^\s*\[/.test(document) ? 0 : document.search(/"voyages"\s*:\s*\[/);
  if (list < 0) return [];
  const start = document.indexOf('[', list);
  const before = document.slice(0, start).split('\n').length - 1;
  return elementSpans(document.slice(start)).map(({ from, to }) => ({ from: from + before, to: to + before }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const dateOf = (element: unknown) =>
  isRecord(element) && typeof element.start_date === 'string' ? element.start_date.slice(0, 40) : null;

const CODE_NAMES = new Set<VoyageValueName>(CODE_VALUES);
const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

/** What the keys of an entry say: each attribute alone, where a line of codes states all of them. */
function mentionsOf(element: unknown): RowMentions {
  const keys = isRecord(element) ? Object.entries(element) : [];
  const slug = isRecord(element) && typeof element.voyage_slug === 'string' ? element.voyage_slug.trim() : undefined;
  const codes = keys.filter(([key]) => CODE_NAMES.has(key as VoyageValueName)) as [VoyageValueName, unknown][];
  const named = keys.map(([key]) => key as VoyageValueName);
  return {
    slug,
    empty: keys.flatMap(([key, value]) => (isEmpty(value) && ENTRY_KEYS.has(key) ? [key as VoyageValueName] : [])),
    stated: codes.flatMap(([key, value]) => (isEmpty(value) ? [] : [key])),
    absent: new Set(CODE_VALUES.filter((name) => !named.includes(name))),
  };
}

/** Reads a list of `VoyageEntry`. An invalid entry is an error of that voyage only. */
export function readJson(document: string): VoyageDocument {
  const plain = document.replace(/^\uFEFF/, '');
  const { elements, others } = elementsOf(plain);
  if (elements.length === 0) throw new DocumentError('No voyage was found in this document: the list is empty.');
  const spans = spansIn(plain);
  const spanOf = (at: number) => spans[at] ?? { from: 1, to: 1 };
  const problems = others.map((key): DocumentProblem => ({
    line: 1,
    voyage: null,
    field: key.slice(0, 60),
    severity: 'warning',
    message: `“${key.slice(0, 60)}” isn’t a list of voyages, so it was skipped.`,
    suggestion: null,
  }));
  const entries: { at: number; entry: VoyageEntry }[] = [];
  for (const [at, element] of elements.entries()) {
    const place = { line: spanOf(at).from, voyage: dateOf(element) };
    const read = entrySchema.safeParse(element);
    if (read.success) entries.push({ at, entry: read.data as unknown as VoyageEntry });
    else
      for (const { path, message } of read.error.issues)
        problems.push({ ...place, field: path.join('.') || null, severity: 'error', message, suggestion: null });
    for (const key of isRecord(element) ? Object.keys(element) : [])
      if (!ENTRY_KEYS.has(key))
        problems.push({
          ...place,
          field: key.slice(0, 60),
          severity: 'warning',
          message: `“${key.slice(0, 60)}” isn’t recognized, so it was skipped.`,
          suggestion: null,
        });
  }
  const { text: written, rowOfLine } = documentOfRows(entries.map(({ entry }) => rowOfEntry(entry)));
  const parsed = entries.length > 0 ? parseVoyageDocument(written) : EMPTY;
  const entryOf = (line: number) => elements[entries[rowOfLine[line - 1] ?? 0]?.at ?? 0];
  const read = mapLines(
    withRows(parsed, (line) => mentionsOf(entryOf(line))),
    (line) => spanOf(entries[rowOfLine[line - 1] ?? 0]?.at ?? 0),
  );
  return { ...read, problems: [...problems, ...read.problems].toSorted((a, b) => a.line - b.line) };
}

const EMPTY: VoyageDocument = { fatal: null, sections: [], voyages: [], rejected: [], problems: [] };
