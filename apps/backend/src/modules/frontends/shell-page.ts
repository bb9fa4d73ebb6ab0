import { text } from 'node:stream/consumers';
import { type ArchiveSettings, type Boot, type Registry, type RegistryEntry, SHELL } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { escapeHtml, Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import type { PageRequests } from './build-description.ts';
import { Frontends } from './frontends.ts';
import { PageFilesOfBuilds } from './page-files.ts';
import { FrontendRegistry } from './registry.ts';

const PAGE = 'index.html';
const MARK = '<!--boot-->';
const CACHE_MS = 2000;

/** JSON that cannot close its `<script>` element. */
export const jsonForPage = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The HTML page of the shell, with the boot data in a non-executable `<script>` element, which the content security policy allows. */
@Injectable()
export class ShellPage {
  readonly #archive: ArchiveSettings;
  /** Cached pages by shell version. The empty key is the local build. */
  readonly #templates = new Map<string, { html: string; readAt: number }>();

  constructor(
    private readonly frontends: Frontends,
    private readonly registry: FrontendRegistry,
    private readonly pageFiles: PageFilesOfBuilds,
    @Inject(CONFIG) config: Config,
  ) {
    const { title, subtitle, migrationDocumentUrl } = config.archive;
    const { providers, localAccounts } = config.signOn;
    this.#archive = {
      title,
      subtitle,
      migration_document_url: migrationDocumentUrl ?? null,
      ...(providers.length > 0 && {
        sign_on: { providers: providers.map(({ id, name }) => ({ id, name })), local_accounts: localAccounts },
      }),
    };
  }

  /** The page for a URL and session (see `FrontendRegistry.forSession`), with the live shell or the one that the session previews. */
  async html(session: string | undefined, url: string, previewedShell?: string): Promise<string> {
    const live = this.registry.forSession(session, await this.registry.freshOrCached());
    const preview = previewedShell === undefined ? undefined : await this.#previewTemplate(previewedShell);
    const registry = preview === undefined ? live : { ...live, shell: { version: previewedShell! } };
    const boot: Boot = { registry: await this.pageFiles.complete(registry), archive: this.#archive };
    const data = `<script type="application/json" id="boot">${jsonForPage(boot)}</script>`;
    const block = (await this.#preloads(boot.registry, url, session !== undefined)) + data;
    const template = preview ?? (await this.#read(boot.registry.shell?.version));
    return template.includes(MARK)
      ? template.replace(MARK, () => block)
      : template.replace(/(?=<script|<\/head>)/, () => block);
  }

  /**
   * `<link>` elements that preload the files of the micro-frontend at this path and, with a session, the first requests of its page. None
   * for pages with a preview, because they load another version.
   */
  async #preloads(registry: Registry, url: string, hasSession: boolean): Promise<string> {
    const [path = '', query] = url.split('?');
    const [name, app] = appAt(path, registry) ?? [];
    if (name === undefined || !app?.entry || query?.includes('mfe.')) return '';
    const { requests } = await this.pageFiles.filesOf(name, app.version);
    return fileLinks(app.entry) + (hasSession && !query ? requestLinks(path, requests) : '');
  }

  /** The page of a previewed shell version; undefined once its files have been deleted. */
  async #previewTemplate(version: string): Promise<string | undefined> {
    const file = await this.frontends.file(SHELL, version, PAGE, []);
    return file && textOf(file.body);
  }

  async #read(version: string | undefined): Promise<string> {
    const cached = this.#templates.get(version ?? '');
    if (cached && Date.now() - cached.readAt < CACHE_MS) return cached.html;
    const file = await this.frontends.shellFile(version, PAGE, []).catch(() => undefined);
    if (file) {
      const html = await textOf(file.body);
      this.#templates.set(version ?? '', { html, readAt: Date.now() });
      return html;
    }
    if (cached) return cached.html;
    throw new Problem(503, 'The micro-frontends have not been built. The system status is at /ops/plain.');
  }
}

const textOf = async (body: Parameters<typeof text>[0] | Buffer) =>
  Buffer.isBuffer(body) ? body.toString() : text(body);

type App = Registry['apps'][string];

/** The micro-frontend whose pages are at a path. */
export const appAt = (path: string, { apps }: Registry): [string, App] | undefined =>
  Object.entries(apps).find(
    ([, app]) =>
      path === app.path ||
      path.startsWith(`${app.path}/`) ||
      path === app.record_path ||
      (app.record_path !== undefined && path.startsWith(`${app.record_path}/`)),
  );

/** `<link>` elements for the entry file and the files of the pages of a micro-frontend. */
export function fileLinks({ path, integrity, pages }: RegistryEntry): string {
  const link = (file: string, hash = '') =>
    `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="${escapeHtml(file)}"${hash}>`;
  return link(path, ` integrity="${escapeHtml(integrity)}"`) + pages.map((file) => link(file)).join('');
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
      .map((target) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(target)}">`)
      .join('');
  }
  return '';
}

/** Paths that the server handles itself. Unknown paths below them get a 404 instead of a page. */
export const SERVER_PATHS = /^\/(?:api|iiif|mfe|assets|health|metrics|ops\/queues|ops\/plain|media-files)(?:\/|$)/;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The URL to route. The router rejects broken percent encoding with a problem document, so such a page URL becomes "/": every page URL
 * serves the same HTML, and the shell shows that the page doesn't exist.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?');
  return SERVER_PATHS.test(path) || isDecodable(path) ? url : '/';
}
