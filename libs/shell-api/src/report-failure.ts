import type { CallBody, frontendCalls } from '@archive/contracts';

const ADDRESS = '/api/frontends/failures';
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
  const body = JSON.stringify(failure);
  if (navigator.sendBeacon?.(ADDRESS, new Blob([body], { type: 'application/json' }))) return;
  fetch(ADDRESS, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }).catch(
    () => undefined,
  );
}
