import { findLinks } from './links.ts';
import { splitList, takeMarker } from './lists.ts';
import { findPairs } from './pairs.ts';
import { escapeText, toSingleLine, unescapeText } from './texts.ts';
import { SOURCE_MEDIA_TYPES, type SourceMediaType, type SourceRecord } from './types.ts';

const BY_EXTENSION = new Map<string, SourceMediaType>([
  ...['pdf', 'doc', 'docx'].map((extension) => [extension, 'document'] as const),
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'tif', 'tiff'].map((extension) => [extension, 'image'] as const),
  ...['mp4', 'mov', 'avi', 'webm', 'm4v'].map((extension) => [extension, 'video'] as const),
  ...['mp3', 'wav', 'm4a', 'ogg'].map((extension) => [extension, 'audio'] as const),
]);

const URL_PATTERN = /^https?:\/\/\S+$/i;
const LOGBOOK = /(?<![\p{L}\p{N}_-])logbooks?(?![\p{L}\p{N}_-])/iu;
const EXTENSION = /\.([a-z\d]{2,5})$/i;
const FILE_PAGE = /\/wiki\/[a-z]{1,12}:/i;

/** The media type, derived from the word "Logbook" or the file extension; otherwise `unchecked`. */
export function mediaTypeOf(url: string, title: string | null): SourceMediaType {
  const isUrl = URL_PATTERN.test(url);
  if (LOGBOOK.test(title ?? '') || (!isUrl && LOGBOOK.test(url))) return 'logbook';
  if (!isUrl) return 'unchecked';
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const extension = EXTENSION.exec(path.slice(-8))?.[1]?.toLowerCase();
  if (extension === undefined || FILE_PAGE.test(path)) return 'unchecked';
  return BY_EXTENSION.get(extension) ?? 'unchecked';
}

function readUrlAndTitle(text: string): { url: string; title: string | null } | null {
  const links = findLinks(text);
  const [link] = links;
  const address = toSingleLine(link?.url ?? null);
  if (link && links.length === 1 && address !== null) {
    const after = text.slice(link.end);
    const remainingText = ['', '.', ','].includes(after.trim()) ? '' : unescapeText(after);
    const isKnown = link.tooltip === null || link.label.includes(link.tooltip) || address.includes(link.tooltip);
    const label = isKnown ? link.label : `${link.label} (${link.tooltip})`;
    return { url: address, title: toSingleLine(unescapeText(text.slice(0, link.start)) + label + remainingText) };
  }
  const withoutBrackets = text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  const url = toSingleLine(unescapeText(URL_PATTERN.test(withoutBrackets) ? withoutBrackets : text));
  return url === null ? null : { url, title: null };
}

const COMMA_BETWEEN = /(?<=https?:\/\/[^\s,;()<>[\]]{1,2000}>?),(?=[^\S\n]+<?https?:\/\/)/g;

/** Replaces the commas between listed URLs with semicolons. */
const separateUrls = (text: string) => (text.includes('://') ? text.replaceAll(COMMA_BETWEEN, ';') : text);

const EMPHASIS =
  /(?<![\\*])(\*{1,3})(?=[\p{L}\p{N}"“‘'(])[^*\n]{0,500}?[^\s*\\]\1(?!\*)|(?<![\p{L}\p{N}\\_])(_{1,3})(?=[\p{L}\p{N}"“‘'(])[^_\n]{0,500}?[^\s_\\]\2(?![\p{L}\p{N}_])/gu;
/** Stands for a semicolon within the title of a book while the list is split; in no text that people write. */
const SEMICOLON_IN_TITLE = '\uF8FF';

/** The items between semicolons, except those in a title in italics or bold: `*A Book; With a Subtitle*, p. 3`. */
function splitSources(text: string, ownLine: boolean): string[] {
  const isSafe = !text.includes(SEMICOLON_IN_TITLE);
  const marked = isSafe ? text.replaceAll(EMPHASIS, (title) => title.replaceAll(';', SEMICOLON_IN_TITLE)) : text;
  const items = splitList(separateUrls(marked), { separators: ';', ownLine });
  return items.map((item) => (isSafe ? item.text.replaceAll(SEMICOLON_IN_TITLE, ';') : item.text));
}

/**
 * Reads a Sources field, separated by semicolons. A source with one link becomes its URL, with all its text as the title ("[title](URL),
 * *Book*, p. 15"). Other sources are kept as written.
 */
export function readSources(text: string, ownLine: boolean): SourceRecord[] {
  const sources: SourceRecord[] = [];
  for (const item of splitSources(text, ownLine)) {
    const { text: sourceText, mark } = takeMarker(item, SOURCE_MEDIA_TYPES);
    const source = readUrlAndTitle(sourceText.trim());
    if (source) sources.push({ ...source, media_type: mark ?? mediaTypeOf(source.url, source.title) });
  }
  return sources;
}

/** Texts around an item in which an asterisk or underscore of its own could start or end a title in italics. */
const NEIGHBORS = [
  ['x; ', ''],
  ['*x; ', ''],
  ['**x; ', ''],
  ['_x; ', ''],
  ['__x; ', ''],
  ['', '; x*'],
  ['', '; x**'],
  ['', '; x_'],
  ['', '; x__'],
] as const;

function readsAs(item: string, { url, title, media_type }: SourceRecord): boolean {
  if (findPairs(item).unbalanced) return false;
  const expected = JSON.stringify({ url, title, media_type });
  return NEIGHBORS.every(([before, after]) => {
    const read = readSources(`${before}${item}${after}`, false);
    return read.length === 2 && JSON.stringify(read[before === '' ? 0 : 1]) === expected;
  });
}

function writeSource(source: SourceRecord): string {
  const { url, title, media_type } = source;
  const mark = ` {${media_type}}`;
  const candidates =
    title === null
      ? [url, ...(URL_PATTERN.test(url) ? [`[](${url})`] : []), escapeText(url)]
      : [`[${title}](${url})`, `[${escapeText(title)}](<${escapeText(url)}>)`];
  const sourceText = candidates.flatMap((item) => [item, item + mark]).find((item) => readsAs(item, source));
  return sourceText ?? `${candidates.at(-1) ?? ''}${mark}`;
}

/** Writes the value of a Sources field; empty without sources. */
export function writeSources(sources: readonly SourceRecord[]): string {
  return sources.map(writeSource).join('; ');
}
