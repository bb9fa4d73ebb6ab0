import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids for log lines of the running code: `request_id`, and in a worker `queue`, `job`, `job_id` and the payload's ids. */
export type WorkIds = Readonly<Record<string, string | number>>;

const storage = new AsyncLocalStorage<WorkIds>();

/** Runs `work` with these ids added to the current ones. */
export function runFor<T>(ids: WorkIds, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...ids }, work);
}

export function currentIds(): WorkIds {
  return storage.getStore() ?? {};
}

/** Id of the current request, or of the request that queued the current job; undefined outside both. */
export function currentRequestId(): string | undefined {
  const id = currentIds().request_id;
  return id === undefined ? undefined : String(id);
}
