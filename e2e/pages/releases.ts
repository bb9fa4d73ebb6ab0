import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { CURATOR } from './test.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

export interface Outcome {
  status: number;
  output: string;
}

/** Runs `npm run mfe -- …` against the archive under test. */
export function runMfe(origin: string, ...args: string[]): Promise<Outcome> {
  const env = {
    ...process.env,
    ARCHIVE_URL: origin,
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
    DEPLOY_TOKEN: '',
  };
  return new Promise((resolveOutcome) => {
    execFile(process.execPath, [join(ROOT, 'tools/cli/run.mjs'), 'mfe', ...args], { env }, (error, stdout, stderr) => {
      resolveOutcome({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

interface App {
  name: string;
  live: { version: string } | null;
  canary: object | null;
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
  const made = await request.post('/api/frontends/tokens', { headers, data: { label: 'Verifier of a test' } });
  const { token, token_id: id } = (await made.json()) as { token: string; token_id: number };
  const { revision } = (await (await request.get('/mfe/registry.json')).json()) as { revision: number };
  const { versions } = await frontendStatus(request, name);
  const digest = versions.find((item) => item.version === version)?.digest;
  await request.post(`/api/frontends/${name}/versions/${version}/verdicts`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    data: { passed: true, problems: [], revision, digest },
  });
  await request.delete(`/api/frontends/tokens/${id}`, { headers });
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

/** Builds a people-mfe whose pages throw while rendering. */
export async function throwingBuild(exposes: string[], version: string) {
  const out = mkdtempSync(join(tmpdir(), 'throwing-'));
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    FRONTENDS_OUT: out,
    FIXTURES: 'throwing',
    FIXTURE_VERSION: version,
    FIXTURE_EXPOSES: exposes.filter((path) => path !== './routes').join(),
  };
  await new Promise<void>((done, failed) => {
    execFile(process.execPath, [rspack, 'build'], { cwd: join(ROOT, 'tools/rspack/fixtures'), env }, (error) =>
      error ? failed(error) : done(),
    );
  });
  const directory = join(out, 'people', version);
  return {
    version,
    /** In the form of the publishing API. */
    files: filesIn(directory).map((file) => ({
      path: relative(directory, file),
      content: readFileSync(file, 'base64'),
    })),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
}

/** A build of this archive with another version number and changed files, in the form of the publishing API. */
function changedBuild(directory: string, version: string, change: (path: string, text: string) => string) {
  const renumbered = (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), version });
  const changed = new Set<string>();
  const files = filesIn(directory)
    .map((file) => relative(directory, file))
    .map((path) => {
      const content = readFileSync(join(directory, path));
      const isText = /\.(?:html|css|json)$/.test(path);
      const before = isText ? content.toString() : '';
      const after = path === 'archive.json' ? renumbered(before) : isText ? change(path, before) : before;
      if (after === before) return { path, content: content.toString('base64') };
      changed.add(path);
      return { path, content: Buffer.from(after).toString('base64') };
    })
    // Compressed forms of what was changed, and what publishing leaves out.
    .filter(({ path }) => {
      const [, original = ''] = /^(.+)\.(?:br|gz)$/.exec(path) ?? [];
      return !changed.has(original) && !/\.map$|^mf-stats/.test(path);
    });
  return { version, files };
}

/** The shell of this build, with another page. */
export const shellCandidate = (version: string, change: (html: string) => string) =>
  changedBuild(join(ROOT, 'dist/frontends/shell'), version, (path, text) =>
    path === 'index.html' ? change(text) : text,
  );

/** A micro-frontend of this build, with more styles. */
export const remoteCandidate = (name: string, built: string, version: string, css: string) =>
  changedBuild(join(ROOT, 'dist/frontends', name, built), version, (path, text) =>
    path.endsWith('.css') ? text + css : text,
  );

/** Collects the versions of a remote that a page requests from now on. */
export function requestedVersions(page: Page, name: string): Set<string> {
  const versions = new Set<string>();
  page.on('request', (request) => {
    const [, version] = new RegExp(`/mfe/${name}/([^/]+)/`).exec(request.url()) ?? [];
    if (version) versions.add(version);
  });
  return versions;
}
