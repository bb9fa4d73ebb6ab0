import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import tls from 'node:tls';
import { ingest, signedIn } from '../archive-api.ts';
import type { ArchiveSession } from '../archive-session.ts';
import { ROOT } from '../settings.ts';
import type { Checks } from './checks.ts';
import { expect, waitFor } from './checks.ts';
import { type Access, command, curatorOf } from './clients.ts';
import { openFrontends, registryOf } from './pages.ts';
import { run } from './run.ts';
import type { Stack } from './stack.ts';

const USERNAME = 'walker';
const LARGE_MB = 300;

export interface Ports {
  http: number;
  https: number;
}

/** The commands of README.md, in its order. */
export async function startFromNothing(stack: Stack, checks: Checks, { http, https }: Ports): Promise<Access> {
  const origin = `https://localhost:${https}`;
  await checks.require('Images are built', async () => {
    await stack.run('sh', ['deploy/create-secrets.sh']);
    configure(
      stack,
      { http, https },
      {
        SITE_ADDRESS: 'localhost',
        PUBLIC_URL: origin,
        // Certificates need a name, and this machine has no other.
        S3_PUBLIC_URL: `http://127.0.0.1:${http}`,
        S3_SITE_ADDRESS: 'http://127.0.0.1',
      },
    );
    await stack.compose('build');
    return imageSizes(stack);
  });
  await checks.require('Everything is healthy', async () => {
    await stack.up();
    return `${(await stack.containers()).length} containers`;
  });
  const certificates = join(stack.folder, '../certificates.pem');
  const access = { origin, username: USERNAME, password: stack.secret('curator_password'), certificates };
  await checks.require('The proxy has a certificate', async () => {
    const root = '/data/caddy/pki/authorities/local/root.crt';
    const authority = await stack.compose('exec', '-T', 'proxy', 'cat', root);
    const trusted = [...tls.getCACertificates('default'), authority];
    writeFileSync(certificates, trusted.join('\n'));
    tls.setDefaultCACertificates(trusted);
    const response = await fetch(`http://localhost:${http}/`, { redirect: 'manual' });
    expect(response.headers.get('location') === 'https://localhost/', 'Requests over HTTP are not redirected');
    expect((await fetch(`${origin}/health/ready`)).status === 200, 'The archive is not ready over HTTPS');
    expect((await fetch(`${origin}/metrics`)).status === 404, 'The proxy shows the metrics');
  });
  return access;
}

/** Writes `.env` from the example of the version that is checked out. */
export function configure(stack: Stack, { http, https }: Ports, values: Record<string, string>): void {
  copyFileSync(join(stack.folder, '.env.example'), join(stack.folder, '.env'));
  stack.set({
    CURATOR_USERNAME: USERNAME,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    // Swift's names have two parts.
    ...(stack.engine.standIns ? { S3_ACCESS_KEY_ID: 'archive:key' } : {}),
    ...values,
  });
}

export async function waitForPreviews(curator: ArchiveSession, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs)
    await waitFor(`The preview of ${slug}`, 180, async () => {
      const { preview_state, thumbnail_url } = await curator.request('media.get', { params: { slug } });
      expect(preview_state !== 'failed', 'It failed');
      return preview_state !== 'waiting' && (thumbnail_url ?? preview_state) ? true : undefined;
    });
}

/** Imports the sample, and returns the number of its voyages. */
export async function importSample(access: Access, show: (state: string) => void): Promise<number> {
  const archive = await signedIn(access.origin, USERNAME, access.password);
  const id = await ingest(archive, join(ROOT, 'archive/sequoia-voyages.md'));
  const { voyages_processed } = await waitFor('The import', 180, async () => {
    const { data: operation } = await archive.request('ingest.get', { params: { operation_id: id } });
    show(`${operation.progress}%`);
    expect(operation.status !== 'failed', operation.error_message ?? 'failed');
    return operation.status === 'completed' ? operation : undefined;
  });
  return voyages_processed;
}

const MB = 1e6;

/** The size of the backend's image without that of its base, and how much the largest static server adds to its own. */
async function imageSizes(stack: Stack): Promise<string> {
  const sizeOf = async (image: string) => Number(await stack.inspect(image, '{{.Size}}'));
  const [file] = readFileSync(join(stack.folder, 'deploy/Dockerfile'), 'utf8').match(/(?<=^ARG CADDY_IMAGE=).*/m) ?? [];
  const caddy = await sizeOf(stack.engine.standIns?.get('caddy') ?? file ?? '');
  const node = stack.engine.standIns?.get('node');
  const backend = await sizeOf('yacht-archive-test/backend:latest');
  const names = ['shell', 'voyages-mfe', 'people-mfe', 'media-mfe', 'stories-mfe'];
  const added = await Promise.all(
    names.map(async (name) => (await sizeOf(`yacht-archive-test/${name}:latest`)) - caddy),
  );
  const own = backend - (node ? await sizeOf(node) : 0);
  const limit = node ? 650 : 900;
  const most = Math.max(...added) / MB;
  expect(own / MB <= limit, `The backend has ${Math.round(own / MB)} MB, more than ${limit}`);
  expect(most <= 100, `A static server adds ${Math.round(most)} MB to its base`);
  return `backend ${Math.round(own / MB)} MB${node ? ' above its base' : ''}, static servers at most ${Math.round(most)} MB above theirs`;
}

