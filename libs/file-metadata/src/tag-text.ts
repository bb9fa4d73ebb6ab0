/** A tag as ExifReader returns it; IPTC tags that may repeat are lists. */
export type Tag = { value?: unknown; description?: unknown } | readonly Tag[] | undefined;
export type Tags = Record<string, Tag>;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]+/g;

/** One line, with single spaces. */
const lineOf = (text: string): string => text.toWellFormed().replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' ').trim();

/** Text that keeps its line breaks. */
const linesOf = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .trim();

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const languageOf = (item: unknown): unknown =>
  isRecord(item) && isRecord(item['attributes']) ? item['attributes']['lang'] : undefined;

/** The texts of a tag. If it has translations, only the default one. */
function textsOf(tag: Tag): string[] {
  if (tag === undefined) return [];
  if (Array.isArray(tag)) return tag.flatMap((item: Tag) => textsOf(item));
  const { value, description } = tag as { value?: unknown; description?: unknown };
  if (Array.isArray(value) && value.some((item) => languageOf(item) !== undefined)) {
    const translation: unknown = value.find((item) => languageOf(item) === 'x-default') ?? value[0];
    return textsOf(translation as Tag);
  }
  // Items of an XMP list have descriptions; the bytes of an IPTC tag don't.
  if (Array.isArray(value) && value.some((item) => isRecord(item) && 'description' in item))
    return value.flatMap((item) => textsOf(item as Tag));
  return typeof description === 'string' ? [description] : [];
}

/** All values of a tag, each on one line. */
export const valuesOf = (tag: Tag): string[] =>
  textsOf(tag)
    .map(lineOf)
    .filter((text) => text !== '');

/** The values of a tag in one line. */
export const textOf = (tag: Tag): string => valuesOf(tag).join('; ');

/** The text of a tag with its line breaks. */
export const multilineOf = (tag: Tag): string => linesOf(textsOf(tag).join('\n'));

/** The fields of the first structure in an XMP list, such as a location. */
export function structureOf(tag: Tag): Tags {
  const value = isRecord(tag) && !Array.isArray(tag) ? (tag as { value?: unknown }).value : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(first) && !('description' in first) ? (first as Tags) : {};
}

/** The number in a tag, which EXIF may write as one byte. */
export function numberOf(tag: Tag): number {
  const value = isRecord(tag) && !Array.isArray(tag) ? (tag as { value?: unknown }).value : undefined;
  return Number(Array.isArray(value) ? value[0] : value);
}
