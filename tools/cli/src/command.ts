import { Refusal } from '@archive/postgres';

export interface Interrupts {
  /** Set by the first Ctrl-C, SIGTERM, or the end of whoever started us. */
  signal: AbortSignal;
  /** Set by the second: no more patience. */
  hurry: AbortSignal;
}

/** One Ctrl-C may arrive two or three times: from the terminal, from npm and from our own parent. */
const SAME_PRESS = 400;

/**
 * Runs a command to its end and leaves with its exit status. A `Refusal` is one sentence on stderr and status 1; an
 * interruption ends with `interrupted`.
 */
export async function runCommand(
  work: (interrupts: Interrupts) => Promise<number>,
  { interrupted = 0 } = {},
): Promise<never> {
  const stop = new AbortController();
  const hurry = new AbortController();
  let last = 0;
  let reason = '';
  const interrupt = (why: string) => {
    if (Date.now() - last < SAME_PRESS) return;
    last = Date.now();
    reason ||= why;
    (stop.signal.aborted ? hurry : stop).abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  process.once('disconnect', () => stop.signal.aborted || interrupt('whoever started it has ended'));
  // A terminal that is gone must not keep us from tidying up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    process.exit(await work({ signal: stop.signal, hurry: hurry.signal }));
  } catch (error) {
    if (stop.signal.aborted && (error as Error).name === 'AbortError') {
      console.error(`Interrupted: ${reason}.`);
      process.exit(interrupted);
    }
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  }
}

/** Settles when the signal is set. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
