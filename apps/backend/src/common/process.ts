import { setTimeout as pause } from 'node:timers/promises';
import type { Pino } from './logging.ts';
import { flushTraces } from './tracing.ts';

const SHUTDOWN_MS = 10_000;
/** Short, because a process that can't recover may not be able to close its connections either. */
const FAILED_CLOSE_MS = 5000;

interface Stoppable {
  close(): Promise<void>;
}

interface StopOptions {
  parentWatch: boolean;
  /** Milliseconds after which the process exits even if the application hasn't closed; ten seconds by default. */
  timeoutMs?: number;
  /** Runs before the application closes. */
  drain?: () => Promise<void>;
  /** Called when the application begins to close. */
  onClosing?: () => void;
  /** A signal that is aborted when the process can't recover. Its supervisor then starts another process. */
  failed: AbortSignal;
}

/**
 * Shuts down gracefully on SIGTERM and SIGINT and, with `parentWatch`, when the channel to the parent process closes (IPC, or else
 * standard input). The exit code is 0, or 1 if the process can't recover. Exits immediately after `timeoutMs` or at a second signal.
 */
export function shutDownGracefully(
  app: Stoppable,
  log: Pino,
  { parentWatch, timeoutMs = SHUTDOWN_MS, drain = () => Promise.resolve(), onClosing, failed }: StopOptions,
): void {
  let isStopping = false;
  const stop = (reason: string, exitCode = 0) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info(`Stopping: ${reason}.`);
    setTimeout(() => {
      log.error('Shutdown timed out.');
      process.exit(1);
    }, timeoutMs).unref();
    const close = () => {
      onClosing?.();
      return exitCode === 0 ? app.close() : Promise.race([app.close(), pause(FAILED_CLOSE_MS)]);
    };
    drain()
      .then(close)
      .then(flushTraces)
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          log.error({ err: error }, 'Shutdown failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  failed.addEventListener('abort', () => {
    log.fatal(String(failed.reason));
    stop('the process cannot recover', 1);
  });
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

/** Logs an uncaught error and exits, because the state of the process is unknown. Its supervisor starts another process. */
export function exitOnFault(log: Pino): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'Uncaught error; the process exits');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
