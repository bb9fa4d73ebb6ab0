import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { APIRequestContext, Page } from '@playwright/test';
import { type Outcome, ROOT, runArchiveCommand } from './archive-command.ts';
import { storageFiles } from './storage-files.ts';
import { sendConfirmed } from './test.ts';

/** Runs `npm run mfe -- …` against the archive under test. */
export const runMfe = (origin: string, ...args: string[]): Promise<Outcome> =>
  runArchiveCommand(origin, ['mfe', ...args]);

interface App {
  name: string;
  live: { version: string } | null;
  canary: { version: string } | null;
  versions: { version: string; digest: string | null }[];
}

export async function frontendStatus(request: APIRequestContext, name: string): Promise<App> {
  const { apps } = (await (await request.get('/api/frontends')).json()) as { apps: App[] };
  return apps.find((app) => app.name === name)!;
}

/** The versions of a micro-frontend, which need not be registered. */
export async function publishedVersions(request: APIRequestContext, name: string): Promise<string[]> {
  const { apps } = (await (await request.get('/api/frontends')).json()) as { apps: App[] };
  return apps.filter((app) => app.name === name).flatMap(({ versions }) => versions.map(({ version }) => version));
}

/** Records that a verifier found nothing wrong with a version. */
export async function recordVerdict(
  request: APIRequestContext,
  origin: string,
  name: string,
  version: string,
): Promise<void> {
  const headers = { origin };
  const made = await sendConfirmed(request, origin, 'POST', '/api/tokens', {
    label: 'Verifier of a test',
    scopes: ['verify'],
  });
  const { token, token_id: id } = (await made.json()) as { token: string; token_id: number };
  const { revision } = (await (await request.get('/mfe/registry.json')).json()) as { revision: number };
  const { versions } = await frontendStatus(request, name);
  const digest = versions.find((item) => item.version === version)?.digest;
  await request.post(`/api/frontends/${name}/versions/${version}/verdicts`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    data: { passed: true, problems: [], revision, digest },
  });
  await request.delete(`/api/tokens/${id}`, { headers });
}

/** The version after the highest one: 1.0.1 in a fresh archive. */
export async function nextVersion(request: APIRequestContext, name: string): Promise<string> {
  const { versions } = await frontendStatus(request, name);
  const patches = versions.map(({ version }) => /^1\.0\.(\d+)$/.exec(version)?.[1]).map((patch) => Number(patch ?? 0));
  return `1.0.${Math.max(...patches) + 1}`;
}

/** Restores the live version from before a test. */
export async function restoreVersion(
  request: APIRequestContext,
  origin: string,
  name: string,
  version: string,
): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { live, canary } = await frontendStatus(request, name);
    if (live?.version === version && !canary) return;
    await request.post(`/api/frontends/${name}/rollback`, { headers: { origin }, data: {} });
  }
}

interface Assets {
  js: { sync: string[]; async: string[] };
  css: { sync: string[]; async: string[] };
}
interface Manifest {
  metaData: { remoteEntry: { name: string } };
  exposes: { path: string; assets: Assets }[];
}

const manifestOf = async (request: APIRequestContext, address: string) =>
  (await (await request.get(address)).json()) as Manifest;

/** The modules that a live micro-frontend exposes. */
export async function exposedBy(request: APIRequestContext, manifest: string): Promise<string[]> {
  return (await manifestOf(request, manifest)).exposes.map(({ path }) => path);
}

/** A hash of each file of the shell and of the named remotes. */
export async function fileHashes(request: APIRequestContext, remotes: string[]): Promise<Record<string, string>> {
  const { apps } = (await (await request.get('/mfe/registry.json')).json()) as {
    apps: Record<string, { manifest: string }>;
  };
  const page = (await (await request.get('/')).text()).replace(/<script type="application\/json".*?<\/script>/s, '');
  const files = new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!));
  for (const name of remotes) {
    const address = apps[name]!.manifest;
    const { metaData, exposes } = await manifestOf(request, address);
    const below = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
    files.add(address);
    for (const file of [metaData.remoteEntry.name, ...below]) files.add(new URL(file, `http://x${address}`).pathname);
  }
  const hash = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');
  const hashes = await Promise.all(
    [...files].map(async (file) => [file, hash(await (await request.get(file)).body())]),
  );
  return { ...(Object.fromEntries(hashes) as Record<string, string>), '/': hash(page) };
}

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

interface Build {
  version: string;
  /** In the form of the publishing API. */
  files: { path: string; content: string }[];
}

/** Folders of small builds of people-mfe: its pages throw while rendering, or use a name that no library has. */
export interface FixtureBuilds {
  throwing: string;
  newName: string;
  remove(): void;
}

export async function fixtureBuilds(exposes: string[]): Promise<FixtureBuilds> {
  const out = mkdtempSync(join(tmpdir(), 'fixtures-'));
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    FRONTENDS_OUT: out,
    FIXTURES: 'throwing,new-name',
    FIXTURE_EXPOSES: exposes.filter((path) => path !== './routes').join(),
  };
  await new Promise<void>((done, failed) => {
    execFile(process.execPath, [rspack, 'build'], { cwd: join(ROOT, 'tools/rspack/fixtures'), env }, (error) =>
      error ? failed(error) : done(),
    );
  });
  return {
    throwing: join(out, 'people/1.2.4'),
    newName: join(out, 'people/1.2.5'),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
}

type Change = (path: string, text: string) => string;
const unchanged: Change = (_, text) => text;

const COMPRESSED = /\.(?:br|gz)$/;
/** Files that publishing leaves out. */
const UNPUBLISHED = /\.map$|^mf-stats/;

