import { expect, test } from '@jest/globals';
import { TABLES } from '../../../../test/support/tables-of-systems.ts';
import { officeToText } from '../../sandbox/program/office.ts';
import { readDocument, textOfDocument } from './read-document.ts';

/** The values of a voyage that the columns of a table can fill. */
const FIELDS =
  'title start_date end_date start_date_written end_date_written start_time end_time start_location end_location summary_markdown notes notes_internal'.split(
    ' ',
  );

test.each(TABLES)('$name: each cell is in the field of its column', async ({ name, file, fields, voyages }) => {
  const text = await textOfDocument(Buffer.from(file as Buffer), officeToText, { filename: name });
  const { table, voyages: read } = readDocument(text);
  const proposed = (table?.columns ?? []).flatMap(({ name: heading, column }) =>
    column === null ? [] : [[heading, column]],
  );
  expect(Object.fromEntries(proposed)).toEqual(fields);
  const stored = read
    .toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))
    .map((voyage) => ({
      ...Object.fromEntries(
        FIELDS.flatMap((field) => {
          const value = voyage[field as keyof typeof voyage];
          return value === null ? [] : [[field, value]];
        }),
      ),
      passengers: voyage.passengers.map(({ name: passenger }) => passenger),
    }));
  expect(stored).toEqual(voyages.toSorted((a, b) => (String(a['start_date']) < String(b['start_date']) ? -1 : 1)));
});
