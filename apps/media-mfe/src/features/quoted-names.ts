import { formatList, formatNumber } from '@archive/ui';
const MAX_NAMES = 5;

/** "“A”, “B”, and 3 more". */
export function quotedNames(titles: readonly string[]): string {
  const names = titles.slice(0, MAX_NAMES).map((title) => `“${title}”`);
  const otherCount = titles.length - names.length;
  return formatList(otherCount > 0 ? [...names, `${formatNumber(otherCount)} more`] : names);
}
