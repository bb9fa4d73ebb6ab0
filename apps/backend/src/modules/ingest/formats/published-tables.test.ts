import { expect, test } from '@jest/globals';
import { earliestDay, latestDay } from '@archive/voyage-document';
import { PUBLISHED_TABLES } from '../../../../test/support/published-tables.ts';
import { officeToText } from '../../sandbox/program/office.ts';
import { parseDocument } from './parse-document.ts';
import { textOfDocument } from './read-document.ts';
import type { TableChoice } from './table.ts';

test.each(PUBLISHED_TABLES)('$name: each cell is in the field of its column', async (published) => {
  const { name, file, fields, chosen = {}, voyages, rejected, people } = published;
  const text = await textOfDocument(file, officeToText, { filename: name });
  const parse = (choice: TableChoice) => parseDocument({ text, choice, clearEmpty: false });
  const columns = parse({ columns: null, reading: null }).table?.columns ?? [];
  const proposed = columns.flatMap(({ name: heading, column }) => (column === null ? [] : [[heading, column]]));
  expect(Object.fromEntries(proposed)).toEqual(fields);

  const parsed = parse({
    columns: columns.map((column) => ({
      ...column,
      column: ((chosen[column.name] ?? column.column) || null) as typeof column.column,
    })),
    reading: null,
  });
  if (parsed.error !== null) throw new Error(parsed.error);
  const { voyages: read, rejected: skipped } = parsed.reading;
  const stored = read.map((voyage) => ({
    days: [earliestDay(voyage.start_date), latestDay(voyage.end_date ?? voyage.start_date)],
    texts: Object.fromEntries(
      ['title', 'start_date_written', 'start_location', 'end_location', 'summary_markdown', 'notes', 'notes_internal']
        .map((field) => [field, voyage[field as keyof typeof voyage]])
        .filter(([, value]) => value !== null),
    ),
    additional_information: voyage.additional_information ?? '',
    source: voyage.sources[0]?.url ?? null,
  }));
  expect(stored).toEqual(voyages.map(({ row: _row, ...voyage }) => voyage));
  expect(read.map(({ passengers }) => passengers.map(({ name: person }) => person))).toEqual(
    people?.map((person) => [person]) ?? read.map(() => []),
  );
  expect(read.flatMap(({ start_time, end_time, sources }) => [start_time, end_time, ...sources.slice(1)])).toEqual(
    read.flatMap(() => [null, null]),
  );
  expect(skipped).toHaveLength(rejected);
});
