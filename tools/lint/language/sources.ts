import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Scope } from './terms.ts';

export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A fragment of language: a string, a name or a comment, with its position. */
export interface Fragment {
  scope: Scope;
  file: string;
  line: number;
  /** What kind of text it is: `jsx`, the name of an attribute or a property, `string`, `comment`, `identifier`. */
  kind: string;
  value: string;
}

/** Fixture documents, the archive's own texts and generated files are not checked. */
const IGNORED =
  /(?:^|\/)(?:fixtures|migrations|node_modules|dist)\/|^archive\/|^docs\/openapi\.json$|package-lock\.json$|\.(?:svg|json|yml|css|html|woff2|jpg|png|webp)$/;
const CODE = /\.(?:ts|tsx|mts|mjs|js)$/;
const DOCS = /\.md$/;

/** All files of the project whose language is checked, tracked or new, as paths from the root. */
export function projectFiles(root = ROOT): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  return [...new Set(list.split('\0'))].filter(
    (file) => file && !IGNORED.test(file) && existsSync(path.join(root, file)),
  );
}

export const isCode = (file: string) => CODE.test(file);
export const isDocs = (file: string) => DOCS.test(file);
export const isTest = (file: string) =>
  /\.(?:test|spec|scenes|shots)\.tsx?$|(?:^|\/)(?:test|e2e|fixtures)\//.test(file);

/** Every fragment of a file. `source` is its content. */
export function fragmentsOf(file: string, source = readFileSync(path.join(ROOT, file), 'utf8')): Fragment[] {
  const name: Fragment = { scope: 'file', file, line: 1, kind: 'file', value: path.basename(file) };
  if (isDocs(file)) return [name, ...docLines(file, source)];
  return isCode(file) ? [name, ...codeFragments(file, source)] : [name];
}

