import {
  CODE_VALUES,
  columnOf,
  type DocumentProblem,
  type RejectedVoyage,
  emptyCodes,
  readRows,
  rowOfEntry,
  SOURCE_MEDIA_TYPES,
  type StatedValues,
  type TableRow,
  TEXT_FIELD_NAMES,
  VOYAGE_TYPES,
  type VoyageDocument,
  type VoyageEntry,
  type VoyageValueName,
} from '@archive/voyage-document';
import { z } from 'zod';
import { elementSpans, lineDeeperThan, type Span } from './json-elements.ts';
import { isForeign, listIn, tableOfObjects } from './nested-json.ts';
import { type ReadTable, readTable, type TableChoice } from './table.ts';
import { isRecord, toLooseEntry, type LooseEntry } from './loose-json.ts';
import { DocumentError, rejectTooMany } from './document-error.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const list = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .nullish()
    .transform((value): z.output<S>[] => value ?? []);
const name = z.string().refine((value) => value.trim() !== '', 'Enter a value.');

const FLAGS = Object.entries(emptyCodes()).flatMap(([key, value]) => (typeof value === 'boolean' ? [key] : []));
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

const NO_DATE = 'A voyage needs a start date.';

/** The schema of a `VoyageEntry`. Dates and times can be any text; the document parser checks them. */
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
  start_date: z.string({ error: NO_DATE }).refine((date) => date.trim() !== '', NO_DATE),
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
const KNOWN = new Set(Object.keys(entrySchema.shape));

