import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const KEPT = 5;

/** Moves `api.log` to `api.1.log`, that one to `api.2.log` and so on: a start begins a new file, five older ones stay. */
export function rotate(file: string): void {
  const numbered = (index: number) => (index === 0 ? file : file.replace(/\.log$/, `.${index}.log`));
  for (let index = KEPT - 1; index >= 0; index--)
    if (existsSync(numbered(index))) renameSync(numbered(index), numbered(index + 1));
}

/**
 * Follows a growing file and hands over each whole line. The children write to the file itself and not to a pipe of ours,
 * so that nothing they say is lost, and none of them dies of a broken pipe, when we are killed.
 */
export function follow(file: string, onLine: (line: string) => void): { stop(): void } {
  let position = existsSync(file) ? statSync(file).size : 0;
  let rest = Buffer.alloc(0);
  const read = () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= position) return;
    const chunk = Buffer.alloc(size - position);
    const handle = openSync(file, 'r');
    const length = readSync(handle, chunk, 0, chunk.length, position);
    closeSync(handle);
    position += length;
    rest = Buffer.concat([rest, chunk.subarray(0, length)]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      onLine(rest.subarray(0, end).toString());
      rest = rest.subarray(end + 1);
    }
  };
  const timer = setInterval(read, 200);
  return {
    stop() {
      clearInterval(timer);
      read();
    },
  };
}

const SHOWN = new Set(['warn', 'error', 'fatal']);

/** What a person at the terminal should see of a line of the log: nothing below a warning; text that is no record as it is. */
export function warningIn(line: string): string | undefined {
  if (!line.startsWith('{')) return line.trim() || undefined;
  try {
    const record = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } };
    if (!SHOWN.has(record.level ?? '')) return undefined;
    return [...new Set([record.msg, record.err?.message])].filter(Boolean).join(': ') || undefined;
  } catch {
    return line;
  }
}

/** What a program that ended last said of the reason: the error of a stack, else the last line. */
export function lastWords(output: string): string {
  const said = output
    .split('\n')
    .map(warningIn)
    .filter((line) => line !== undefined);
  const words = said.filter((line) => !/^(at |Node\.js v|[{}]|\^|throw )/.test(line));
  return (
    words.findLast((line) => /^(Uncaught )?\w*(Error|Exception)\b.*:/.test(line)) ?? words.at(-1) ?? 'it gave no reason'
  );
}
