import type { OperationBody, frontendOperations } from '@archive/contracts';

const FAILURES = '/api/frontends/failures';
const SHOWN = '/api/frontends/shown';
const MESSAGE_LIMIT = 2000;
const NAME_LIMIT = 60;

type Failure = OperationBody<(typeof frontendOperations)['failure']>;

/** Reports to the server that a remote failed. Does not wait for the response. */
export function reportFailure(name: string, version: string, error: unknown): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const failure: Failure = {
    name: name.slice(0, NAME_LIMIT),
    version: version.slice(0, NAME_LIMIT),
    message: message.slice(0, MESSAGE_LIMIT),
  };
  sendReport(FAILURES, failure);
}

/** Reports to the server that a remote has rendered. Does not wait for the response. */
export function reportShown(name: string, version: string): void {
  const shown: OperationBody<(typeof frontendOperations)['shown']> = { name, version };
  sendReport(SHOWN, shown);
}

function sendReport(address: string, what: object): void {
  const body = JSON.stringify(what);
  if (navigator.sendBeacon?.(address, new Blob([body], { type: 'application/json' }))) return;
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }).catch(
    () => undefined,
  );
}
