import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { anMp4 } from '../builders/files.ts';
import { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { LOADER, PROGRAM_ENVIRONMENT, programFile, PROJECT } from '../support/program.ts';
import { S3Server } from '../support/s3-server.ts';
import { measured } from '../support/measured.ts';

const MB = 1024 * 1024;
/** More than the memory limit below, so that a buffered file exceeds it. Set `LARGE_UPLOAD_MB=400` for a longer run. */
const MEGABYTES = Number(process.env.LARGE_UPLOAD_MB ?? 200);
/** Memory above idle: parts in flight, and network buffers that the garbage collector has not freed yet. Independent of the file size. */
const MAX_MEMORY = 160 * MB;
const BOUNDARY = 'a-boundary-of-a-test';

/** Resident memory of a process, in bytes. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

/** Samples the memory of a process. The returned function stops and returns the peak. */
function watch(child: ChildProcess): () => Promise<number> {
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memoryOf(child));
      await pause(10);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return peak;
  };
}

describe.each(['disk', 'S3'])('uploading a large video to %s', (driver) => {
  const server = new S3Server('library');
  let database: Awaited<ReturnType<typeof aDatabase>>;
  let data: string;
  let api: ChildProcess;
  let curator: Browser;

  async function start(): Promise<void> {
    api = spawn(process.execPath, [...LOADER, programFile('main')], {
      cwd: PROJECT,
      env: {
        ...PROGRAM_ENVIRONMENT,
        DATABASE_URL: database.url,
        DATA_DIR: data,
        PORT: '0',
        ...(driver === 'S3' ? server.environment : {}),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    api.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await waitUntil(() => output.includes('Server listening'));
    curator = new Browser(/Server listening at (http:\/\/[\d.:]+)/.exec(output)?.[1] ?? '');
    await curator.post('/api/auth/login', { username: 'curator', password: 'sequoia' });
  }

  const stop = async () => {
    const ended = new Promise((resolve) => api.once('exit', resolve));
    if (api.exitCode === null && api.signalCode === null) {
      api.kill('SIGKILL');
      await ended;
    }
  };

  beforeAll(async () => {
    if (driver === 'S3') await server.start();
    database = await aDatabase();
    data = await mkdtemp(path.join(tmpdir(), 'archive-large-'));
    await start();
  });
  afterAll(async () => {
    await stop();
    await database.drop();
    await rm(data, { recursive: true, force: true });
    if (driver === 'S3') await server.stop();
  });

  const cookie = () => [...curator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function begin(): { sending: ClientRequest; reply: Promise<{ status: number; body: string }> } {
    const { hostname, port } = new URL(curator.url);
    const sending = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/curator/media/upload',
      headers: {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        cookie: cookie(),
      },
    });
    const reply = new Promise<{ status: number; body: string }>((resolve, reject) => {
      sending.on('error', reject).on('response', (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
    });
    sending.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="title"\r\n\r\nA long film\r\n`);
    sending.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n`);
    sending.write(anMp4(1000));
    return { sending, reply };
  }

  /** Reads a file like a browser and returns its size. */
  async function bytesOf(file: string): Promise<number> {
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      get(new URL(file, curator.url), { headers: { cookie: cookie() } }, resolve).on('error', reject);
    });
    let bytes = 0;
    reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await once(reply, 'end');
    return bytes;
  }

  async function sendMegabytes(sending: ClientRequest, count: number): Promise<void> {
    const megabyte = Buffer.alloc(MB, 7);
    for (let index = 0; index < count; index += 1)
      if (!sending.write(megabyte)) await new Promise((resolve) => sending.once('drain', resolve));
  }

  test(
    'streams in both directions without filling memory',
    measured(async () => {
      const idle = await memoryOf(api);
      const peak = watch(api);
      const { sending, reply } = begin();
      await sendMegabytes(sending, MEGABYTES);
      sending.end(`\r\n--${BOUNDARY}--\r\n`);
      const { status, body } = await reply;
      expect([status, (JSON.parse(body) as { size: number }).size]).toEqual([201, expect.any(Number)]);
      const { url, size } = JSON.parse(body) as { url: string; size: number };
      expect(size).toBeGreaterThan(MEGABYTES * MB);
      expect(await bytesOf(url)).toBe(size);
      expect((await peak()) - idle).toBeLessThan(MAX_MEMORY);
    }),
  );

  test(
    'takes no more memory if the upload is resumable',
    measured(async () => {
      const size = MEGABYTES * MB;
      const tus = { 'tus-resumable': '1.0.0', cookie: cookie() };
      const created = await curator.request('POST', '/media-uploads', {
        headers: { 'tus-resumable': '1.0.0', 'upload-length': String(size) },
      });
      const path = created.headers.get('location') ?? '';
      const { hostname, port } = new URL(curator.url);
      const idle = await memoryOf(api);
      const peak = watch(api);
      const sending = request({
        hostname,
        port,
        method: 'PATCH',
        path,
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
          'content-length': size,
        },
      });
      const status = new Promise<number | undefined>((resolve, reject) => {
        sending.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
      });
      const film = anMp4(1000);
      sending.write(film);
      await sendMegabytes(sending, MEGABYTES - 1);
      sending.end(Buffer.alloc(MB - film.length, 7));
      expect(await status).toBe(204);
      const id = path.slice(path.lastIndexOf('/') + 1);
      const finished = await curator.post(`/api/curator/media/uploads/${id}`, { title: 'A film in pieces' });
      expect([finished.status, ((await finished.json()) as { size: number }).size]).toEqual([201, size]);
      expect((await peak()) - idle).toBeLessThan(MAX_MEMORY);
    }),
  );

  test('leaves no visible file and no record after a crash', async () => {
    const browse = () => curator.json<{ total_items: number }>('/api/s3/browse?prefix=unattached/video');
    const before = await browse();
    const { sending, reply } = begin();
    const broken = reply.catch((error: Error) => error);
    await sendMegabytes(sending, 20);
    await pause(200);
    await stop();
    expect(await broken).toMatchObject({ message: expect.any(String) });
    sending.destroy();
    await start();
    expect(await browse()).toEqual(before);
    expect(await curator.json('/api/media')).toHaveLength(2);
    if (driver === 'disk') expect(await readdir(path.join(data, 'media/.incoming'))).toHaveLength(1);
    else expect(server.uploads.size).toBe(1);
  });
});
