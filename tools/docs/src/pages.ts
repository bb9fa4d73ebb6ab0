import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { globSync, readFileSync } from 'node:fs';
import { marked, type Token } from 'marked';

/** The root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface CodeBlock {
  /** `sh`, `sql`, `json`, …; empty when the block has no language. */
  language: string;
  text: string;
}

export interface Page {
  /** Relative to the root, with forward slashes. */
  path: string;
  text: string;
  /** Anchors of its headings, as GitHub generates them. */
  anchors: Set<string>;
  /** Targets of its links and images, as written. */
  links: string[];
  blocks: CodeBlock[];
  /** Contents of `inline code`. */
  spans: string[];
}

const PATTERNS = ['*.md', 'docs/**/*.md', 'libs/*/README.md'];

const walk = (tokens: Token[], visit: (token: Token) => void) => {
  void marked.walkTokens(tokens, visit);
};

/** The text of a heading without markup. */
function plainText(tokens: Token[]): string {
  let text = '';
  walk(tokens, (token) => {
    if ((token.type === 'text' || token.type === 'codespan' || token.type === 'escape') && !('tokens' in token))
      text += token.text as string;
  });
  return text;
}

/** Reads one Markdown page: its anchors, links and code. */
export function readPage(file: string): Page {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const page: Page = { path: file, text, anchors: new Set(), links: [], blocks: [], spans: [] };
  const slugger = new GithubSlugger();
  walk(marked.lexer(text), (token) => {
    if (token.type === 'heading') page.anchors.add(slugger.slug(plainText(token.tokens ?? [])));
    if (token.type === 'link' || token.type === 'image') page.links.push(token.href as string);
    if (token.type === 'code') page.blocks.push({ language: (token.lang as string) ?? '', text: token.text as string });
    if (token.type === 'codespan') page.spans.push(token.text as string);
  });
  return page;
}

/** Every page of the documentation, sorted by path. */
export function readPages(): Page[] {
  const files = globSync(PATTERNS, { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/'));
  return files.toSorted().map(readPage);
}

/** Code block languages that a person types into a shell. */
const SHELL = ['sh', 'bash', 'console', ''];

/** The commands of a block, one per line; a trailing backslash continues the command on the next line. */
export function commandsIn({ language, text }: CodeBlock): string[] {
  if (!SHELL.includes(language)) return [];
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#\s.*$/, '').trim())
    .filter((line) => line !== '');
}

/** SQL that a block passes to `psql` with `-c "…"`. */
export function sqlIn(block: CodeBlock): string[] {
  return commandsIn(block)
    .filter((command) => /\bpsql\b/.test(command))
    .flatMap((command) => [...command.matchAll(/\s-c (?:"([^"]+)"|'([^']+)'|(\w+))/g)])
    .map(([, double, single, unquoted]) => (double ?? single ?? unquoted)!);
}

/** The rows of the glossary. */
export const GLOSSARY_TERMS = [
  ...readPage('docs/glossary.md').text.matchAll(/^\| \*\*(.+?)\*\* +\| .+ \| (.+?) +\|$/gm),
].map(([, term = '', where = '']) => ({ term, where }));
