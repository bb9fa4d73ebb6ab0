// cspell:ignore rdfs
import { columnOf } from '@archive/voyage-document';
import type { Span } from './json-elements.ts';
import { isRecord } from './loose-json.ts';
import { partsOfDateIn, type Table, withJoinedDates } from './table.ts';

/** Keys whose value is the text of an object, in the order of preference: of JSON-LD, Omeka S and other systems. */
const TEXT_KEYS = ['@value', 'o:label', 'display_title', 'rdfs:label', 'label', 'name', 'value', 'title', '@id'];
/** Between the values of one cell. */
const SEPARATOR = '|';
const MAX_COLUMNS = 500;

const isText = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Whether an object is one value with facts about it, such as `{"type": "literal", "@value": "1946"}`. */
const isValue = (value: Record<string, unknown>) =>
  ['@value', '@id', 'o:label'].some((key) => key in value) || ('value' in value && 'type' in value);

const textOf = (value: Record<string, unknown>) => TEXT_KEYS.map((key) => value[key]).find((text) => isText(text));

/** Adds the values of a JSON value to the cells, by path: `dcterms:date`, or `place.name` for an object in an object. */
function flatten(value: unknown, path: string, cells: Map<string, string[]>): void {
  const add = (text: string) => {
    const texts = cells.get(path);
    if (text.trim() === '') return;
    if (texts) texts.push(text);
    else if (cells.size < MAX_COLUMNS) cells.set(path, [text]);
  };
  if (isText(value)) add(String(value));
  else if (Array.isArray(value)) for (const item of value) flatten(item, path, cells);
  else if (isRecord(value)) {
    const text = path === '' ? undefined : textOf(value);
    if (text !== undefined && (isValue(value) || Object.values(value).length === 1)) add(String(text));
    else for (const [key, item] of Object.entries(value)) flatten(item, path === '' ? key : `${path}.${key}`, cells);
  }
}

/**
 * Whether a list is that of another system: of JSON-LD, with the parts of a date apart, or without any date as the archive’s voyages have.
 */
export const isForeign = (elements: readonly unknown[]) =>
  elements.length > 0 &&
  elements.every(isRecord) &&
  (elements.some((element) => Object.keys(element).some((key) => key.startsWith('@'))) ||
    elements.some((element) => partsOfDateIn(Object.keys(element))) ||
    !elements.some((element) =>
      Object.entries(element).some(
        ([key, value]) => !key.includes(':') && columnOf(key) === 'start_date' && (isText(value) || value === null),
      ),
    ));

/** The longest list of objects in a value, such as `@graph` of JSON-LD or `results.bindings` of SPARQL. `key` is that of the value. */
export function listIn(value: Record<string, unknown>): { key: string; list: Record<string, unknown>[] } | undefined {
  const lists = Object.entries(value).flatMap(([key, inner]) => {
    if (Array.isArray(inner)) return inner.length > 0 && inner.every(isRecord) ? [{ key, list: inner }] : [];
    const found = isRecord(inner) ? listIn(inner) : undefined;
    return found ? [{ key, list: found.list }] : [];
  });
  return lists.toSorted((a, b) => b.list.length - a.list.length)[0];
}

/** A table with a row for each object of a list and a column for each path to a value. All values of a path are in one cell. */
export function tableOfObjects(elements: readonly unknown[], spanOf: (index: number) => Span): Table {
  const objects = elements.map((element) => {
    const cells = new Map<string, string[]>();
    flatten(element, '', cells);
    return cells;
  });
  const headings = [...new Set(objects.flatMap((cells) => [...cells.keys()]))];
  const rows = objects.map((cells, index) => ({
    cells: headings.map((heading) => (cells.get(heading) ?? []).join(SEPARATOR)),
    ...spanOf(index),
  }));
  return withJoinedDates({ headings, headingLine: 1, rows, problems: [] });
}
