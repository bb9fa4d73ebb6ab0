import { amountOf } from '@archive/ui';

const SHOWN = 5;

/** "“A”, “B” and 3 more". */
export function named(titles: readonly string[]): string {
  const shown = titles.slice(0, SHOWN).map((title) => `“${title}”`);
  const more = titles.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more.toLocaleString('en-US')} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}

/** "1 file", "2,000 files". */
export const countOf = (count: number, one = 'file'): string => amountOf(count, one);
