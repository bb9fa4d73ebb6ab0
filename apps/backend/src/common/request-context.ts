import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequest<T>(requestId: string, work: () => T): T {
  return storage.run({ requestId }, work);
}

/** Id of the request that the running code serves; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}
