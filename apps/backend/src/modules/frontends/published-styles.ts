import { type Atrule, type CssNode, type List, ident, parse, string, tokenTypes, tokenize, url } from 'css-tree';

/** At-rules whose content is checked by the same rules as the content around them. */
const TRANSPARENT = new Set(['layer', 'media', 'supports', 'container', 'starting-style']);
const URL_FUNCTIONS = new Set(['url(', 'src(', 'image-set(', '-webkit-image-set(']);

interface Sheet {
  /** The remote that the styles belong to. */
  remote: string;
  path: string;
  problems: string[];
}

/** Whether an `@scope` prelude is the one that builds generate: the remote's elements, without those of remotes inside them. */
function isOwnScope(prelude: string, remote: string): boolean {
  const normalized = prelude.replaceAll(/["'\s]/g, '').toLowerCase();
  return normalized === `([data-mfe=${remote}])to([data-mfe]:not([data-mfe=${remote}]))`;
}

/**
 * Reasons why a remote's styles could change the page around it, one sentence per problem. Rejects everything that could affect elements
 * outside of the remote. Also rejects invalid CSS, although browsers skip it, because they may parse it differently from this parser.
 */
export function styleProblems(remote: string, path: string, css: string): string[] {
  const sheet: Sheet = { remote, path, problems: [] };
  const report = (message: string, line: number) => sheet.problems.push(`${path}, line ${line}: ${message}`);
  const tree = parse(css, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    parseRulePrelude: false,
    parseCustomProperty: false,
    onParseError: ({ message, line }: Error & { line?: number }) => report(`not valid CSS (${message}).`, line ?? 1),
  });
  checkTokens(css, sheet);
  if (tree.type === 'StyleSheet') checkNodes(tree.children, false, sheet);
  return sheet.problems;
}

const textOf = (node: CssNode | null): string => (node?.type === 'Raw' ? node.value : '');

function checkNodes(nodes: List<CssNode>, isScoped: boolean, sheet: Sheet): void {
  for (const node of nodes.toArray()) checkNode(node, isScoped, sheet);
}

function checkNode(node: CssNode, isScoped: boolean, sheet: Sheet): void {
  const { remote, path, problems } = sheet;
  const report = (sentence: string) => problems.push(`${path}, line ${node.loc?.start.line ?? 1}: ${sentence}`);
  if (node.type === 'Atrule') {
    const name = ident.decode(node.name).toLowerCase();
    const prelude = textOf(node.prelude).trim();
    if (name === 'charset' || (name === 'property' && isTailwindProperty(prelude, descriptorsIn(node)))) return;
    if (name === 'keyframes' && prelude.startsWith(`${remote}-`)) return;
    if (name === 'scope' && node.block) {
      if (!isScoped && !isOwnScope(prelude, remote)) report(`@scope ${prelude} is not the scope of ${remote}.`);
      checkNodes(node.block.children, true, sheet);
    } else if (TRANSPARENT.has(name)) {
      if (node.block) checkNodes(node.block.children, isScoped, sheet);
    } else report(`@${name} ${prelude}`.trim() + ` has an effect outside of ${remote}.`);
  } else if (node.type === 'Rule') {
    if (!isScoped) report(`the styles of “${textOf(node.prelude).trim()}” apply outside of ${remote}.`);
    checkNodes(node.block.children, isScoped, sheet);
  } else if (node.type === 'Declaration') {
    // `image-set(var(--name))` could use a URL from any custom property.
    if (node.property.startsWith('--'))
      for (const address of stringsIn(textOf(node.value)))
        if (isExternalUrl(address)) report(`${address.slice(0, 100)} is on another site.`);
  } else if (node.type !== 'Comment') {
    report('not valid CSS.');
  }
}

/** Descriptors of an at-rule by name; the last descriptor with a name applies. */
const descriptorsIn = ({ block }: Atrule): ReadonlyMap<string, string> =>
  new Map(
    block?.children
      .toArray()
      .flatMap((node) =>
        node.type === 'Declaration' ? [[ident.decode(node.property).toLowerCase(), textOf(node.value)] as const] : [],
      ),
  );

function stringsIn(css: string): string[] {
  const strings: string[] = [];
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.String) strings.push(string.decode(css.slice(start, end)));
  });
  return strings;
}

/** Finds errors that browsers and parsers recover from differently, and URLs of other sites. */
function checkTokens(css: string, { path, problems }: Sheet): void {
  const functions: string[] = [];
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    const line = () => css.slice(0, start).split('\n').length;
    if (
      type === tokenTypes.BadString ||
      type === tokenTypes.BadUrl ||
      type === tokenTypes.CDO ||
      type === tokenTypes.CDC
    )
      problems.push(`${path}, line ${line()}: not valid CSS.`);
    const isAddress = type === tokenTypes.String && URL_FUNCTIONS.has(functions.at(-1) ?? '');
    const address = isAddress ? string.decode(text) : type === tokenTypes.Url ? url.decode(text) : undefined;
    if (address !== undefined && isExternalUrl(address))
      problems.push(`${path}, line ${line()}: ${address.slice(0, 100)} is on another site.`);
    // Escapes could hide a URL from this check.
    if (type === tokenTypes.Function && text.includes('\\')) problems.push(`${path}, line ${line()}: not valid CSS.`);
    if (type === tokenTypes.Function) functions.push(text.toLowerCase());
    else if (type === tokenTypes.LeftParenthesis) functions.push('(');
    else if (type === tokenTypes.RightParenthesis) functions.pop();
  });
}

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
function isTailwindProperty(name: string, descriptors: ReadonlyMap<string, string>): boolean {
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

const SCHEME_OR_HOST = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Whether a URL in a build loads from another site. `data:` URLs are fine: they load nothing. */
export function isExternalUrl(url: string): boolean {
  // Browsers skip spaces and control characters.
  const compactUrl = [...url].filter((character) => character > ' ').join('');
  return SCHEME_OR_HOST.test(compactUrl) && !/^data:/i.test(compactUrl);
}
