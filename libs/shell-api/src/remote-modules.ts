import { fillOf } from './contract.ts';
import { reportFailure, reportShown } from './report-failure.ts';

/** A manifest or chunk that never answers would otherwise hang for ever. */
export const LOAD_LIMIT_MS = 8000;
/** A failure is kept this long, so that a dead remote gets no storm of requests. */
export const FAILURE_HELD_MS = 10_000;

/** What the shell does for this library: it alone knows how modules are fetched. */
export interface RemoteHost {
  /** `again`: whatever was fetched of this remote before must be forgotten first. */
  load(remote: string, exposed: string, again: boolean): Promise<unknown>;
  versionOf(remote: string): string | undefined;
  /** This session sees a version that others do not see yet: whether it can be shown is told to the server. */
  isCanary?(remote: string): boolean;
}

/** A remote that could not be fetched, as opposed to one that failed while it ran. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

interface Entry {
  promise: Promise<unknown>;
  failedAt: number | undefined;
}

let host: RemoteHost | undefined;
const entries = new Map<string, Entry>();

/** The shell calls this once, at start. What was loaded through another host is forgotten. */
export function installRemoteHost(next: RemoteHost): void {
  host = next;
  entries.clear();
}

const told = new Set<string>();

/** A remote has come onto the screen. Of a canary the server is told, once a page. */
export function tellShown(remote: string): void {
  const shown = `${remote} ${versionOf(remote)}`;
  if (!host?.isCanary?.(remote) || told.has(shown)) return;
  told.add(shown);
  reportShown(remote, versionOf(remote));
}

export const versionOf = (remote: string): string => host?.versionOf(remote) ?? 'unknown';

function withinLimit<T>(promise: Promise<T>, remote: string): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${remote} did not arrive within ${LOAD_LIMIT_MS / 1000} seconds`)),
    LOAD_LIMIT_MS,
  );
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** Between what a remote exposes and the slot that it fills. */
const AT = '#';

/** Where the fill of a slot is among what a remote exposes. */
export const fillAddress = (slot: string) => `./routes${AT}${slot}`;

async function fetched({ load: fetchModule }: RemoteHost, remote: string, address: string, again: boolean) {
  const [exposed = address, slot] = address.split(AT);
  const module = await fetchModule(remote, exposed, again);
  return slot === undefined ? module : fillOf(module, slot);
}

async function load(remote: string, exposed: string, again: boolean): Promise<unknown> {
  try {
    if (!host) throw new Error('the page has no way to fetch remotes');
    const module = await withinLimit(fetched(host, remote, exposed, again), remote);
    if (module === null || module === undefined) throw new Error(`${remote} has no ${exposed}`);
    return module;
  } catch (cause) {
    throw new RemoteLoadError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function start(remote: string, exposed: string, again: boolean): Entry {
  const entry: Entry = { promise: load(remote, exposed, again), failedAt: undefined };
  entry.promise.catch((error: unknown) => {
    entry.failedAt = Date.now();
    reportFailure(remote, versionOf(remote), error);
  });
  entries.set(`${remote}/${exposed}`, entry);
  return entry;
}

/**
 * The one promise of a remote's module. It lives outside React: a tree that suspends before it was first committed loses its
 * state, and a promise kept there would be made again at each try.
 */
export function remoteModule(remote: string, exposed: string): Promise<unknown> {
  const held = entries.get(`${remote}/${exposed}`);
  const spent = held?.failedAt !== undefined && Date.now() - held.failedAt >= FAILURE_HELD_MS;
  if (held && !spent) return held.promise;
  return start(remote, exposed, spent).promise;
}

/** Fetches from the beginning whatever came of it before. */
export function loadAgain(remote: string, exposed: string): void {
  start(remote, exposed, true);
}