/** A build with another version number and changed file contents. `rename` gives changed files another name. */
function changedBuild(directory: string, version: string, change: Change, rename = (path: string) => path): Build {
  const paths = filesIn(directory).map((file) => relative(directory, file));
  const files = paths
    .filter((path) => !COMPRESSED.test(path) && !UNPUBLISHED.test(path))
    .flatMap((path) => {
      const before = /\.(?:html|css|js|json)$/.test(path) ? readFileSync(join(directory, path), 'utf8') : '';
      const after = change(path, path === 'archive.json' ? withMembers(before, { version }) : before);
      const forms = ['.br', '.gz'].map((suffix) => path + suffix).filter((form) => paths.includes(form));
      if (after === before)
        return [path, ...forms].map((file) => ({ path: file, content: readFileSync(join(directory, file), 'base64') }));
      const body = Buffer.from(after);
      const compressed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      return [
        { path: rename(path), content: body.toString('base64') },
        ...(forms.length > 0 ? [{ path: `${rename(path)}.br`, content: compressed.toString('base64') }] : []),
      ];
    });
  return { version, files };
}

const withMembers = (json: string, members: object) => JSON.stringify({ ...(JSON.parse(json) as object), ...members });

type Names = Record<string, Record<string, string>>;
/** The declaration of a build with a changed list of the names that it uses or provides. */
function withNames(json: string, change: (names: Names) => void): string {
  const { names } = JSON.parse(json) as { names: Names };
  change(names);
  return withMembers(json, { names });
}

/** The shell of this build, with a changed page. */
export const shellCandidate = (version: string, change: (html: string) => string) =>
  changedBuild(join(ROOT, 'dist/frontends/shell'), version, (path, text) =>
    path === 'index.html' ? change(text) : text,
  );

/** Removes an export from bundled code: `Quote:()=>F.Pk`. */
function withoutExport(code: string, name: string): string {
  const changed = code.replace(new RegExp(`\\b${name}:\\(\\)=>[\\w$.]+,`), '');
  if (changed === code) throw new Error(`The bundle does not export ${name}`);
  return changed;
}

/** The shell of this build without a component of `@archive/ui`. If `isListed`, its list of names still contains the component. */
export function shellWithout(component: string, version: string, isListed: boolean): Build {
  const directory = join(ROOT, 'dist/frontends/shell');
  const [, main = ''] =
    /src="\/(assets\/main\.[^"]+\.js)"/.exec(readFileSync(join(directory, 'index.html'), 'utf8')) ?? [];
  const other = main.replace(/^assets\/main\./, 'assets/main.0');
  const change = (path: string, text: string) => {
    if (path === main) return withoutExport(text, component);
    if (path !== 'archive.json') return text.replaceAll(main, other);
    return isListed ? text : withNames(text, (names) => delete names['@archive/ui']![component]);
  };
  return changedBuild(directory, version, change, (path) => (path === main ? other : path));
}

/** A micro-frontend of this build, with additional styles. */
export const remoteCandidate = (name: string, built: string, version: string, css = '') =>
  changedBuild(join(ROOT, 'dist/frontends', name, built), version, (path, text) =>
    path.endsWith('.css') ? text + css : text,
  );

/** A fixture under another version number. */
export const fixtureCandidate = (directory: string, version: string) => changedBuild(directory, version, unchanged);

/** A fixture under another version number, whose list of names omits one that it uses. */
export const fixtureHiding = (directory: string, version: string, library: string, name: string) =>
  changedBuild(directory, version, (path, text) =>
    path === 'archive.json' ? withNames(text, (names) => delete names[library]![name]) : text,
  );

/** Publishes a build as a candidate. */
export const publishBuild = (request: APIRequestContext, origin: string, name: string, data: Build) =>
  request.post(`/api/frontends/${name}/versions`, { headers: { origin }, data });

/** Records a verdict for a version and promotes it: to almost all sessions, or to everyone. */
export async function promoteVerified(
  request: APIRequestContext,
  origin: string,
  name: string,
  version: string,
  audience: 'canary' | 'everyone',
): Promise<void> {
  await recordVerdict(request, origin, name, version);
  const data = audience === 'canary' ? { version, canary: 99 } : { version };
  const response = await sendConfirmed(request, origin, 'POST', `/api/frontends/${name}/promote`, data);
  if (!response.ok()) throw new Error(await response.text());
}

/** Whether sessions get a version: as the live one or as a canary. */
export async function isReleased(request: APIRequestContext, name: string, version: string): Promise<boolean> {
  const { live, canary } = await frontendStatus(request, name);
  return live?.version === version || canary?.version === version;
}

/** Cuts off or changes a file of a published build in storage, with its compressed forms. Returns its path in the build. */
export async function damageStoredFile(
  request: APIRequestContext,
  name: string,
  { version, files }: Build,
  pattern: RegExp,
  change: (body: Buffer) => Buffer,
): Promise<string> {
  const { versions } = await frontendStatus(request, name);
  const digest = versions.find((item) => item.version === version)!.digest!;
  const { path } = files.find((file) => pattern.test(file.path))!;
  for (const file of files)
    if (file.path === path || file.path === `${path}.br` || file.path === `${path}.gz`)
      await storageFiles.put(
        `_system/frontends/${name}/${digest}/${file.path}`,
        change(Buffer.from(file.content, 'base64')),
      );
  return path;
}

/** Collects the versions of a remote that a page requests from now on. */
export function requestedVersions(page: Page, name: string): Set<string> {
  const versions = new Set<string>();
  page.on('request', (request) => {
    const [, version] = new RegExp(`/mfe/${name}/([^/]+)/`).exec(request.url()) ?? [];
    if (version) versions.add(version);
  });
  return versions;
}
