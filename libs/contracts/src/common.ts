import { z } from 'zod';
import { isPartialDate, MAX_TYPED_LENGTH, readDate, rejectionOf } from './dates/index.ts';

/** Slug of a record: lowercase letters, digits and single hyphens. */
export const slugSchema = z
  .string()
  .max(160)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens only.');

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
const NOT_STORABLE = 'The text contains characters that cannot be stored.';

/**
 * Text that PostgreSQL can store. Letters and their accents are composed (Unicode NFC), so that text from different systems is the same
 * text.
 */
export const textSchema = (max: number) => z.string().normalize('NFC').max(max).refine(isStorable, NOT_STORABLE);

/** Optional text: trimmed; null and blank text become null. */
export const textInputSchema = (max: number) =>
  z.union([textSchema(max), z.null()]).transform((text) => text?.trim() || null);

/** Like `textInputSchema`, but defaults to null. */
export const optionalTextSchema = (max: number) => textInputSchema(max).default(null);

/** Uses `message` for a missing value and Zod's default message for a wrong type. */
const requiredMessage = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? message : undefined),
});

/** Required text. `message` is the error if it is missing or blank. */
export const requiredTextSchema = (max: number, message: string) =>
  z
    .string(requiredMessage(message))
    .normalize('NFC')
    .max(max)
    .refine(isStorable, NOT_STORABLE)
    .transform((text) => text.trim())
    .refine((text) => text !== '', message);

/** Required slug of a record. `message` is the error if it is missing or blank. */
export const requiredSlugSchema = (message: string) =>
  z
    .string(requiredMessage(message))
    .refine((slug) => slug.trim() !== '', { message, abort: true })
    .pipe(slugSchema);

/** `1946`, `1946-03` or `1946-03-07`, as a valid date. */
export const partialDateSchema = z
  .string()
  .max(10)
  .refine(isPartialDate, 'Enter a valid date: YYYY-MM-DD, YYYY-MM or YYYY.');

const requiredDate = (schema: z.ZodType<string, string>) => (message: string) =>
  z
    .string(requiredMessage(message))
    .refine((date) => date.trim() !== '', { message, abort: true })
    .pipe(schema);

/** A required partial date. `message` is the error if it is missing or blank. */
export const requiredPartialDateSchema = requiredDate(partialDateSchema);

const DATE_FORMATS =
  'Enter a valid date: YYYY-MM-DD, YYYY-MM, YYYY, an EDTF date such as 1947~, 1946-22, 194X or [..1946], or words such as “c. 1947”.';

const checkDate = (typed: string, context: z.RefinementCtx) => {
  const reading = readDate(typed, { isEdtf: true });
  if (reading.kind !== 'date') context.addIssue(rejectionOf(reading) ?? DATE_FORMATS);
};
const storedDate = (typed: string) => {
  const reading = readDate(typed, { isEdtf: true });
  return reading.kind === 'date' ? reading.value : typed;
};

/**
 * A partial date, or an uncertain or approximate EDTF date: `1947~`, `1946-22`, `194X`, `1946-06/1946-08`, `[1945,1947]`, `[..1946]`. A
 * date in words becomes one of these.
 */
export const edtfDateSchema = z.string().max(MAX_TYPED_LENGTH).superRefine(checkDate).transform(storedDate);

/** A required date. `message` is the error if it is missing or blank. */
export const requiredEdtfDateSchema = requiredDate(edtfDateSchema);

/** An optional date: null and empty text become null. A union would lose the message of a rejected date. */
export const edtfDateInputSchema = z
  .string()
  .max(MAX_TYPED_LENGTH)
  .nullable()
  .superRefine((typed, context) => {
    if (typed) checkDate(typed, context);
  })
  .transform((typed) => (typed ? storedDate(typed) : null));

/** An optional partial date: null and blank text become null. */
export const partialDateInputSchema = z
  .union([partialDateSchema, z.literal(''), z.null()])
  .transform((date) => date || null);

export const optionalPartialDateSchema = partialDateInputSchema.default(null);

const MAX_ORDER = 1_000_000;

/** A position in a list, from 1; absent or null means last. */
export const positionInputSchema = z.number().int().min(1).max(MAX_ORDER).nullish();

/**
 * How many items of a list come before a new item; absent or null means all of them (SPEC section 2). In responses, positions start at 1.
 */
export const countBeforeSchema = z.number().int().min(0).max(MAX_ORDER).nullish();

/** `HH:MM`, 24 hours. */
export const timeSchema = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, from 00:00 to 23:59.');

/** An optional time: null and blank text become null. */
export const timeInputSchema = z.union([timeSchema, z.literal(''), z.null()]).transform((time) => time || null);

/** An integer from a query string, within bounds. */
export const wholeNumberQuery = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** `1`/`true` or `0`/`false` in a query string. */
export const flagQuery = z.enum(['1', '0', 'true', 'false']).transform((flag) => flag === '1' || flag === 'true');

/** A query parameter that may be repeated. */
export const repeatableQuery = <T extends z.ZodType>(item: T) =>
  z
    .union([item, z.array(item).max(100)])
    .transform((value) => (Array.isArray(value) ? (value as z.output<T>[]) : [value as z.output<T>]));

/** Search words. */
export const searchQuery = textSchema(200).transform((text) => text.trim());

/** `limit`, 1 to 1000, and `offset`. */
export const pagingShape = (defaultLimit: number) => ({
  limit: wholeNumberQuery(1, 1000).default(defaultLimit),
  offset: wholeNumberQuery(0, 10_000_000).default(0),
});

export const slugParams = z.object({ slug: slugSchema });
export const voyageSlugParams = z.object({ voyage_slug: slugSchema });

/** Timestamp in ISO 8601, with a UTC offset. */
export const instantSchema = z.string();

/** RFC 9457 problem document; `detail` is human-readable. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  request_id: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** On 412: the record's current ETag. */
  etag: z.string().optional(),
});
export type Problem = z.output<typeof problemSchema>;
