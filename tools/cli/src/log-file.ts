import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';

const MAX_ROTATED_LOGS = 5;
/** Size at which a log is rotated while its program runs. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Moves `api.log` to `api.1.log`, `api.1.log` to `api.2.log` and so on; five older files are kept. */
export function rotate(file: string): void {
  rotateOlder(file);
  if (existsSync(file)) renameSync(file, rotatedName(file, 1));
}

const rotatedName = (file: string, index: number) => file.replace(/\.log$/, `.${index}.log`);

function rotateOlder(file: string): void {
  rmSync(rotatedName(file, MAX_ROTATED_LOGS), { force: true });
  for (let index = MAX_ROTATED_LOGS - 1; index >= 1; index--)
    if (existsSync(rotatedName(file, index))) renameSync(rotatedName(file, index), rotatedName(file, index + 1));
}

/**
 * Rotates a file that a program has open: copies and empties it, because the program would keep writing to a renamed file. On a
 * full disk there is no copy.
 * @param readRest reads what was written while it was copied, after the first bytes
 */
function rotateOpen(file: string, readRest: (from: number) => Buffer): void {
  rotateOlder(file);
  const copy = rotatedName(file, 1);
  try {
    copyFileSync(file, copy);
    appendFileSync(copy, readRest(statSync(copy).size));
  } catch {
    rmSync(copy, { force: true });
  }
  truncateSync(file);
}

/**
 * Follows a growing file, passes on each complete line, and rotates it at a size. Children write to the file instead of
 * a pipe, so that their output survives when this process is killed.
 */
export function followFile(
  file: string,
  onLine: (line: string) => void,
  { maxBytes = MAX_LOG_BYTES }: { maxBytes?: number } = {},
): { stop(): void } {
  let position = existsSync(file) ? statSync(file).size : 0;
  let partialLine = Buffer.alloc(0);
  const readNewBytes = (): Buffer => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < position) position = 0;
    if (size === position) return Buffer.alloc(0);
    const chunk = Buffer.alloc(size - position);
    const handle = openSync(file, 'r');
    const length = readSync(handle, chunk, 0, chunk.length, position);
    closeSync(handle);
    position += length;
    return chunk.subarray(0, length);
  };
  const forwardBytes = (bytes: Buffer) => {
    partialLine = Buffer.concat([partialLine, bytes]);
    for (let end = partialLine.indexOf(10); end >= 0; end = partialLine.indexOf(10)) {
      onLine(partialLine.subarray(0, end).toString());
      partialLine = partialLine.subarray(end + 1);
    }
  };
  const read = () => {
    forwardBytes(readNewBytes());
    if (position < maxBytes) return;
    rotateOpen(file, (copied) => {
      const previousPosition = position;
      const bytes = readNewBytes();
      forwardBytes(bytes);
      return bytes.subarray(Math.max(0, copied - previousPosition));
    });
    position = 0;
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

/** The part of a log line to show in the terminal: warnings and errors; unstructured text unchanged. */
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
