import { findLinks, withoutLinks } from './links.ts';
import { withoutFootnotes } from './markup.ts';
import { findPairs, forEachOutside } from './pairs.ts';
import { escapeText, toSingleLine, unescapeText } from './texts.ts';

export interface Places {
  start_location: string | null;
  start_location_markdown: string | null;
  end_location: string | null;
  end_location_markdown: string | null;
}

/** The text of a place without links: "[Cape Henry, VA](…)" becomes "Cape Henry, VA". */
export function placeText(markdown: string): string {
  return toSingleLine(withoutLinks(markdown)) ?? '';
}

/** Reads the place of a label or column of its own, as the start. A semicolon separates nothing in it. */
export function readOnePlace(raw: string): Places {
  const { text, markdown } = readPlace(raw);
  return { start_location: text, start_location_markdown: markdown, end_location: null, end_location_markdown: null };
}

function readPlace(raw: string): { text: string | null; markdown: string | null } {
  const sourceText = toSingleLine(withoutFootnotes(raw));
  if (sourceText === null) return { text: null, markdown: null };
  if (findLinks(sourceText).length === 0) return { text: toSingleLine(unescapeText(sourceText)), markdown: null };
  const text = toSingleLine(withoutLinks(sourceText));
  return text === null ? { text: sourceText, markdown: null } : { text, markdown: sourceText };
}

/**
 * Parses `start; end`. A semicolon inside a link or parentheses is not a separator. With more than two places, the end contains all the
 * others and `hasExtraPlaces` is set.
 */
export function readPlaces(text: string): Places & { hasExtraPlaces: boolean } {
  const separators: number[] = [];
  forEachOutside(text, findPairs(text), (index) => {
    if (text[index] === ';') separators.push(index);
  });
  const separator = separators[0] ?? text.length;
  const start = readPlace(text.slice(0, separator));
  // Join further places into one, with escaped semicolons, so that they don't separate places when parsed again.
  const offsets = separators.slice(1).map((index) => index - separator - 1);
  const rest = text.slice(separator + 1);
  const end = readPlace(escapedAt(rest, offsets));
  return {
    start_location: start.text,
    start_location_markdown: start.markdown,
    end_location: end.text,
    end_location_markdown: end.markdown,
    hasExtraPlaces: separators.length > 1 && text.slice((separators[1] ?? 0) + 1).trim() !== '',
  };
}

const escapedAt = (text: string, indexes: readonly number[]) =>
  indexes.reduceRight((escaped, index) => `${escaped.slice(0, index)}\\${escaped.slice(index)}`, text);

/** Whether the Markdown is parsed as exactly this place. */
export function isMarkdownOf(markdown: string, place: string): boolean {
  const read = readPlaces(markdown);
  return read.start_location === place && read.start_location_markdown === markdown && read.end_location === null;
}

function writePlace(place: string | null, markdown: string | null): string {
  if (place === null) return '';
  if (markdown !== null) return markdown;
  const read = readPlaces(place);
  const same = read.start_location === place && read.start_location_markdown === null && read.end_location === null;
  return same && !findPairs(place).unbalanced && !place.includes(';') ? place : escapeText(place);
}

/** Writes the value of the Location field; empty without places. */
export function writePlaces(places: Places): string {
  const start = writePlace(places.start_location, places.start_location_markdown);
  const end = writePlace(places.end_location, places.end_location_markdown);
  return end === '' ? start : `${start}; ${end}`.trimStart();
}
