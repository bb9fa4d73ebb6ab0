import { reportFailure, type FailurePhase } from '@archive/shell-api';

const REMOTE_FILE = /\/mfe\/([\w-]+)\/([^/\s]+)\//;
const SHELL_FILE = '/assets/';
/** Connection errors and canceled requests are not caused by a version. */
const CONNECTION_ERRORS = /^(?:AbortError|TimeoutError|ApiError|NetworkError)$/;
const CONNECTION_LOST = /failed to fetch|load failed|networkerror|dynamically imported module/i;
/** Maximum number of reports per page, in case an error repeats in a loop. */
const MAX_REPORTS = 10;

/**
 * The micro-frontend in which an error was thrown: the first remote in its stack
 * trace, or else the shell. Undefined for other code, such as browser extensions.
 */
export function failingFrontend(
  stack: string,
  origin: string,
): { name: string; version: string | undefined } | undefined {
  const ownLines = stack.split('\n').filter((line) => line.includes(origin));
  const [, name, version] = ownLines.map((line) => REMOTE_FILE.exec(line)).find((match) => match !== null) ?? [];
  if (name !== undefined) return { name, version };
  return ownLines.some((line) => line.includes(SHELL_FILE)) ? { name: 'shell', version: undefined } : undefined;
}

function isCodeError(error: Error): boolean {
  return !CONNECTION_ERRORS.test(error.name) && !CONNECTION_LOST.test(error.message);
}

let reports = 0;

function report(error: unknown, phase: FailurePhase, shellVersion: string): void {
  if (!(error instanceof Error) || !isCodeError(error)) return;
  const part = failingFrontend(error.stack ?? '', window.location.origin);
  if (!part || (reports += 1) > MAX_REPORTS) return;
  reportFailure(part.name, part.version ?? shellVersion, error, phase);
}

/** Reports errors that no error boundary catches: in event handlers, timers and promises. */
export function reportPageErrors(shellVersion: string): void {
  window.addEventListener('error', ({ error }) => report(error, 'event', shellVersion));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise', shellVersion));
}
