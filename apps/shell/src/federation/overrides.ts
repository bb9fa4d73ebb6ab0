import { messageOf, publishedVersion } from '@archive/api-client';
import type { Registry } from '@archive/shell-api';

/** A version that this tab is to show in place of what is live. */
export interface Override {
  name: string;
  /** As it was asked for: a version, or in development an address. */
  wanted: string;
  app?: Registry['apps'][string];
  /** Why it is not shown. */
  refusal?: string;
}

const STORED = 'mfe-overrides';
const ASKED = /^mfe\.(.+)$/;
const HERE = ['localhost', '127.0.0.1', '[::1]'];

type Wanted = Record<string, string>;

function stored(): Wanted {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Wanted;
  } catch {
    return {};
  }
}

/** What the address asks for (`?mfe.people=1.4.0`), and what this tab was asked for before: it holds until it is taken back. */
function wanted(): Wanted {
  const all = stored();
  for (const [key, value] of new URLSearchParams(window.location.search)) {
    const name = ASKED.exec(key)?.[1];
    if (name === undefined) continue;
    if (value === '') delete all[name];
    else all[name] = value;
  }
  sessionStorage.setItem(STORED, JSON.stringify(all));
  return all;
}

const isAddress = (text: string) => /^https?:/.test(text);

async function overrideOf(registry: Registry, name: string, version: string): Promise<Override> {
  const live = registry.apps[name];
  const asked = { name, wanted: version };
  if (!live) return { ...asked, refusal: `There is no part of the archive called ${name}.` };
  if (isAddress(version)) {
    const url = URL.parse(version);
    if (!__DEVELOPMENT__ || !url || !HERE.includes(url.hostname))
      return { ...asked, refusal: 'An address is taken in development only, and of this machine only.' };
    return { ...asked, app: { ...live, version: 'development', manifest: `${url.origin}/mf-manifest.json` } };
  }
  try {
    return { ...asked, app: await publishedVersion(name, version) };
  } catch (error) {
    return { ...asked, refusal: messageOf(error) };
  }
}

/** Asks the server for what this tab wants to see: it answers people who are signed in, and only with versions that are published. */
export function readOverrides(registry: Registry): Promise<Override[]> {
  return Promise.all(Object.entries(wanted()).map(([name, version]) => overrideOf(registry, name, version)));
}

export function withOverrides(registry: Registry, overrides: readonly Override[]): Registry {
  const apps = { ...registry.apps };
  for (const { name, app } of overrides) if (app) apps[name] = app;
  return { ...registry, apps };
}

/** Back to what is live, at the same place. */
export function forgetOverrides(): void {
  sessionStorage.removeItem(STORED);
  const url = new URL(window.location.href);
  const asked = Array.from(url.searchParams.keys()).filter((key) => ASKED.test(key));
  for (const key of asked) url.searchParams.delete(key);
  window.location.assign(url);
}
