import { useState } from 'react';
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
  const withoutTitles = words.filter((word) => !TITLES.test(word));
  const names = withoutTitles.length > 0 ? withoutTitles : words;
  const initialOf = (word: string | undefined) => word?.match(/\p{L}/u)?.[0].toUpperCase() ?? '';
  return initialOf(names[0]) + (names.length > 1 ? initialOf(names.at(-1)) : '');
}

export type AvatarProps = {
  name: string;
  size?: keyof typeof SIZES;
  /** Thumbnail of a portrait. Initials replace a missing or broken one. */
  src?: string | null | undefined;
  /** Alternative text, for a portrait that isn't shown beside the name. */
  alt?: string | null | undefined;
  className?: string;
};

/** A person's portrait or initials in a ring. Decorative, so hidden from screen readers, except for a portrait with `alt`. */
export function Avatar({ name, size = 'medium', src, alt, className }: AvatarProps) {
  const [brokenUrl, setBroken] = useState<string>();
  const portrait = src && src !== brokenUrl ? src : null;
  return (
    <span
      aria-hidden={!(portrait && alt)}
      translate="no"
      className={cx(
        'ui:relative ui:inline-grid ui:shrink-0 ui:overflow-hidden ui:place-items-center ui:rounded-full ui:border ui:border-brass ui:bg-leaf ui:font-serif ui:leading-none ui:font-semibold ui:tracking-wide ui:text-ink ui:outline ui:-outline-offset-4 ui:outline-brass/35 ui:select-none',
        SIZES[size],
        className,
      )}
    >
      {portrait ? (
        <img
          src={portrait}
          alt={alt ?? ''}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(portrait)}
          className="ui:absolute ui:inset-0 ui:size-full ui:object-cover ui:object-[50%_25%]"
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
