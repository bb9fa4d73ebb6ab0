import { z } from 'zod';
import { textSchema } from './common.ts';

/** Voyage types as stored; the form's "none" is null. */
export const VOYAGE_TYPES = ['official', 'private', 'maintenance', 'other', 'unknown'] as const;
export const voyageTypeSchema = z.enum(VOYAGE_TYPES);
export const voyageTypeInputSchema = z
  .union([voyageTypeSchema, z.literal('none'), z.literal(''), z.null()])
  .transform((type) => (type === 'none' || !type ? null : type));

/** Attributes that a curator sets (SPEC section 3). */
export const EDITABLE_ATTRIBUTES = [
  'presidential_use',
  'has_royalty',
  'has_foreign_leader',
  'mention_camp_david',
  'mention_mount_vernon',
  'mention_captain',
  'mention_crew',
  /** Restoration, maintenance or damage of the yacht. */
  'mention_rmd',
  /** Quotes about the yacht from the press: its "spin". */
  'mention_yacht_spin',
  'mention_menu',
  'mention_drinks_wine',
] as const;

/** All thirteen attributes. `has_photo` and `has_video` are computed from linked media and ignored in requests. */
export const ATTRIBUTES = ['has_photo', 'has_video', ...EDITABLE_ATTRIBUTES] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** Numbers of days by which voyages are counted and filtered. `unknown`: the first or last day isn’t known. */
export const VOYAGE_DAYS = ['1', '2', '3', '4', '5', '6', '7', '8-14', '15-or-more', 'unknown'] as const;
/** The same for hours, of voyages whose start and end have times. A voyage of exactly two hours is in `2-4`. */
export const VOYAGE_HOURS = ['under-2', '2-4', '4-6', '6-8', '8-12', '12-24', '24-or-more', 'unknown'] as const;

export const attributesShape = Object.fromEntries(ATTRIBUTES.map((name) => [name, z.boolean()])) as Record<
  Attribute,
  z.ZodBoolean
>;

/** Kinds of a source entry (SPEC section 3). */
export const SOURCE_MEDIA_TYPES = [
  'unchecked',
  'article',
  'document',
  'logbook',
  'image',
  'video',
  'audio',
  'book',
  'other',
] as const;

/** A source. `url` is a URL, or plain text if there is none. */
export const sourceSchema = z.object({
  url: textSchema(4000),
  media_type: z.enum(SOURCE_MEDIA_TYPES),
  title: textSchema(1000).nullable(),
});
export type Source = z.output<typeof sourceSchema>;

/** A quote about the yacht, with its source. */
export const spinSchema = z.object({ spin: textSchema(20_000), source: textSchema(4000).nullable() });
export type Spin = z.output<typeof spinSchema>;

const sourceItem = z.union([
  textSchema(4000),
  z.object({
    url: textSchema(4000),
    media_type: z.enum(SOURCE_MEDIA_TYPES).default('unchecked'),
    title: textSchema(1000).nullish(),
  }),
]);

const spinItem = z.union([
  textSchema(20_000),
  z.object({ spin: textSchema(20_000), source: textSchema(4000).nullish() }),
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a list from text: a JSON list, one JSON item per line, or plain lines. */
function itemsOfText(text: string): unknown[] {
  const parsedText = parseJson(text);
  if (Array.isArray(parsedText)) return parsedText;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const item = parseJson(line);
      return typeof item === 'object' && item !== null ? item : line;
    });
}

function listOf<T extends z.ZodType, Out>(
  item: T,
  tidy: (value: z.output<T>) => Out | null,
  split: (text: string) => unknown[],
) {
  const list = z.array(item).max(500);
  return z.union([list, textSchema(200_000), z.null()]).transform((value, context): Out[] => {
    const items = list.safeParse(typeof value === 'string' ? split(value) : (value ?? []));
    if (items.success) return items.data.map(tidy).filter((item): item is Out => item !== null);
    context.addIssue({ code: 'custom', message: 'This list cannot be read. Send a JSON list, or one item per line.' });
    return z.NEVER;
  });
}

/** `source_urls` and `additional_sources` in every accepted format, as a list of sources. */
export const sourcesInputSchema = listOf(
  sourceItem,
  (source): Source | null => {
    const { url, media_type, title } =
      typeof source === 'string' ? { url: source, media_type: 'unchecked' as const, title: null } : source;
    return url.trim() === '' ? null : { url: url.trim(), media_type, title: title?.trim() || null };
  },
  itemsOfText,
);

/** `spin`, quotes about the yacht, in every accepted format. Plain text is one quote, with its source in `spin_source`. */
export const spinsInputSchema = listOf(
  spinItem,
  (item): Spin | null => {
    const { spin, source } = typeof item === 'string' ? { spin: item, source: null } : item;
    return spin.trim() === '' ? null : { spin: spin.trim(), source: source?.trim() || null };
  },
  (text) => {
    const parsedText = parseJson(text);
    return Array.isArray(parsedText) ? parsedText : [text];
  },
);
