import type { OperationBody, frontendOperations } from '@archive/contracts';
import { loadedVersions } from './loaded-versions.ts';

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
