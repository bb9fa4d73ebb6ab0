import { freePort } from '@archive/postgres';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Entry, open, type ZipFile } from 'yauzl';
import { startChild } from '../child.ts';
import { ROOT } from '../settings.ts';
import { expect, type Checks } from './checks.ts';
import { type Access, curatorOf, programEnvironment } from './clients.ts';
import type { Stack } from './stack.ts';

const OPEN = 'The archive is open';

/** Begins an archive of `npm start` with the package of the stack, and compares the package of both. */
export async function movePackage(stack: Stack, checks: Checks, access: Access): Promise<void> {
  await checks.check('A package begins another archive', async (show) => {
    const place = join(stack.folder, '..');
    const [first, second] = [join(place, 'package.zip'), join(place, 'again.zip')];
    show('export');
    await exportPackage(access, first);
    const port = String(await freePort('127.0.0.1'));
    const moved = { ...access, origin: `http://127.0.0.1:${port}`, certificates: undefined };
    const archive = startChild(process.execPath, [join(ROOT, 'tools/cli/start.ts'), '--package', first], {
      cwd: ROOT,
      env: { ...programEnvironment(moved), PORT: port, DATA_DIR: join(place, 'moved'), INGEST_FETCH_MEDIA: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      show('npm start -- --package');
      let output = '';
      await new Promise<void>((resolve, reject) => {
        for (const stream of [archive.process.stdout, archive.process.stderr])
          stream?.on('data', (text: Buffer) => {
            output += String(text);
            if (output.includes(OPEN)) resolve();
          });
        void archive.exited.then(() => reject(new Error(`It did not start:\n${output}`)));
      });
      await exportPackage(moved, second);
    } finally {
      await archive.stop(60_000);
    }
    const [before, after] = [await contentsOf(first), await contentsOf(second)];
    expect([...before.keys()].join() === [...after.keys()].join(), `It has ${[...after.keys()].join(', ')}`);
    const differing = [...before.keys()].filter((name) => before.get(name) !== after.get(name));
    expect(differing.length === 0, `${differing.join(', ')} differ`);
    return `exported again, all ${before.size} files are equal byte for byte except for the date of the export`;
  });
}

async function exportPackage(access: Access, file: string): Promise<void> {
  const response = await (await curatorOf(access).client()).get('/api/export/package?files=1', { timeoutMs: 600_000 });
  expect(response.ok && response.body !== null, `The export gets ${response.status}`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
}

/** What depends on the day of an export. */
const DATED = ['bag-info.txt', 'tagmanifest-sha256.txt'];

/** The SHA-256 of each file in a package; of those with a date, the text without it. */
async function contentsOf(file: string): Promise<Map<string, string>> {
  const zip = await promisify<string, { lazyEntries: boolean; autoClose: boolean }, ZipFile>(open)(file, {
    lazyEntries: true,
    autoClose: false,
  });
  const entries: Entry[] = [];
  await new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', resolve).once('error', reject).readEntry();
  });
  const contents = new Map<string, string>();
  const read = promisify((entry: Entry, done: (error: Error | null, stream: Readable) => void) =>
    zip.openReadStream(entry, done),
  );
  for (const entry of entries) {
    const stream = await read(entry);
    if (DATED.includes(entry.fileName)) {
      const text = Buffer.concat(await stream.toArray()).toString();
      contents.set(entry.fileName, text.replace(/^Bagging-Date: .*\n/m, '').replace(/^\w+ {2}bag-info\.txt\n/m, ''));
    } else {
      const hash = createHash('sha256');
      await pipeline(stream, hash);
      contents.set(entry.fileName, hash.digest('hex'));
    }
  }
  zip.close();
  return contents;
}