const LOOKS_LIKE_JSON = /^\s*(?:\[\s*(?:\{|\])|\{\s*["}])/;

/** Whether a document seems to be JSON. Markdown may start with a bracket, but not with this combination of characters. */
export const isJson = (document: string) => LOOKS_LIKE_JSON.test(document.replace(/^\uFEFF/, ''));

interface Elements {
  elements: unknown[];
  /** Keys of the root object other than the list of voyages. */
  others: [key: string, value: unknown][];
  /** Lines of the elements, for documents in which the elements are not in an array. */
  spans?: Span[];
}

const NOT_VOYAGES = 'A JSON import must be a list of voyages: “[{"start_date": "1976-06-16", …}, …]”.';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Parses a document with one JSON object per line; undefined for other documents. */
function linesOf(document: string): Elements | undefined {
  const elements: unknown[] = [];
  const spans: Span[] = [];
  for (const [index, line] of document.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      elements.push(JSON.parse(line));
    } catch {
      return undefined;
    }
    spans.push({ from: index + 1, to: index + 1 });
  }
  return elements.length > 1 ? { elements, others: [], spans } : undefined;
}

/** An error with the 1-based line of a syntax error instead of the parser's message. */
function brokenJson(document: string, error: Error): DocumentError {
  const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? document.length);
  const line = document.slice(0, position).split('\n').length;
  return new DocumentError(
    `This JSON can’t be read: line ${line} isn’t valid. Check its quotation marks, commas and brackets.`,
  );
}

/** Deeper than any list of voyages. Values are read, written and compared by recursion. */
const MAX_DEPTH = 64;

function rejectDeepNesting(document: string): void {
  const line = lineDeeperThan(document, MAX_DEPTH);
  if (line === undefined) return;
  throw new DocumentError(
    `This JSON can’t be read: line ${line} has more than ${MAX_DEPTH} brackets inside each other. A voyage needs only three.`,
  );
}

function elementsOf(document: string): Elements {
  rejectDeepNesting(document);
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch (error) {
    const lines = linesOf(document);
    if (lines) return lines;
    throw brokenJson(document, error as Error);
  }
  if (isList(value)) return { elements: value, others: [] };
  if (!isRecord(value)) throw new DocumentError(NOT_VOYAGES);
  const entries = Object.entries(value);
  if (isList(value.voyages)) return { elements: value.voyages, others: entries.filter(([key]) => key !== 'voyages') };
  const whole = { from: 1, to: document.split('\n').length };
  if (entries.some(([key]) => columnOf(key) === 'start_date')) return { elements: [value], others: [], spans: [whole] };
  if (entries.some(([key]) => /[:@]/.test(key))) {
    const found = listIn(value);
    if (!found) return { elements: [value], others: [], spans: [whole] };
    return { elements: found.list, others: [], spans: found.list.map(() => whole) };
  }
  // A single list may be called “records” or “items”.
  const isOwner = entries.length > 1 || /[\p{Lu} ]/u.test(entries[0]?.[0] ?? '');
  if (isOwner && entries.every(([, list]) => isList(list) && list.every(isRecord))) {
    const elements = entries.flatMap(([owner, list]) =>
      (list as Record<string, unknown>[]).map((voyage) => ({ owner, ...voyage })),
    );
    return { elements, others: [], spans: elements.map(() => whole) };
  }
  const found = listIn(value);
  if (!found) throw new DocumentError(NOT_VOYAGES);
  return {
    elements: found.list,
    others: entries.filter(([key]) => key !== found.key),
    spans: found.list.map(() => whole),
  };
}

/** The line span of each element, whether the list is the root or under the key "voyages". */
function spansIn(document: string): Span[] {
  const list = /^\s*\[/.test(document) ? 0 : document.search(/"voyages"\s*:\s*\[/);
  if (list < 0) return [];
  const start = document.indexOf('[', list);
  const linesBefore = document.slice(0, start).split('\n').length - 1;
  return elementSpans(document.slice(start)).map(({ from, to }) => ({
    from: from + linesBefore,
    to: to + linesBefore,
  }));
}

/** The line of a key of the root object. */
function lineOfKey(document: string, key: string): number {
  const index = document.indexOf(JSON.stringify(key));
  return index < 0 ? 1 : document.slice(0, index).split('\n').length;
}

/** The text of an element, without JSON syntax. */
const textOfElement = (element: unknown) =>
  JSON.stringify(element)
    .replaceAll(/[{}[\]"]/g, '')
    .replaceAll(/[:,](?=\S)/g, (sign) => `${sign} `)
    .slice(0, 200);

const dateOf = (element: unknown) =>
  isRecord(element) && typeof element.start_date === 'string' ? element.start_date.slice(0, 40) : null;

const CODE_NAMES = new Set<VoyageValueName>(CODE_VALUES);
const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

/** What an entry states. It states each attribute separately, while a cell with codes states them all. */
function statedIn({ entry, texts }: LooseEntry, read: StatedValues): StatedValues {
  const keys = Object.entries(entry).filter(([key]) => KNOWN.has(key) && !(key in texts)) as [
    VoyageValueName,
    unknown,
  ][];
  const codes = keys.flatMap(([key, value]) => (CODE_NAMES.has(key) && !isEmpty(value) ? [key] : []));
  const has = (name: VoyageValueName) => !CODE_NAMES.has(name) || keys.some(([key]) => key === name);
  const stated = [...new Set([...read.stated.filter(has), ...codes])];
  const empty = keys.flatMap(([key, value]) => (isEmpty(value) && !stated.includes(key) ? [key] : []));
  return { ...read, stated, empty };
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Rewrites a schema error in plain words. */
function plainMessage(message: string): string {
  const [, expected = ''] = /(?:expected|of type) (\w+)/.exec(message) ?? [];
  return expected in KINDS ? `This must be ${KINDS[expected]}.` : message;
}

interface ReadEntry {
  at: number;
  entry: VoyageEntry;
  loose: LooseEntry;
}

/**
 * Parses a list of `VoyageEntry`. Accepts synonyms of the keys. An invalid entry only rejects that voyage. The list of another system is read
 * as a table.
 */
export function readJson(document: string, choice: TableChoice): VoyageDocument & { table?: ReadTable } {
  const plain = document.replace(/^\uFEFF/, '');
  const { elements, others, ...values } = elementsOf(plain);
  rejectTooMany(elements.length);
  if (elements.length === 0) throw new DocumentError('No voyage was found in this document: the list is empty.');
  const spans = values.spans ?? spansIn(plain);
  const spanOf = (index: number) => spans[index] ?? { from: 1, to: 1 };
  if (isForeign(elements)) return readTable(tableOfObjects(elements, spanOf), choice);
  const rejected: RejectedVoyage[] = [];
  const problems = others.map(([key, value]): DocumentProblem => ({
    line: lineOfKey(plain, key),
    voyage: null,
    field: key.slice(0, 60),
    severity: 'warning',
    message: `“${key.slice(0, 60)}” isn’t a list of voyages, so it’s skipped: “${JSON.stringify(value).slice(0, 300)}”.`,
    suggestion: null,
  }));
  const entries: ReadEntry[] = [];
  const loosened = elements.map((element) =>
    isRecord(element) ? toLooseEntry(element, (key) => KNOWN.has(key)) : undefined,
  );
  for (const [index, element] of elements.entries()) {
    const looseEntry = loosened[index];
    const location = { line: spanOf(index).from, voyage: dateOf(looseEntry?.entry ?? element) };
    const read = entrySchema.safeParse(looseEntry?.entry ?? element);
    if (read.success && looseEntry)
      entries.push({ at: index, entry: read.data as unknown as VoyageEntry, loose: looseEntry });
    else if (!read.success) {
      const { from: line, to: end_line } = spanOf(index);
      const heading = location.voyage ?? textOfElement(element);
      rejected.push({ line, end_line, heading, section: null, original_markdown: '' });
      for (const { path, message } of read.error.issues)
        problems.push({
          ...location,
          field: path.join('.') || null,
          severity: 'error',
          message: isRecord(element)
            ? plainMessage(message)
            : `“${textOfElement(element)}” isn’t a voyage, so it’s skipped.`,
          suggestion: null,
        });
    }
    for (const message of looseEntry?.messages ?? [])
      problems.push({
        ...location,
        field: /^“(.*?)”/.exec(message)?.[1] ?? null,
        severity: 'warning',
        message,
        suggestion: null,
      });
  }
  const rows = entries.map(({ at, entry, loose }): TableRow => ({
    cells: { ...rowOfEntry(entry), ...loose.texts },
    others: loose.others,
    line: spanOf(at).from,
    end_line: spanOf(at).to,
    statedValues: (values) => statedIn(loose, values),
  }));
  const read = readRows(rows);
  return {
    ...read,
    fatal: rows.length === 0 ? null : read.fatal,
    rejected: [...read.rejected, ...rejected].toSorted((a, b) => a.line - b.line),
    problems: [...problems, ...read.problems].toSorted((a, b) => a.line - b.line),
  };
}
