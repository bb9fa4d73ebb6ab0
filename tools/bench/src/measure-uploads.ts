/*
 * Measures the upload of a large file in Chromium, alternately with a plain `PUT` of the same bytes to the same storage.
 * Usage: `node tools/bench/src/measure-uploads.ts [megabytes] [rounds] [disk|s3]`, after a build. An upload is timed from the click to the
 * message that the file is stored; a plain `PUT` to the disk from the first byte to the response of a server that only writes the
 * file, and to S3 with one presigned request. Prints the times, their ratio, the memory of the API and the load average.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type * as s3Client from '@aws-sdk/client-s3';
import type * as presigner from '@aws-sdk/s3-request-presigner';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createDatabase, startTestCluster } from '@archive/postgres';
import { fillArchive } from './generated-archive.ts';
import { median } from './load.ts';
import { migrate, type Product, start, startProduct } from './servers.ts';

const [, , megabytes = '1024', rounds = '3', only] = process.argv;
const MB = 1024 * 1024;
const SIZE = Number(megabytes) * MB;
const TIMEOUT_MS = 600_000;
const VOYAGES = 20;
const ROOT = path.resolve(import.meta.dirname, '../../..');
const { CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;

const logs = path.join(ROOT, 'bench-results');
mkdirSync(logs, { recursive: true });
const directory = mkdtempSync(path.join(tmpdir(), 'upload-bench-'));
const file = path.join(directory, 'film.pdf');
const cluster = await startTestCluster();
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await writeFile();
  if (only !== 's3') await measureDisk();
  if (only !== 'disk') await measureS3();
} finally {
  await browser.close();
  await cluster.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Writes a file that is a PDF only at its beginning. */
async function writeFile(): Promise<void> {
  const handle = await open(file, 'w');
  const block = randomBytes(16 * MB);
  for (let position = 0; position < SIZE; position += block.length)
    await handle.write(block, 0, Math.min(block.length, SIZE - position), position);
  await handle.close();
}

/** Changes the content, so that it isn't a duplicate. */
async function changeFile(): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(64)]), 0, 73, 0);
  await handle.close();
}

async function withProduct(settings: Record<string, string>, work: (product: Product) => Promise<void>): Promise<void> {
  const database = await createDatabase(cluster.url);
  await migrate(database, logs);
  await fillArchive(database.url, VOYAGES);
  const product = await startProduct(database, logs, undefined, { MAX_UPLOAD_MB: '4096', ...settings });
  try {
    await work(product);
  } finally {
    await product.stop();
  }
}

async function measureDisk(): Promise<void> {
  const program = path.join(import.meta.dirname, 'plain-put.ts');
  const plain = await start({ name: 'plain-put', args: [program], env: {}, ready: '/', logs });
  try {
    await withProduct({}, (product) =>
      compare('disk', product, async () => {
        const page = await browser.newPage();
        await page.goto(plain.url);
        const seconds = await put(page, `${plain.url}/file`);
        await page.close();
        return seconds;
      }),
    );
  } finally {
    await plain.stop();
  }
}

async function measureS3(): Promise<void> {
  const server = spawn(process.execPath, [path.join(ROOT, 'apps/backend/test/support/s3-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const s3 = JSON.parse(line.toString()) as Record<string, string>;
    await withProduct({ ...s3, S3_PUBLIC_URL: s3['S3_ENDPOINT']! }, (product) =>
      compare('S3', product, async () => {
        const page = await openArchive(browser, product);
        const seconds = await put(page, await presignedPut(s3));
        await page.close();
        return seconds;
      }),
    );
  } finally {
    server.kill();
  }
}

/** Returns a presigned URL from the S3 client of the backend. */
async function presignedPut(s3: Record<string, string>): Promise<string> {
  const require = createRequire(path.join(ROOT, 'apps/backend/package.json'));
  const { S3Client, PutObjectCommand } = require('@aws-sdk/client-s3') as typeof s3Client;
  const { getSignedUrl } = require('@aws-sdk/s3-request-presigner') as typeof presigner;
  const client = new S3Client({
    endpoint: s3['S3_ENDPOINT']!,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: s3['S3_ACCESS_KEY_ID']!, secretAccessKey: s3['S3_SECRET_ACCESS_KEY']! },
  });
  return getSignedUrl(client, new PutObjectCommand({ Bucket: s3['S3_BUCKET']!, Key: 'plain' }), { expiresIn: 3600 });
}

/** Seconds of one request with the file. */
async function put(page: Page, url: string): Promise<number> {
  await page.evaluate(
    "document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'plain' }))",
  );
  await page.locator('#plain').setInputFiles(file);
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const start = performance.now();
    xhr.onload = () => xhr.status === 200 ? resolve((performance.now() - start) / 1000) : reject(new Error(xhr.responseText));
    xhr.onerror = () => reject(new Error('No response'));
    xhr.open('PUT', ${JSON.stringify(url)});
    // Sent without a content type, which the CORS rule of an S3 server would have to allow.
    const [chosen] = document.querySelector('#plain').files;
    xhr.send(chosen.slice(0, chosen.size, ''));
  })`);
}

async function openArchive(from: Browser, { url, headers }: Product): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=');
  await context.addCookies([{ name, value, url }]);
  await context.addInitScript("localStorage.setItem('authenticated', 'true')");
  const page = await context.newPage();
  await page.goto(`${url}/media-explorer`);
  return page;
}

interface Upload {
  seconds: number;
  /** The part of these seconds in which the record is created. */
  finishing: number;
}

async function upload(product: Product): Promise<Upload> {
  const page = await openArchive(browser, product);
  await page.getByRole('switch', { name: 'Edit Mode' }).check();
  await page.getByRole('button', { name: 'Upload Media', exact: true }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('combobox', { name: 'President' }).selectOption({ index: 1 });
  const finish = page.waitForRequest((request) => /\/media\/uploads\//.test(request.url()), { timeout: TIMEOUT_MS });
  const begin = performance.now();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await finish;
  const sent = performance.now();
  await page.getByText('Media uploaded successfully!').waitFor({ timeout: TIMEOUT_MS });
  const end = performance.now();
  await page.context().close();
  return { seconds: (end - begin) / 1000, finishing: (end - sent) / 1000 };
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

async function compare(name: string, product: Product, plainPut: () => Promise<number>): Promise<void> {
  const plainTimes: number[] = [];
  const uploads: Upload[] = [];
  const idle = memoryOf(product.pid);
  let peak = idle;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(product.pid))), 50);
  try {
    for (let round = 0; round < Number(rounds); round += 1) {
      await changeFile();
      plainTimes.push(await plainPut());
      uploads.push(await upload(product));
      const { seconds, finishing } = uploads.at(-1)!;
      console.log(
        `${name}: plain ${plainTimes.at(-1)!.toFixed(1)} s, upload ${seconds.toFixed(1)} s, ${finishing.toFixed(1)} s of them at the end; load ${loadavg()[0]!.toFixed(1)}`,
      );
    }
  } finally {
    clearInterval(watch);
  }
  const ratio = median(plainTimes) / median(uploads.map(({ seconds }) => seconds));
  console.log(
    `${name}, ${megabytes} MB: ${(100 * ratio).toFixed(0)} % of a plain PUT; API ${idle.toFixed(0)} MB idle, ${peak.toFixed(0)} MB at most`,
  );
}
