import { AsyncLocalStorage } from 'node:async_hooks';

/** What the running code works for, as the log tells it: `request_id`, and in a worker `queue`, `job`, `job_id` and the ids of its payload. */
export type WorkIds = Readonly<Record<string, string | number>>;

const storage = new AsyncLocalStorage<WorkIds>();

/** Runs `work` with these ids beside those that it is run with already. */
export function runFor<T>(ids: WorkIds, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...ids }, work);
}

export function currentIds(): WorkIds {
  return storage.getStore() ?? {};
}

/** Id of the request that the running code serves, or that its job came from; undefined outside of both. */
export function currentRequestId(): string | undefined {
  const id = currentIds().request_id;
  return id === undefined ? undefined : String(id);
}
