import { ArchiveError } from '@archive/client';
import { UserError } from '@archive/postgres';

export interface RunOptions {
  /** Aborted by the first Ctrl-C, SIGTERM, or the end of the parent process. */
  signal: AbortSignal;
  /** Aborted by the second of these: stop without waiting. */
  forceStop: AbortSignal;
}

/** One Ctrl-C may arrive up to three times: from the terminal, from npm and from our parent. */
const DEBOUNCE_MS = 400;

/**
 * Runs a command and exits with its status. A `UserError` or an error of the archive prints its message and exits with 1; an interruption exits
 * with `interrupted`.
 */
export async function runCommand(
  work: (interrupts: RunOptions) => Promise<number>,
  { interrupted = 0 } = {},
): Promise<never> {
  const stop = new AbortController();
  const forceStop = new AbortController();
  let last = 0;
  let reason = '';
  const interrupt = (cause: string) => {
    if (Date.now() - last < DEBOUNCE_MS) return;
    last = Date.now();
    reason ||= cause;
    (stop.signal.aborted ? forceStop : stop).abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  process.once('disconnect', () => stop.signal.aborted || interrupt('the parent process ended'));
  // A closed terminal must not prevent cleanup.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    process.exit(await work({ signal: stop.signal, forceStop: forceStop.signal }));
  } catch (error) {
    if (stop.signal.aborted && (error as Error).name === 'AbortError') {
      console.error(`Interrupted: ${reason}.`);
      process.exit(interrupted);
    }
    console.error(error instanceof UserError || error instanceof ArchiveError ? error.message : error);
    process.exit(1);
  }
}

/** Resolves when the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