/** Signs in, imports the sample, and uploads files of each kind and a large one. */
export async function fillArchive(stack: Stack, checks: Checks, access: Access): Promise<void> {
  const { origin } = access;
  const curator = curatorOf(access);
  await checks.require('Curators sign in', async () => {
    const headers = { origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ username: USERNAME, password: 'not the password' });
    const rejected = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
    expect(rejected.status === 401, `A wrong password gets ${rejected.status}`);
    await curator.request('auth.session');
    const [address = ''] = await stack.sql("select address from security_event where kind = 'login-failed' limit 1");
    const [proxy = ''] = await stack.containers('proxy');
    const own = await stack.inspect(proxy, '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}');
    expect(address !== '' && !own.split(' ').includes(address), `The security log has the proxy’s address ${address}`);
    return `the log names the client, ${address}`;
  });
  await checks.check('A document is imported', async (show) => {
    const imported = await importSample(access, show);
    const [stored] = await stack.sql('select count(*) from voyage');
    expect(imported > 0 && Number(stored) === imported, `${stored} of ${imported} voyages`);
    return `${stored} voyages`;
  });

  const files = join(stack.folder, '../files');
  mkdirSync(files, { recursive: true });
  await checks.check('Files of each kind', async () => {
    const script = readFileSync(join(import.meta.dirname, 'kinds.mjs'), 'utf8');
    const node = ['node', '--input-type=module', '-'];
    const made = await stack.run('docker', ['compose', 'exec', '-T', 'worker', ...node], { input: script });
    writeFileSync(join(stack.folder, '../kinds.tar'), Buffer.from(made, 'base64'));
    await run('tar', ['-x', '-C', files, '--no-same-owner', '-f', join(stack.folder, '../kinds.tar')]);
    await command(access, join(stack.folder, '..'), 'media', 'import', files, '--yes');
    const slugs = await stack.sql('select slug from media where storage_key is not null order by slug');
    expect(slugs.length >= readdirSync(files).length, `Only ${slugs.join()} are stored`);
    await waitForPreviews(curator, slugs);
    return `${slugs.length} files with previews`;
  });
  await checks.check(`A file of ${LARGE_MB} MB`, async () => {
    const large = join(stack.folder, '../large');
    mkdirSync(large, { recursive: true });
    const film = join(large, 'long-film.mp4');
    const sha256 = await writeLargeFilm(join(files, 'film.mp4'), film);
    await command(access, join(stack.folder, '..'), 'media', 'import', large, '--yes');
    const [line = ''] = await stack.sql(`select slug from media where sha256 = decode('${sha256}', 'hex')`);
    const { url, size } = await curator.request('media.get', { params: { slug: line } });
    expect(size === statSync(film).size, `${size} bytes are recorded`);
    const redirect = await (await curator.client()).get(new URL(url ?? '', origin).pathname);
    expect(redirect.url.startsWith('http://127.0.0.1'), `It is sent by ${redirect.url}, not by the library`);
    const hash = createHash('sha256');
    for await (const chunk of redirect.body ?? []) hash.update(chunk as Uint8Array);
    expect(hash.digest('hex') === sha256, 'Its content has changed');
    const part = await fetch(redirect.url, { headers: { range: 'bytes=100-199' } });
    expect(part.status === 206 && (await part.arrayBuffer()).byteLength === 100, `A range gets ${part.status}`);
    const unsigned = await fetch(redirect.url.split('?')[0] ?? '');
    expect(
      unsigned.status >= 400 && unsigned.status < 500,
      `Without a signature the library answers ${unsigned.status}`,
    );
    return 'stored, and read back through a presigned link';
  });
  await checks.check('Micro-frontends', async () => {
    const page = await (await fetch(origin)).text();
    const script = /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? '';
    expect((await fetch(origin + script)).ok, 'The shell has no script');
    const { apps } = await registryOf(origin);
    for (const [name, { manifest }] of Object.entries(apps)) {
      const response = await fetch(new URL(manifest, origin));
      expect(
        response.ok && /immutable/.test(response.headers.get('cache-control') ?? ''),
        `${name}: ${response.status}`,
      );
    }
    return `${await openFrontends(access)} in a browser`;
  });
}

/** A film with 300 MB that players skip. Returns its checksum. */
async function writeLargeFilm(film: string, file: string): Promise<string> {
  const hash = createHash('sha256');
  const out = createWriteStream(file);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(LARGE_MB * MB + 8);
  header.write('free', 4);
  const parts = [readFileSync(film), header, ...Array.from({ length: LARGE_MB }, () => randomBytes(MB))];
  for (const part of parts) {
    hash.update(part);
    if (!out.write(part)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return hash.digest('hex');
}
