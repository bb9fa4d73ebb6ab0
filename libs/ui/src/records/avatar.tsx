import { cx } from '../base/cx.ts';

const SIZES = { small: 'ui:size-8 ui:text-13', medium: 'ui:size-11 ui:text-15', large: 'ui:size-20 ui:text-27' };
const TITLES = /^(mr|mrs|ms|miss|dr|sir|lady|lord|gen|general|adm|admiral|capt|captain|col|cdr|lt|hon|rev|the)\.?$/i;
const SUFFIXES = /^(jr|sr|ii|iii|iv|md|phd)\.?$/i;

/** First and last initial: DE for "Dwight D. Eisenhower". Ignores titles, suffixes and parentheses. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/\(.*?\)/g, ' ')
    .split(/[\s,]+/)
    .filter((word) => /\p{L}/u.test(word) && !SUFFIXES.test(word));
  const own = words.filter((word) => !TITLES.test(word));
  const named = own.length > 0 ? own : words;
  const letter = (word: string | undefined) => word?.match(/\p{L}/u)?.[0].toUpperCase() ?? '';
  return letter(named[0]) + (named.length > 1 ? letter(named.at(-1)) : '');
}

export type AvatarProps = { name: string; size?: keyof typeof SIZES; className?: string };

/** A person's initials in a ring. Decorative, so hidden from screen readers. */
export function Avatar({ name, size = 'medium', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'ui:inline-grid ui:shrink-0 ui:place-items-center ui:rounded-full ui:border ui:border-brass ui:bg-leaf ui:font-serif ui:leading-none ui:font-semibold ui:tracking-wide ui:text-ink ui:outline ui:-outline-offset-4 ui:outline-brass/35 ui:select-none',
        SIZES[size],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
