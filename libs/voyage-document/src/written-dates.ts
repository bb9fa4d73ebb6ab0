// cspell:ignore März
import { isPartialDate, readDate } from '@archive/contracts/dates';

/** Parses a date as people write it ("August 9, 1974", "9. März 1974", "March 1946") into YYYY, YYYY-MM or YYYY-MM-DD; null for other text. */
export function parseWrittenDate(text: string): string | null {
  const reading = text.length > 40 ? null : readDate(text);
  return reading?.kind === 'date' && isPartialDate(reading.value) ? reading.value : null;
}

const YEAR = /(?<!\d)[12]\d{3}(?!\d)/;

/** The date that a heading probably means. Used only for suggestions, never imported. */
export function guessDate(heading: string): string | null {
  const words = heading
    .slice(0, 200)
    .split(/[\s:;()[\]*_]+/)
    .filter((word) => word !== '')
    .slice(0, 24);
  for (let length = 3; length >= 1; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const text = words
        .slice(start, start + length)
        .join(' ')
        .replace(/[,.]$/, '');
      const date = YEAR.test(text) ? parseWrittenDate(text) : null;
      if (date !== null && (length > 1 || date.length > 4)) return date;
    }
  }
  return YEAR.exec(heading.slice(0, 200))?.[0] ?? null;
}
