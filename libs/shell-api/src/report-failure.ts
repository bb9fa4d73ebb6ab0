import type { CallBody, frontendCalls } from '@archive/contracts';

const FAILURES = '/api/frontends/failures';
const SHOWN = '/api/frontends/shown';
const MESSAGE_LIMIT = 2000;
const NAME_LIMIT = 60;

type Failure = CallBody<(typeof frontendCalls)['failure']>;

/** Tells the server that a remote could not be shown here. Nobody waits for it, and its own failure is nobody's concern. */
export function reportFailure(name: string, version: string, error: unknown): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const failure: Failure = {
    name: name.slice(0, NAME_LIMIT),
    version: version.slice(0, NAME_LIMIT),
    message: message.slice(0, MESSAGE_LIMIT),
  };
  tell(FAILURES, failure);
}

/** Tells the server that a remote has been shown here. */
export function reportShown(name: string, version: string): void {
  const shown: CallBody<(typeof frontendCalls)['shown']> = { name, version };
  tell(SHOWN, shown);
}

function tell(address: string, what: object): void {
  const body = JSON.stringify(what);
  if (navigator.sendBeacon?.(address, new Blob([body], { type: 'application/json' }))) return;
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }).catch(
    () => undefined,
  );
}
