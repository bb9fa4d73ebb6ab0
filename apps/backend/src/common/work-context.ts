import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids that are added to log lines of the running code: `request_id` and, in a worker, `queue`, `job`, `job_id` and the payload's ids. */
export type ContextIds = Readonly<Record<string, string | number>>;

const storage = new AsyncLocalStorage<ContextIds>();

/** Adds ids to the current ones while `work` runs. */
export function runWithIds<T>(ids: ContextIds, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...ids }, work);
}

export function currentIds(): ContextIds {
  return storage.getStore() ?? {};
}

/** Id of the current request, or of the request that queued the current job; undefined outside both. */
export function currentRequestId(): string | undefined {
  const id = currentIds().request_id;
  return id === undefined ? undefined : String(id);
}
