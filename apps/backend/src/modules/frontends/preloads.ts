import type { Registry, RegistryEntry } from '@archive/contracts';
import type { PageRequests } from './build-description.ts';

type App = Registry['apps'][string];

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The micro-frontend whose pages are at a path. */
export const appAt = (path: string, { apps }: Registry): [string, App] | undefined =>
  Object.entries(apps).find(
    ([, app]) =>
      path === app.path ||
      path.startsWith(`${app.path}/`) ||
      (app.record_path !== undefined && path.startsWith(`${app.record_path}/`)),
  );

/** `<link>` elements for the entry file and the files of the pages of a micro-frontend. */
export function fileLinks({ path, integrity, pages }: RegistryEntry): string {
  const link = (file: string, hash = '') =>
    `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="${escape(file)}"${hash}>`;
  return link(path, ` integrity="${escape(integrity)}"`) + pages.map((file) => link(file)).join('');
}

/** Parameter values of a page pattern like `/voyages/:slug`; undefined if the path doesn't match. */
function valuesIn(pattern: string, path: string): Map<string, string> | undefined {
  const [names, segments] = [pattern.split('/'), path.split('/')];
  if (names.length !== segments.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? '';
    if (name.startsWith(':') && segment !== '') values.set(name.slice(1), segment);
    else if (name !== segment) return undefined;
  }
  return values;
}

/** `<link>` elements for the first requests of a page whose URL has no query string, from the first matching pattern. */
export function requestLinks(url: string, requests: readonly PageRequests[]): string {
  for (const { page, urls } of requests) {
    const values = valuesIn(page, url);
    if (!values) continue;
    return urls
      .map((target) => target.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? ''))
      .map((target) => `<link rel="preload" as="fetch" crossorigin href="${escape(target)}">`)
      .join('');
  }
  return '';
}
