import { endPreview, isNotFound, messageOf, publishedVersion } from '@archive/api-client';
import type { VersionDetails } from '@archive/contracts';
import type { Registry } from '@archive/shell-api';

type App = Registry['apps'][string];

/** A version that this tab shows instead of the live one. */
export interface Override {
  name: string;
  /** The requested version, or in development a URL. */
  requested: string;
  app?: App;
  /** Set if this page is the requested version of the shell. */
  isPage?: true;
  /** Set if the version must not be loaded until the user agrees to preview it. */
  proposed?: VersionDetails;
  /** Why the requested version can't be shown. */
  reason?: string;
}

const STORAGE_KEY = 'mfe-overrides';
/** Storage key of the shell version that was last on screen in this tab. */
const SHOWN_SHELL_KEY = 'mfe-shown-shell';
const SHELL = 'shell';
const SHELL_PARAMETER = `mfe.${SHELL}`;
const PARAMETER = /^mfe\.(.+)$/;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

type RequestedVersions = Record<string, string>;

function readStored(): RequestedVersions {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as RequestedVersions;
  } catch {
    return {};
  }
}

/** Versions requested in the URL (`?mfe.people=1.4.0`) merged with those stored for this tab. An empty value removes one. */
function requestedVersions(): RequestedVersions {
  const stored = readStored();
  for (const [key, value] of new URLSearchParams(window.location.search)) {
    const name = PARAMETER.exec(key)?.[1];
    if (name === undefined) continue;
    if (value === '') delete stored[name];
    else stored[name] = value;
  }
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  return stored;
}

/** The fields of a version that belong in its registry entry. */
const appOf = ({ version, manifest, path, contract, optional, ...details }: VersionDetails): App => {
  const { title, record_path, navigation, home_card, slots, search_kinds } = details;
  return {
    version,
    manifest,
    path,
    contract,
    optional,
    title,
    record_path,
    navigation,
    home_card,
    slots,
    search_kinds,
  };
};

export const isShown = ({ app, isPage }: Override): boolean => app !== undefined || isPage === true;

export const previewsShell = (overrides: readonly Override[]): boolean => overrides.some(({ isPage }) => isPage);

export function rememberShownShell(version: string): void {
  sessionStorage.setItem(SHOWN_SHELL_KEY, version);
}

/**
 * The server sends a previewed shell only for URLs that name it. After a reload at another URL, this adds the name to the URL to return to
 * the previewed shell, unless that shell has never shown a page in this tab.
 */
function shellOverride({ shell }: Registry, requested: string, details: VersionDetails): Override | Promise<never> {
  const request = { name: SHELL, requested };
  if (shell?.version === requested) return details.previewed ? { ...request, isPage: true } : request;
  if (!details.previewed) return { ...request, proposed: details };
  const url = new URL(window.location.href);
  if (url.searchParams.has(SHELL_PARAMETER) || sessionStorage.getItem(SHOWN_SHELL_KEY) !== requested)
    return { ...request, reason: 'It didn’t start.' };
  url.searchParams.set(SHELL_PARAMETER, requested);
  window.location.replace(url);
  return new Promise(() => undefined);
}

const isUrl = (text: string) => /^https?:/.test(text);

async function overrideOf(registry: Registry, name: string, version: string): Promise<Override> {
  const live = registry.apps[name];
  const request = { name, requested: version };
  const unknown = { ...request, reason: `There is no micro-frontend called ${name}.` };
  if (isUrl(version)) {
    if (!live) return unknown;
    const url = URL.parse(version);
    if (!__DEVELOPMENT__ || !url || !LOCAL_HOSTS.includes(url.hostname))
      return { ...request, reason: 'URLs are only allowed in development, and only for localhost.' };
    const manifest = `${url.origin}/mf-manifest.json`;
    return { ...request, app: { ...live, version: 'development', manifest, entry: undefined } };
  }
  try {
    const details = await publishedVersion(name, version);
    if (name === SHELL) return await shellOverride(registry, version, details);
    const isAgreed = details.previewed || live?.version === version;
    return isAgreed ? { ...request, app: appOf(details) } : { ...request, proposed: details };
  } catch (error) {
    // A micro-frontend that was never released isn't in the registry, but may have published versions.
    if (!live && isNotFound(error)) return unknown;
    return { ...request, reason: versionProblem(error, live?.title ?? name, version) };
  }
}

/**
 * Resolves this tab's requested versions. Their code runs with the user's permissions, so a version that the session wouldn't get anyway is
 * only proposed: following a link is never enough to load it.
 */
export function readOverrides(registry: Registry): Promise<Override[]> {
  return Promise.all(Object.entries(requestedVersions()).map(([name, version]) => overrideOf(registry, name, version)));
}

export function withOverrides(registry: Registry, overrides: readonly Override[]): Registry {
  const apps = { ...registry.apps };
  for (const { name, app } of overrides) if (app) apps[name] = app;
  return { ...registry, apps };
}

/** Ends the previews of this session, then drops all overrides of this tab. */
export async function leavePreviews(overrides: readonly Override[]): Promise<void> {
  // Drop them in this tab even if the server can't be reached. On the server, previews end with the session.
  await Promise.allSettled(overrides.filter(isShown).map(({ name }) => endPreview(name)));
  clearOverrides();
}

/** Drops all overrides and reloads the same page. */
export function clearOverrides(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  sessionStorage.removeItem(SHOWN_SHELL_KEY);
  const url = new URL(window.location.href);
  const keys = Array.from(url.searchParams.keys()).filter((key) => PARAMETER.test(key));
  for (const key of keys) url.searchParams.delete(key);
  window.location.assign(url);
}

/** Why a version of the shell or of the micro-frontend with this title can't be shown. */
export const versionProblem = (error: unknown, title: string, version: string): string =>
  isNotFound(error) ? `${title} has no version ${version}.` : messageOf(error);
