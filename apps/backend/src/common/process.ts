import type { Pino } from './logging.ts';

const PATIENCE_MS = 10_000;

const HURRY_MS = 3000;

interface Stoppable {
  close(): Promise<void>;
}

interface StopOptions {
  parentWatch: boolean;
  /** Milliseconds after which what is still at work is cut off; ten seconds unless said. */
  patienceMs?: number;
  /** Called after three seconds: ends what would go on for ever, such as streams to browsers. */
  hurry?: () => void;
}

/**
 * Ends the process in good order: on SIGTERM and SIGINT, and, with `parentWatch`, when the channel to the process that started it
 * closes (IPC where there is one, else standard input). What is still at work after `patienceMs`, or at a second signal, is cut off.
 */
export function stopInOrder(
  app: Stoppable,
  log: Pino,
  { parentWatch, patienceMs = PATIENCE_MS, hurry }: StopOptions,
): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info(`Stopping: ${reason}.`);
    setTimeout(() => {
      log.error('Stopping took too long.');
      process.exit(1);
    }, patienceMs).unref();
    if (hurry) setTimeout(hurry, HURRY_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('asked to'));
  process.on('SIGINT', () => stop('interrupted'));
  if (parentWatch) watchParent(() => stop('the process that started this one is gone'));
}

function watchParent(gone: () => void): void {
  let told = false;
  const once = () => {
    if (!told) gone();
    told = true;
  };
  if (process.connected) {
    process.once('disconnect', once);
    return;
  }
  process.stdin.once('end', once).once('close', once).once('error', once).resume();
}

/** What nobody caught leaves the process in no known state: it says so and ends, and whoever supervises it starts another. */
export function endOnFault(log: Pino): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'The process ends on a fault');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
