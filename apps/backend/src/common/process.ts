import type { Pino } from './logging.ts';
import { flushTraces } from './tracing.ts';

const SHUTDOWN_MS = 10_000;

interface Stoppable {
  close(): Promise<void>;
}

interface StopOptions {
  parentWatch: boolean;
  /** Milliseconds until the process exits anyway; ten seconds by default. */
  timeoutMs?: number;
  /** Runs before the application closes. */
  drain?: () => Promise<void>;
  /** Called when the application begins to close. */
  onClosing?: () => void;
}

/**
 * Shuts down gracefully on SIGTERM and SIGINT and, with `parentWatch`, when the channel to the parent process closes (IPC, or else
 * standard input). Exits anyway after `timeoutMs` or at a second signal.
 */
export function shutDownGracefully(
  app: Stoppable,
  log: Pino,
  { parentWatch, timeoutMs = SHUTDOWN_MS, drain = () => Promise.resolve(), onClosing }: StopOptions,
): void {
  let isStopping = false;
  const stop = (reason: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info(`Stopping: ${reason}.`);
    setTimeout(() => {
      log.error('Shutdown timed out.');
      process.exit(1);
    }, timeoutMs).unref();
    const close = () => {
      onClosing?.();
      return app.close();
    };
    drain()
      .then(close)
      .then(flushTraces)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'Shutdown failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (parentWatch) watchParent(() => stop('the parent process has ended'));
}

function watchParent(onEnd: () => void): void {
  let isNotified = false;
  const notifyOnce = () => {
    if (!isNotified) onEnd();
    isNotified = true;
  };
  if (process.connected) {
    process.once('disconnect', notifyOnce);
    return;
  }
  process.stdin.once('end', notifyOnce).once('close', notifyOnce).once('error', notifyOnce).resume();
}

/** Logs an uncaught error and exits: the state of the process is unknown, and its supervisor starts another. */
export function exitOnFault(log: Pino): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'Uncaught error; the process exits');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
