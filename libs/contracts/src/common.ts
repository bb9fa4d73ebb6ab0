import { z } from 'zod';
import { isPartialDate } from './partial-date.ts';

/** Address part of a record: lower case letters, digits and single hyphens. */
export const slugSchema = z
  .string()
  .max(160)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'An address has lower case letters, digits and single hyphens only.');

const storable = (text: string) => text.isWellFormed() && !text.includes('\0');
const NOT_STORABLE = 'The text has characters that cannot be stored.';

/** Text of one line or many that PostgreSQL can keep. */
export const textSchema = (max: number) => z.string().max(max).refine(storable, NOT_STORABLE);

/** Text where blank means nothing: trimmed, and null when nothing is left. */
export const optionalTextSchema = (max: number) =>
  textSchema(max)
    .nullish()
    .transform((text) => text?.trim() || null);

/** Text where blank means nothing and absent means as it is: undefined, null or trimmed. */
export const keptTextSchema = (max: number) =>
  z
    .union([textSchema(max), z.null()])
    .transform((text) => text?.trim() || null)
    .optional();

/** The message of a value that was left out, and the usual one of a value that is no text. */
const whenAbsent = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? message : undefined),
});

/** Text that must say something after trimming; `message` where it is missing or blank. */
export const requiredTextSchema = (max: number, message: string) =>
  z
    .string(whenAbsent(message))
    .max(max)
    .refine(storable, NOT_STORABLE)
    .transform((text) => text.trim())
    .refine((text) => text !== '', message);

/** Address of a record that must be chosen; `message` where it is missing or blank. */
export const requiredSlugSchema = (message: string) =>
  z
    .string(whenAbsent(message))
    .refine((slug) => slug.trim() !== '', { message, abort: true })
    .pipe(slugSchema);

/** `1946`, `1946-03` or `1946-03-07`, existing in the calendar. */
export const partialDateSchema = z
  .string()
  .max(10)
  .refine(isPartialDate, 'Give a date that exists, as YYYY-MM-DD, YYYY-MM or YYYY.');

/** A partial date that must be given; `message` where it is missing or blank. */
export const requiredPartialDateSchema = (message: string) =>
  z
    .string(whenAbsent(message))
    .refine((date) => date.trim() !== '', { message, abort: true })
    .pipe(partialDateSchema);

export const optionalPartialDateSchema = z
  .union([partialDateSchema, z.literal(''), z.null()])
  .optional()
  .transform((date) => date || null);

/** A place in an order, from `first` on; none given is the next one. */
export const orderInputSchema = (first: number) => z.number().int().min(first).max(1_000_000).nullish();

/** `HH:MM`, 24 hours. */
export const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time as HH:MM, from 00:00 to 23:59.');

export const optionalTimeSchema = z
  .union([timeSchema, z.literal(''), z.null()])
  .optional()
  .transform((time) => time || null);

/** A number from a query string, whole and within bounds. */
export const wholeNumberQuery = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** `1`/`true` or `0`/`false` from a query string. */
export const flagQuery = z.enum(['1', '0', 'true', 'false']).transform((flag) => flag === '1' || flag === 'true');

/** One value or several of the same name in a query string. */
export const severalQuery = <T extends z.ZodType>(one: T) =>
  z
    .union([one, z.array(one).max(100)])
    .transform((value) => (Array.isArray(value) ? (value as z.output<T>[]) : [value as z.output<T>]));

/** Words to look for. */
export const searchQuery = textSchema(200).transform((text) => text.trim());

/** `limit` 1 to 1000 and `offset` (01-decisions, API conventions). */
export const pagingShape = (defaultLimit: number) => ({
  limit: wholeNumberQuery(1, 1000).default(defaultLimit),
  offset: wholeNumberQuery(0, 10_000_000).default(0),
});

export const slugParams = z.object({ slug: slugSchema });
export const voyageSlugParams = z.object({ voyage_slug: slugSchema });

/** An instant, ISO 8601 with offset. */
export const instantSchema = z.string();

/** RFC 9457 problem document; `detail` is a sentence for a person. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  request_id: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Of a 412: the tag of the record as it is now. */
  etag: z.string().optional(),
});
export type Problem = z.output<typeof problemSchema>;
