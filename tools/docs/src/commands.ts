import type { CodeBlock } from './pages.ts';

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
