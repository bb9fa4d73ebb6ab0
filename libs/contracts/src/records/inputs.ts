import { z } from 'zod';
import { slugSchema, textSchema } from '../common.ts';
import { FIRST_YEAR, LAST_YEAR } from '../dates/index.ts';

/** A year as a number or text; null and blank are null. */
export const yearInputSchema = z
  .union([z.number().int().min(FIRST_YEAR).max(LAST_YEAR), z.string().regex(/^(?:\d{4})?$/), z.null()])
  .transform((year) => (year === '' || year === null ? null : Number(year)))
  .refine(
    (year) => year === null || (year >= FIRST_YEAR && year <= LAST_YEAR),
    `Enter a year from ${FIRST_YEAR} to ${LAST_YEAR}.`,
  );

/** A single tag. It can't contain a comma, because forms separate tags with commas. */
export const tagInputSchema = textSchema(100).refine((tag) => !tag.includes(','), 'A tag can’t contain a comma.');

/** Tags as a list or as comma-separated text; null means none. */
export const tagsInputSchema = z
  .union([z.array(tagInputSchema).max(100), textSchema(5000), z.null()])
  .transform((tags) => {
    const list = typeof tags === 'string' ? tags.split(',') : (tags ?? []);
    return [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  });

/** Slugs as a list or as comma-separated text; blank means none. */
export const slugsInputSchema = (most: number) =>
  z
    .union([z.array(textSchema(200)), textSchema(most * 201)])
    .transform((slugs) => {
      const list = typeof slugs === 'string' ? slugs.split(',') : slugs;
      return [...new Set(list.map((slug) => slug.trim()).filter((slug) => slug !== ''))];
    })
    .pipe(z.array(slugSchema).max(most));

/** Names as a list, or as text with one on each line or separated by semicolons (names contain commas); null means none. */
export const namesInputSchema = ({ most, characters }: { most: number; characters: number }) =>
  z.union([z.array(textSchema(characters)).max(most), textSchema(5000), z.null()]).transform((names) => {
    const list = typeof names === 'string' ? names.split(/[\n;]/) : (names ?? []);
    return [...new Set(list.map((name) => name.trim()).filter((name) => name !== ''))];
  });

/** A web address; null and blank are null. */
export const urlInputSchema = z
  .union([textSchema(2000).pipe(z.url({ protocol: /^https?$/ })), z.literal(''), z.null()], {
    error: 'Enter a full web address (https://…).',
  })
  .transform((url) => url || null);
