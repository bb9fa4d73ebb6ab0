import { UserError } from '@archive/postgres';
import { createInterface } from 'node:readline/promises';

const MAX_SHOWN_LINES = 20;

/** The first lines of a list, and how many follow. */
export const bulletList = (lines: readonly string[], total = lines.length) =>
  [
    ...lines.slice(0, MAX_SHOWN_LINES).map((line) => `  ${line}`),
    ...(total > MAX_SHOWN_LINES ? [`  and ${total - MAX_SHOWN_LINES} more`] : []),
  ].join('\n');

/** Asks on a terminal. @throws a `UserError` with what to do without one */
export async function isConfirmed(question: string, withoutTerminal: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UserError(withoutTerminal);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`\n${question} (y/N) `, { signal })).trim());
  } finally {
    terminal.close();
  }
}
