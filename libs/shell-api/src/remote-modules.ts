import { fillOf } from './contract.ts';
import { hasFrameParts } from './frame-parts.ts';
import { addPagePart, reportFailure, reportShown } from './report-failure.ts';

/** Loading fails after this time, because a manifest or chunk may never respond. */
export const LOAD_TIMEOUT_MS = 8000;
/** A failure is cached this long, so that a broken remote isn't requested on every render. */
export const FAILURE_TTL_MS = 10_000;

/** The loader of remote modules. Implemented by the shell, the host in terms of Module Federation. */
export interface RemoteHost {
  /** With `again`, first drops everything cached for this remote, so that a newer version may be loaded. */
  load(remote: string, exposed: string, again: boolean): Promise<unknown>;
  versionOf(remote: string): string | undefined;
}

/** A remote that couldn't be loaded, as opposed to one that threw while rendering. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

interface Entry {
  promise: Promise<unknown>;
  hasLoaded: boolean;
  failedAt: number | undefined;
}

let host: RemoteHost | undefined;
const entries = new Map<string, Entry>();

/** Sets the loader of remote modules and clears the module cache. The shell calls it whenever its registry changes. */
export function installRemoteHost(next: RemoteHost): void {
  host = next;
  entries.clear();
}

const reported = new Set<string>();

/** Reports once per page that a remote has rendered. Failure rates are computed from these reports and the failure reports. */
export function onModuleShown(remote: string): void {
  const label = `${remote} ${versionOf(remote)}`;
  if (reported.has(label)) return;
  reported.add(label);
  reportShown(remote, versionOf(remote));
}

export const versionOf = (remote: string): string => host?.versionOf(remote) ?? 'unknown';

function withTimeLimit<T>(promise: Promise<T>, remote: string): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${remote} didn’t load within ${LOAD_TIMEOUT_MS / 1000} seconds`)),
    LOAD_TIMEOUT_MS,
  );
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** Separates an exposed module from the slot it fills. */
const SLOT_SEPARATOR = '#';

/** The cache key of a slot's component. */
export const fillModule = (slot: string) => `./routes${SLOT_SEPARATOR}${slot}`;

async function fetchExposed({ load: fetchModule }: RemoteHost, remote: string, url: string, again: boolean) {
  const [exposed = url, slot] = url.split(SLOT_SEPARATOR);
  const module = await fetchModule(remote, exposed, again);
  return slot === undefined ? module : fillOf(module, slot);
}

async function load(remote: string, exposed: string, again: boolean): Promise<unknown> {
  try {
    if (!host) throw new Error('installRemoteHost has not been called');
    const module = await withTimeLimit(fetchExposed(host, remote, exposed, again), remote);
    if (module === null || module === undefined) throw new Error(`${remote} has no ${exposed}`);
    return module;
  } catch (cause) {
    throw new RemoteLoadError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Whether the remote is running and shows something in the page frame. It must not be loaded a second time, because the new instance would
 * not know about the ongoing work.
 */
const hasWork = (remote: string) =>
  hasFrameParts(remote) && [...entries].some(([key, { hasLoaded }]) => hasLoaded && key.startsWith(`${remote}/`));

function start(remote: string, exposed: string, again: boolean): Entry {
  const promise = load(remote, exposed, again && !hasWork(remote));
  const entry: Entry = { promise, hasLoaded: false, failedAt: undefined };
  promise.then(
    (value) => {
      entry.hasLoaded = true;
      // With these properties, React reads the promise synchronously, so that a loaded component doesn't show its loading state again.
      void Object.assign(promise, { status: 'fulfilled', value });
    },
    () => undefined,
  );
  addPagePart(remote, versionOf(remote));
  entry.promise.catch((error: unknown) => {
    entry.failedAt = Date.now();
    addPagePart(remote, versionOf(remote));
    reportFailure(remote, versionOf(remote), error, 'load');
  });
  entries.set(`${remote}/${exposed}`, entry);
  return entry;
}

/**
 * The cached promise of a remote's module. It lives outside React, because a tree that suspends before its first commit loses its
 * state and would create a new promise on each attempt.
 */
export function remoteModule(remote: string, exposed: string): Promise<unknown> {
  const cached = entries.get(`${remote}/${exposed}`);
  const isExpired = cached?.failedAt !== undefined && Date.now() - cached.failedAt >= FAILURE_TTL_MS;
  if (cached && !isExpired) return cached.promise;
  return start(remote, exposed, isExpired).promise;
}

/** Loads a module again, dropping the cached result. Also drops the remote itself, unless it has ongoing work in the page frame. */
export function reloadRemote(remote: string, exposed: string): void {
  start(remote, exposed, true);
}
