import type { OperationBody, frontendOperations } from '@archive/contracts';

const FAILURES = '/api/frontends/failures';
const SHOWN_PATH = '/api/frontends/shown';
const MESSAGE_LIMIT = 2000;
const NAME_LIMIT = 60;

type Failure = OperationBody<(typeof frontendOperations)['failure']>;
/** When something failed: while loading, while rendering, in an event handler or timer, or in a promise that nothing awaits. */
export type FailurePhase = NonNullable<Failure['phase']>;

/** Reports to the server that the shell or a remote failed. Does not wait for the response. */
export function reportFailure(name: string, version: string, error: unknown, phase: FailurePhase = 'event'): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const failure: Failure = {
    name: name.slice(0, NAME_LIMIT),
    version: version.slice(0, NAME_LIMIT),
    message: message.slice(0, MESSAGE_LIMIT),
    phase,
    page: loadedVersions(),
  };
  sendReport(FAILURES, failure);
}

/** Reports to the server that the shell or a remote has rendered. Does not wait for the response. */
export function reportShown(name: string, version: string): void {
  const report: OperationBody<(typeof frontendOperations)['shown']> = { name, version, page: loadedVersions() };
  sendReport(SHOWN_PATH, report);
}

function sendReport(url: string, report: object): void {
  const body = JSON.stringify(report);
  if (navigator.sendBeacon?.(url, new Blob([body], { type: 'application/json' }))) return;
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }).catch(
    () => undefined,
  );
}

const versions = new Map<string, string>();

/**
 * Registers the version of something that runs on this page, for failure reports: the shell, and each remote once it is loaded. Unrelated
 * to `FramePart`.
 */
export function addPagePart(name: string, version: string): void {
  versions.set(name, version);
}

/** Versions of everything that runs on this page, by name. A failure may come from something other than what fails. */
const loadedVersions = (): Record<string, string> => Object.fromEntries(versions);
