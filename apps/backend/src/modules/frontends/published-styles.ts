import { type Atrule, type CssNode, ident, parse, string, tokenize, tokenTypes, type List, url } from 'css-tree';
import { isExternalUrl } from './external-urls.ts';
import { isTailwindProperty } from './tailwind-properties.ts';

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