function docLines(file: string, source: string): Fragment[] {
  let isInCode = false;
  return source.split('\n').flatMap((value, index): Fragment[] => {
    if (/^\s*```/.test(value)) isInCode = !isInCode;
    const text = value.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '');
    return isInCode || !text.trim() ? [] : [{ scope: 'docs', file, line: index + 1, kind: 'docs', value: text }];
  });
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Attributes and properties whose string is never shown to people. */
const NOT_TEXT =
  /^(?:class(?:Name|Names|es)?|style|id|key|type|href|to|src|d|viewBox|role|name|htmlFor|rel|target|method|path|url|from|slug|kind|as|variant|size|icon|sql|queue|event|format|pattern|regex|content_type|contentType|accept|autoComplete|inputMode)$/;
/** Attributes and properties whose string is always shown. */
const TEXT =
  /^(?:label|title|aria-label|ariaLabel|aria-description|placeholder|alt|description|summary|message|detail|help|hint|heading|caption|text|empty|legend|tooltip|confirm|cancel|question|note|fallback|doc|error)$/i;
/** Functions whose string arguments are always shown. */
const TEXT_CALLS = /^(?:error|success|info|warn|describe|print|toast|confirm|announce|usePageTitle)$/;

const SQL =
  /^\s*(?:select|insert|update|delete|with|create|alter|drop|from|where|left join|join|order by|group by|coalesce|and|or|case)\b/;
const PROSE = /[A-Za-z’']{2,}[,;:]? +[A-Za-z’'“({[]/;
const CLASS_LIST = /^[a-z0-9\-:/[\]().%!@*&>=_#'",\s]+$/;

const SQL_INSIDE =
  /\b(?:exists|array_remove|coalesce|row_number|unnest|select)\s*\(|\bcase when\b|\bselect\b.*\bfrom\b/;
const HEADER = /^[\w.+-]+\/[\w.+*-]+(?:;|,)/;

function looksLikeProse(value: string): boolean {
  const text = value.trim();
  if (SQL.test(text) || SQL_INSIDE.test(text) || HEADER.test(text) || !PROSE.test(text)) return false;
  return !(CLASS_LIST.test(text) && /(?:^|\s)[\w-]*[-:[][\w-]*/.test(text));
}

const nameOf = (node: unknown): string =>
  isNode(node)
    ? String(node['name'] ?? node['value'] ?? (isNode(node['property']) ? node['property']['name'] : ''))
    : '';

function codeFragments(file: string, source: string): Fragment[] {
  const { program, comments } = parseSync(file, source);
  const starts = lineStarts(source);
  const fragments: Fragment[] = [];
  const names = new Set<string>();
  const add = (scope: Scope, kind: string, index: number, value: string) => {
    const text = value.replaceAll(/\s+/g, ' ').trim();
    if (text) fragments.push({ scope, file, line: lineOf(starts, index), kind, value: text });
  };
  for (const { start, value } of comments) add('comment', 'comment', start, value.replaceAll(/^\s*\* ?/gm, ' '));

  const visit = (node: Node, context: Context): void => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
        return;
      case 'Identifier':
      case 'PrivateIdentifier': {
        const name = String(node['name']);
        if (!names.has(name)) add('identifier', 'identifier', node.start, name);
        names.add(name);
        return;
      }
      case 'JSXText':
        add('text', 'jsx', node.start, String(node['value']));
        return;
      case 'Literal':
        if (typeof node['value'] === 'string') addText(node['value'], node, context);
        return;
      case 'TemplateLiteral':
        addText(templateText(node, source), node, context);
        break;
      default:
    }
    const next = childContext(node, context);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'type' || key === 'source') continue;
      const inherited = key === 'key' || key === 'callee' || key === 'tag' ? { key: '', jsx: false } : next;
      if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, inherited);
      if (isNode(value)) visit(value, inherited);
    }
  };
  const addText = (value: string, { start }: Node, { key, jsx, call }: Context) => {
    if (NOT_TEXT.test(key)) return;
    if (TEXT.test(key) || TEXT_CALLS.test(call ?? '')) {
      if (/[A-Za-z]{2}/.test(value)) add('text', key || (call ?? ''), start, value);
    } else if (jsx && /^[A-Z“][a-z]/.test(value.trim())) add('text', 'jsx', start, value);
    else if (looksLikeProse(value)) add('text', key || 'string', start, value);
  };
  visit(program as unknown as Node, { key: '', jsx: false });
  return fragments;
}

interface Context {
  /** The attribute or property that the value belongs to. */
  key: string;
  /** Inside an expression in braces among the children of an element. */
  jsx: boolean;
  /** The function whose argument it is. */
  call?: string;
}

function childContext(node: Node, context: Context): Context {
  switch (node.type) {
    case 'JSXAttribute':
      return { key: nameOf(node['name']), jsx: false };
    case 'JSXElement':
    case 'JSXFragment':
      return { key: '', jsx: true };
    case 'Property':
    case 'PropertyDefinition':
      return { key: nameOf(node['key']), jsx: false };
    case 'CallExpression':
    case 'NewExpression':
      return { key: '', jsx: context.jsx, call: nameOf(node['callee']) };
    case 'BinaryExpression':
    case 'MemberExpression':
    case 'SwitchCase':
    case 'TaggedTemplateExpression':
      return { key: '', jsx: false };
    default:
      return context;
  }
}

function templateText(node: Node, source: string): string {
  const quasis = node['quasis'] as Node[];
  const expressions = node['expressions'] as Node[];
  return quasis
    .map((quasi, index) => {
      const { cooked } = quasi['value'] as { cooked?: string };
      const expression = expressions[index];
      const inner = expression ? source.slice(expression.start, expression.end).replaceAll(/\s+/g, ' ') : '';
      return (cooked ?? '') + (expression ? `{${inner.length > 30 ? '…' : inner}}` : '');
    })
    .join('');
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let index = source.indexOf('\n'); index >= 0; index = source.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

function lineOf(starts: number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

if (import.meta.main) printTexts();

/** `npm run texts`: every text that people read, by screen or module, with its place in the code. */
function printTexts(): void {
  const SHOWN =
    /^(?:apps\/[^/]+\/src|libs\/(?:ui|editing|shell-api|api-client|contracts|voyage-document)\/src|tools\/cli)\//;

  /** The folder of a feature or module; the file itself outside of one. */
  const screenOf = ({ file }: Fragment): string =>
    /^apps\/[^/]+\/src\/(?:features|modules)\/[^/]+|^(?:apps|libs|tools)\/[^/]+(?:\/src(?:\/[^/]+(?=\/))?)?/.exec(
      file,
    )?.[0] ?? file;

  const folders = process.argv.slice(2);
  const texts = projectFiles()
    .filter((file) => SHOWN.test(file) && isCode(file) && !isTest(file))
    .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
    .flatMap((file) => fragmentsOf(file))
    .filter(({ scope }) => scope === 'text');

  for (const [screen, fragments] of Map.groupBy(texts, screenOf)) {
    console.log(`\n## ${screen}\n`);
    for (const { file, line, kind, value } of fragments.toSorted(
      (a, b) => a.file.localeCompare(b.file) || a.line - b.line,
    ))
      console.log(`${`${file.slice(screen.length + 1)}:${line}`.padEnd(44)} ${kind.padEnd(14)} ${value}`);
  }
  console.log(`\n${texts.length} texts.`);
}
