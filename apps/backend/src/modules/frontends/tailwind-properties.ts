/** Initial values that Tailwind registers. Its other properties have no initial value. */
const INITIAL_VALUES: readonly (readonly [RegExp, string])[] = [
  [/^border-style$|^outline-style$/, 'solid'],
  [/^content$/, '""'],
  [/^(?:divide|space)-[xy]-reverse$|^translate-[xyz]$|^border-spacing-[xy]$|^ring-offset-width$/, '0'],
  [/^scale-[xyz]$/, '1'],
  [/^(?:inset-)?(?:ring-)?shadow$|^ring-offset-shadow$/, '0 0 #0000'],
  [/^(?:inset-|drop-|text-)?shadow-alpha$/, '100%'],
  [/^ring-offset-color$/, '#fff'],
  [/^gradient-(?:from|via|to)$|^scrollbar-(?:thumb|track)$/, '#0000'],
  [/^(?:gradient|mask-[a-z]+)-from-position$/, '0%'],
  [/^gradient-via-position$/, '50%'],
  [/^(?:gradient|mask-[a-z]+)-to-position$/, '100%'],
  [/^mask-[a-z]+-from-color$/, '#000'],
  [/^mask-[a-z]+-to-color$/, '#0000'],
  [/^mask-(?:linear|conic)-position$/, '0deg'],
  [/^mask-radial-position$/, 'center'],
  [/^mask-radial-shape$/, 'ellipse'],
  [/^mask-radial-size$/, 'farthest-corner'],
  [/^mask-(?:linear|radial|conic|top|right|bottom|left)$/, 'linear-gradient(#fff,#fff)'],
  [/^scroll-snap-strictness$/, 'proximity'],
];

/** Syntaxes that Tailwind registers. Its other properties accept any value. */
const SYNTAXES: readonly (readonly [RegExp, string])[] = [
  [/^border-spacing-[xy]$|^ring-offset-width$/, '<length>'],
  [/^(?:inset-|drop-|text-)?shadow-alpha$/, '<percentage>'],
  [/^gradient-(?:from|via|to)$|^scrollbar-(?:thumb|track)$/, '<color>'],
  [/^gradient-(?:from|via|to)-position$/, '<length-percentage>'],
];
const ANY = '*';

const PREFIX = '--tw-';
const SAME: Readonly<Record<string, string>> = {
  black: '#000',
  transparent: '#0000',
  '0px': '0',
  'center center': 'center',
};

/** Converts a value to the spelling of Lightning CSS. */
function normalize(value: string): string {
  const text = value.trim().toLowerCase().replaceAll("'", '"').replaceAll(/\s+/g, ' ').replaceAll(/,\s/g, ',');
  return SAME[text] ?? text;
}

/**
 * Whether a registration of a custom property (`@property`) is the one that Tailwind generates. Registrations apply to the whole document,
 * and the last one wins. Any other registration would therefore change the styles of the shell and of other micro-frontends: their elements
 * would get its initial value, and the browser would ignore values that don't match its syntax.
 */
export function isTailwindProperty(name: string, descriptors: ReadonlyMap<string, string>): boolean {
  if (!name.startsWith(PREFIX)) return false;
  const expectedIn = (list: typeof INITIAL_VALUES) =>
    list.find(([pattern]) => pattern.test(name.slice(PREFIX.length)))?.[1];
  const initial = descriptors.get('initial-value');
  return (
    descriptors.get('inherits')?.trim() === 'false' &&
    normalize(descriptors.get('syntax') ?? '') === `"${expectedIn(SYNTAXES) ?? ANY}"` &&
    (initial === undefined ? undefined : normalize(initial)) === expectedIn(INITIAL_VALUES)
  );
}
