import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const MAX_ROTATED_LOGS = 5;

/** Moves `api.log` to `api.1.log`, `api.1.log` to `api.2.log` and so on; five older files are kept. */
export function rotate(file: string): void {
  const rotatedName = (index: number) => (index === 0 ? file : file.replace(/\.log$/, `.${index}.log`));
  for (let index = MAX_ROTATED_LOGS - 1; index >= 0; index--)
    if (existsSync(rotatedName(index))) renameSync(rotatedName(index), rotatedName(index + 1));
}

/**
 * Follows a growing file and passes on each complete line. Children write to the file instead of a pipe, so that
 * their output survives when this process is killed.
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

const VISIBLE_LEVELS = new Set(['warn', 'error', 'fatal']);

/** The part of a log line to show in the terminal: warnings and errors; unstructured text as it is. */
export function terminalText(line: string): string | undefined {
  if (!line.startsWith('{')) return line.trim() || undefined;
  try {
    const record = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } };
    if (!VISIBLE_LEVELS.has(record.level ?? '')) return undefined;
    return [...new Set([record.msg, record.err?.message])].filter(Boolean).join(': ') || undefined;
  } catch {
    return line;
  }
}

/** The reason why a program ended: the error of a stack trace, otherwise the last line. */
export function failureReason(output: string): string {
  const lines = output
    .split('\n')
    .map(terminalText)
    .filter((line) => line !== undefined);
  const messages = lines.filter((line) => !/^(at |Node\.js v|[{}]|\^|throw )/.test(line));
  return (
    messages.findLast((line) => /^(Uncaught )?\w*(Error|Exception)\b.*:/.test(line)) ??
    messages.at(-1) ??
    'no reason given'
  );
}
