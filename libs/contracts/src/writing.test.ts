import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { albumOperations } from './albums.ts';
import { mediaUpdateSchema } from './media.ts';
import { personCreateSchema } from './people.ts';
import { presidentCreateSchema } from './presidents.ts';
import { voyageCreateSchema } from './voyages.ts';

const errorsOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('missing and blank required fields are reported with the messages of the form', () => {
  test.each([undefined, null, '', '  '])('%j', (blank) => {
    expect(errorsOf(voyageCreateSchema, { start_date: blank })).toEqual([['start_date', 'Start date is required']]);
    expect(errorsOf(personCreateSchema, { full_name: blank })).toEqual([['full_name', 'Please enter a full name']]);
    expect(errorsOf(presidentCreateSchema, { full_name: blank, term_start: blank })).toEqual([
      ['full_name', 'Please enter a full name'],
      ['term_start', 'Please enter the start date of presidency/ownership'],
    ]);
    expect(errorsOf(albumOperations.create.body, { title: blank, voyage_slug: 'a' })).toEqual([
      ['title', 'Album title is required'],
    ]);
    expect(errorsOf(albumOperations.addMedia.body, { media_slug: blank })).toEqual([
      ['media_slug', 'Please select media to add'],
    ]);
  });
});

describe('a voyage that ends before it starts', () => {
  test.each([
    [{ start_date: '1946-03-07', end_date: '1946-03-06' }, 'end_date'],
    [{ start_date: '1946-03-07', end_date: '1946-02' }, 'end_date'],
    [{ start_date: '1946-03', end_date: '1945' }, 'end_date'],
    [{ start_date: '1946-03-07', start_time: '19:00', end_time: '18:59' }, 'end_time'],
    [{ start_date: '1946-03-07', end_date: '1946-03-07', start_time: '19:00', end_time: '00:30' }, 'end_time'],
  ])('%j is reported at %s', (voyage, field) => {
    expect(errorsOf(voyageCreateSchema, voyage).map(([path]) => path)).toEqual([field]);
  });

  test.each([
    { start_date: '1946-03-07', end_date: '1946' },
    { start_date: '1946-03-07', end_date: '1946-03' },
    { start_date: '1946', end_date: '1946-01-01' },
    { start_date: '1946-03-07', end_date: '1946-03-08', start_time: '19:00', end_time: '00:30' },
    { start_date: '1946-03', start_time: '19:00', end_time: '18:00' },
    { start_date: '1946-03-07', start_time: '19:00', end_time: '19:00' },
  ])('%j is accepted', (voyage) => {
    expect(errorsOf(voyageCreateSchema, voyage)).toEqual([]);
  });
});

test('rejects a death before the birth, and a term that ends before it starts', () => {
  expect(errorsOf(personCreateSchema, { full_name: 'A', birth_year: 1900, death_year: '1899' })).toEqual([
    ['death_year', 'The year of death is before the year of birth.'],
  ]);
  expect(errorsOf(presidentCreateSchema, { full_name: 'A', term_start: '1925-05', term_end: '1925-04' })).toEqual([
    ['term_end', 'The term ends before it starts.'],
  ]);
});

describe('an update of media', () => {
  test('omits fields that were not sent', () => {
    expect(mediaUpdateSchema.parse({ title: ' A ', credit: '', date: null })).toEqual({
      title: 'A',
      credit: null,
      date: null,
      description_markdown: undefined,
    });
  });

  test('accepts both names of the description; the longer name wins', () => {
    expect(mediaUpdateSchema.parse({ title: 'A', description: 'b' }).description_markdown).toBe('b');
    const both = { title: 'A', description: 'b', description_markdown: 'c', tags: 'x, y,x' };
    expect(mediaUpdateSchema.parse(both)).toMatchObject({ description_markdown: 'c', tags: ['x', 'y'] });
  });
});
