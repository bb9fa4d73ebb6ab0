import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { PACKAGE_KINDS, type PackageKind, recordsPath } from '../../src/modules/exports/package/package-format.ts';
import { PACKAGE_VERSION } from '../../src/modules/sandbox/index.ts';
import { INCOMING_PREFIX, Storage } from '../../src/modules/storage/index.ts';
import type { INestApplicationContext } from '@nestjs/common';
import { aJpeg } from '../builders/files.ts';
import { aCraftedZip } from '../builders/hostile-files.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { measured } from '../support/measured.ts';
import {
  applyPackage,
  importPackage,
  packageOutcome,
  packageStatus,
  previewPackage,
  sendPackage,
} from '../support/package.ts';
import { waitUntil } from '../support/wait-until.ts';
import { spawnWorker, startWorker } from '../support/worker.ts';

const MB = 1024 * 1024;
const FREE_PID = 2 ** 30;

let data: string;
let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
/** An archive with records. */
let museum: { api: TestApi; worker: INestApplicationContext; curator: Browser };

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'hostile-packages-'));
  await mkdir(path.join(data, 'scratch', `package-${hostname()}-${FREE_PID}-x`), { recursive: true });
  api = await startApi({ environment: { DATA_DIR: data } });
  worker = await startWorker(api);
  curator = await api.signIn();
  const other = await startApi();
  museum = { api: other, worker: await startWorker(other), curator: await other.signIn() };
  await museum.curator.post('/api/curator/voyages', { start_date: '1946-03-07' });
});
afterAll(async () => {
  await museum.worker.close();
  await museum.api.close();
  await worker.close();
  await api.close();
  await rm(data, { recursive: true, force: true });
});

const orphans = async () =>
  (await readdir(path.join(data, 'scratch')).catch(() => [])).filter((name) => name.startsWith('package-'));
afterEach(() => waitUntil(async () => (await orphans()).length === 0));

const info = `Archive-Package-Version: ${PACKAGE_VERSION}\n`;
const tagFiles = (manifest: string, bagInfo = info) => [
  { name: 'bagit.txt', data: Buffer.from('BagIt-Version: 1.0\n') },
  { name: 'bag-info.txt', data: Buffer.from(bagInfo) },
  { name: 'manifest-sha256.txt', data: Buffer.from(manifest) },
];

/** A package with the right checksums. */
function aPackage(files: Record<string, string>): Buffer {
  const all = { ...Object.fromEntries(PACKAGE_KINDS.map((kind) => [recordsPath(kind), ''])), ...files };
  const payload = Object.entries(all).map(([name, text]) => ({
    name,
    data: Buffer.from(text, name.startsWith('data/files/') ? 'latin1' : 'utf8'),
  }));
  const sums = payload.map(({ name, data }) => `${createHash('sha256').update(data).digest('hex')}  ${name}\n`);
  return aCraftedZip([...tagFiles(sums.join('')), ...payload]);
}

const NOW = '2026-01-01T00:00:00+00:00';
const STAMPS = { version: 1, created_at: NOW, updated_at: NOW };
const PERSON = { id: 1, person_slug: 'a', full_name: 'A', spellings: [], ...STAMPS };
const PRESIDENT = { president_slug: 'a', term_start: '1945', ...STAMPS };
const KEY = 'media/picture.jpg';
const FILE = {
  path: KEY,
  external_url: null,
  content_type: 'image/jpeg',
  size: null,
  sha256: null,
  width: null,
  height: null,
  page_count: null,
  frame_count: null,
  color_profile: null,
  bit_depth: null,
  duration: null,
  codecs: null,
  playable: null,
  picture_hash: null,
};
const MEDIA = {
  id: 1,
  media_slug: 'm',
  title: 'M',
  media_type: 'image',
  president_slug: null,
  file: FILE,
  suggested: null,
  text_corrections: null,
  captions: [],
  people: [],
  ...STAMPS,
};
const VOYAGE = {
  id: 1,
  voyage_slug: 'v',
  start_date: '1946-03-07',
  president_slug_from_voyage: null,
  passengers: [],
  media: [],
  imported: null,
  ...STAMPS,
};
const ALBUM = { id: 1, album_slug: 'b', title: 'B', voyage_slug: null, media: [], ...STAMPS };
const CHANGE = {
  kind: 'person',
  slug: 'a',
  revision: 1,
  action: 'update',
  changed_by: 'a',
  changed_at: NOW,
  operation_id: null,
};
const ITEM = {
  operation_id: '0eb34083-b055-4579-a024-63b1f58e69c8',
  ordinal: 1,
  action: 'create',
  voyage_id: 1,
  voyage_slug: 'v',
  title: 'V',
  start_date: null,
  line: 1,
  end_line: 1,
  changes: [],
  conflicts: [],
  passage: null,
  base_version: null,
  base_hash: null,
  decision: 'x',
  baseline: null,
  card: null,
};

/** A package with one record per line. */
const aPackageOf = (kinds: Partial<Record<PackageKind, object[]>>, files: Record<string, string> = {}) => {
  const texts = Object.entries(kinds).map(([kind, records]) => [
    recordsPath(kind as PackageKind),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  ]);
  return aPackage({ ...Object.fromEntries(texts), ...files });
};

describe('a package', () => {
  test.each<[string, () => Buffer, RegExp]>([
    ['that unpacks to a hundred times more', () => aCraftedZip(tagFiles('', 'x'.repeat(90 * MB))), /unpacks/],
    ['with a long description', () => aCraftedZip(tagFiles('', 'x\n'.repeat(100_000))), /bag-info\.txt is too long/],
    [
      'with a manifest of files that it does not have',
      () => aCraftedZip(tagFiles(Array.from({ length: 200_000 }, (_, n) => `${'0'.repeat(64)}  ${n}\n`).join(''))),
      /incomplete/,
    ],
    [
      'whose files share their bytes',
      () =>
        aCraftedZip([
          ...tagFiles(''),
          ...Array.from({ length: 40 }, (_, n) => ({
            name: `data/files/${n}`,
            data: Buffer.alloc(MB),
            table: { at: 0 },
          })),
        ]),
      /overlap/,
    ],
    [
      'with a file twice',
      () => aCraftedZip([...tagFiles(''), ...['a', 'b'].map((text) => ({ name: 'data/x', data: Buffer.from(text) }))]),
      /twice/,
    ],
    [
      'with a line that fills the memory',
      () => aPackage({ [recordsPath('people')]: `"${'x'.repeat(20 * MB)}"` }),
      /a line of data\/records\/people\.jsonl is too long/,
    ],
    ...(
      [
        [
          'an address that is a script',
          'people',
          { ...PERSON, wikipedia_url: 'javascript:alert(1)' },
          /wikipedia_url: /,
        ],
        ['a text that its form does not accept', 'people', { ...PERSON, full_name: 'x'.repeat(501) }, /full_name: /],
        [
          'a life that ends before it begins',
          'people',
          { ...PERSON, birth_year: 1900, death_year: 1800 },
          /death_year: /,
        ],
        ['a date that does not exist', 'voyages', { ...VOYAGE, start_date: '1946-13-07' }, /start_date: Enter a valid/],
        [
          'an end before the start',
          'voyages',
          { ...VOYAGE, end_date: '1946-03-06' },
          /end_date: The voyage ends before/,
        ],
        ['a list that can’t be compared', 'media', { ...MEDIA, tags: { length: { toString: [] } } }, /tags: /],
        ['a value of another type', 'media', { ...MEDIA, title: { toString: 1 } }, /title: /],
        [
          'a file outside of the storage',
          'media',
          { ...MEDIA, file: { ...FILE, path: '../../etc/passwd' } },
          /file\.path: /,
        ],
        ['an absolute path', 'media', { ...MEDIA, file: { ...FILE, path: '/etc/passwd' } }, /file\.path: /],
        [
          'a field that the archive does not have',
          'people',
          { ...PERSON, full_nam: 'A' },
          /"full_nam" is not a known field/,
        ],
        ['an address that names no record', 'people', { ...PERSON, person_slug: 'a'.repeat(161) }, /person_slug: /],
        [
          'the address of a page',
          'people',
          { ...PERSON, person_slug: 'duplicates' },
          /person_slug: This address is reserved/,
        ],
        [
          'the address of a form',
          'voyages',
          { ...VOYAGE, voyage_slug: 'new' },
          /voyage_slug: This address is reserved/,
        ],
        [
          'captions that are not WebVTT',
          'media',
          { ...MEDIA, captions: [{ language: 'en', label: 'E', content: 'x' }] },
          /WebVTT/,
        ],
        [
          'a person whom it lacks',
          'voyages',
          { ...VOYAGE, passengers: [{ person_slug: 'b' }] },
          /no person with the address “b”/,
        ],
        ['an owner whom it lacks', 'voyages', { ...VOYAGE, president_slug_from_voyage: 'a' }, /no president or owner/],
        ['a voyage that it lacks', 'albums', { ...ALBUM, voyage_slug: 'v' }, /no voyage with the address “v”/],
        ['an import that it lacks', 'import-items', ITEM, /no import 0eb34083/],
        ['a report that can’t be shown', 'import-items', { ...ITEM, changes: [1] }, /changes\.0: /],
        [
          'conflicts that can’t be shown',
          'import-items',
          { ...ITEM, conflicts: [{ field: 1 }] },
          /conflicts\.0\.field: /,
        ],
        ['a card that can’t be shown', 'import-items', { ...ITEM, card: 'x' }, /card: /],
        [
          'a script to restore',
          'history',
          { ...CHANGE, before: { wikipedia_url: 'javascript:alert(1)' } },
          /before\.wikipedia_url: /,
        ],
        ['a name to restore', 'history', { ...CHANGE, before: { full_name: 'x'.repeat(501) } }, /before\.full_name: /],
        [
          'a file to restore',
          'history',
          { ...CHANGE, kind: 'media', before: { keys: { file: { storage_key: '_system/documents/a' } } } },
          /before\.keys\.file\.storage_key: /,
        ],
        [
          'a preview to restore',
          'history',
          { ...CHANGE, kind: 'media', before: { keys: { derivatives: [{ storage_key: '_system/frontends/a' }] } } },
          /before\.keys\.derivatives\.0\.storage_key: /,
        ],
        ...['_system/frontends/shell/main.js', '_system/documents/x', '_derivatives/1/large.webp'].map(
          (path) => [`the file ${path}`, 'media', { ...MEDIA, file: { ...FILE, path } }, /file\.path: /] as const,
        ),
      ] as const
    ).map(([name, kind, record, detail]): [string, () => Buffer, RegExp] => [
      `with ${name}`,
      () => aPackageOf({ [kind]: [record] }),
      new RegExp(`^data/records/${kind}\\.jsonl, line 1: .*${detail.source}`),
    ]),
    [
      'with two records of the same address',
      () => aPackageOf({ people: [PERSON, { ...PERSON, id: 2 }] }),
      /people\.jsonl, line 2: Two records have the address “a”/,
    ],
    [
      'with two people who have the same article',
      () => {
        const wikipedia_url = 'https://en.wikipedia.org/wiki/A';
        return aPackageOf({
          people: [
            { ...PERSON, wikipedia_url },
            { ...PERSON, id: 2, person_slug: 'b', wikipedia_url },
          ],
        });
      },
      /people\.jsonl, line 2: wikipedia_url: Another person/,
    ],
    [
      'with a portrait that is no picture',
      () => aPackageOf({ people: [{ ...PERSON, portrait: 'm' }], media: [{ ...MEDIA, media_type: 'pdf' }] }),
      /people\.jsonl, line 1: portrait: /,
    ],
    [
      'with a passenger twice',
      () =>
        aPackageOf({
          people: [PERSON],
          voyages: [{ ...VOYAGE, passengers: [{ person_slug: 'a' }, { person_slug: 'a' }] }],
        }),
      /voyages\.jsonl, line 1/,
    ],
    [
      'with a character that the database can’t store',
      () => aPackageOf({ people: [{ ...PERSON, full_name: 'A\u0000' }] }),
      /people\.jsonl, line 1/,
    ],
    [
      'with people who refer to each other in a circle',
      () =>
        aPackageOf({
          people: [
            { ...PERSON, portrait: 'm' },
            { ...PERSON, id: 2, person_slug: 'b', portrait: 'm' },
          ],
          media: [{ ...MEDIA, media_type: 'pdf', people: [{ person_slug: 'a', region: null, sort_order: 1 }] }],
        }),
      /people\.jsonl, line 1: portrait: /,
    ],
    [
      'with records of the same number',
      () => aPackageOf({ people: [PERSON, { ...PERSON, person_slug: 'b' }] }),
      /people\.jsonl, line 2 or before: A record doesn’t fit the archive \(person_pkey\)/,
    ],
    [
      'with a web page as a picture',
      () => aPackageOf({ media: [MEDIA] }, { [`data/files/${KEY}`]: '<!doctype html><script>alert(1)</script>' }),
      /data\/files\/media\/picture\.jpg: Web pages and scripts/,
    ],
    [
      'with another file than its record says',
      () =>
        aPackageOf(
          { media: [{ ...MEDIA, file: { ...FILE, sha256: '0'.repeat(64) } }] },
          { [`data/files/${KEY}`]: 'x' },
        ),
      /data\/files\/media\/picture\.jpg: Its checksum/,
    ],
    [
      'with records that only a newer version has',
      () => aPackageOf({}, { 'data/records/boats.jsonl': '{}' }),
      /data\/records\/boats\.jsonl, which needs a newer version/,
    ],
    [
      'of a newer format',
      () => aCraftedZip(tagFiles('', 'Archive-Package-Version: 2\n')),
      /version 2 of the format, and this archive reads version 1\. Upgrade this archive/,
    ],
    [
      'from before the format',
      () => aCraftedZip(tagFiles('', 'Archive-Schema: 20261128033000-name-forms\n')),
      /version 20261128033000-name-forms, whose packages open only there\. Upgrade that archive/,
    ],
    [
      'with a file that no record uses',
      () => aPackage({ 'data/files/_system/frontends/shell/main.js': 'alert(1)' }),
      /none of its records uses: _system\/frontends/,
    ],
    ...['/etc/passwd', '../x', 'data/../../x', String.raw`data\..\x`].map((name): [string, () => Buffer, RegExp] => [
      `with a file at ${name}`,
      () => aCraftedZip([...tagFiles(''), { name, data: Buffer.from('x') }]),
      /a file that would be outside of it/,
    ]),
    [
      'with a link',
      () =>
        aCraftedZip([
          ...tagFiles(''),
          { name: 'data/files/a', data: Buffer.from('/etc/passwd'), table: { attributes: 0xa1ff0000 } },
        ]),
      /data\/files\/a is a link/,
    ],
    [
      'with a file of another size than stated',
      () => aCraftedZip([...tagFiles(''), { name: 'data/x', data: Buffer.from('xx'), table: { size: 1 } }]),
      /incomplete|damaged/,
    ],
    [
      'with a wrong checksum',
      () => aCraftedZip([...tagFiles(`${'0'.repeat(64)}  data/x\n`), { name: 'data/x', data: Buffer.from('x') }]),
      /data\/x has changed since the export/,
    ],
    [
      'without a checksum',
      () => aCraftedZip([...tagFiles(''), { name: 'data/x', data: Buffer.from('x') }]),
      /incomplete/,
    ],
    [
      'with bytes between its files',
      () =>
        aCraftedZip([...tagFiles('')].flatMap((part) => [part, { ...part, name: `${part.name} `, isListed: false }])),
      /parts that it doesn’t list/,
    ],
    [
      'with a file that its directory does not list',
      () => aCraftedZip([{ name: 'hidden', data: Buffer.alloc(100), isListed: false }, ...tagFiles('')]),
      /parts that it doesn’t list/,
    ],
    [
      'nested too deeply for the database',
      () =>
        aPackage({
          [recordsPath('history')]: JSON.stringify({ ...CHANGE, before: {} }).replace(
            '{}',
            `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
          ),
        }),
      /history\.jsonl/,
    ],
    [
      'with a row that is no record',
      () => aPackage({ [recordsPath('people')]: '[1]' }),
      /line 1: The record can’t be read/,
    ],
    [
      'nested deeply',
      () => aPackage({ [recordsPath('people')]: '['.repeat(1_000_000) }),
      /line 1: The record can’t be read/,
    ],
  ])('%s is refused', async (_, make, detail) => {
    const bytes = make();
    const rejection = { outcome: 'failed', detail: expect.stringMatching(detail), imported: null };
    expect(await importPackage(curator, bytes)).toEqual(rejection);
    // Records get new numbers beside others, and files are stored once a curator imports what is previewed.
    if (/person_pkey/.test(detail.source)) return;
    const preview = await previewPackage(museum.curator, bytes);
    expect(preview.outcome === 'previewed' ? await applyPackage(museum.curator) : preview).toEqual(rejection);
    expect(await museum.curator.json('/api/media')).toEqual([]);
    expect(await museum.curator.json('/api/people/a').catch(() => undefined)).toBeUndefined();
  });

  test('of an earlier version is imported, with defaults for the fields that it does not have', async () => {
    const target = await startApi();
    const browser = await target.signIn();
    browser.password = CURATOR.password;
    const bytes = aPackageOf({
      people: [{ ...PERSON, full_name: ' Zoe\u0308 ' }],
      presidents: [PRESIDENT],
      voyages: [VOYAGE],
    });
    const targetWorker = await startWorker(target);
    expect(await importPackage(browser, bytes)).toMatchObject({ outcome: 'completed', detail: '' });
    // As a form stores it: composed and trimmed.
    expect(await browser.json('/api/people/a')).toMatchObject({ full_name: 'Zo\u00eb', tags: [], filed_under: null });
    expect(await browser.json('/api/voyages/v')).toMatchObject({ title: expect.stringContaining('1946') });
    await targetWorker.close();
    await target.close();
  });

  test('is refused without being read if the archive has records', async () => {
    const other = await startApi();
    const browser = await other.signIn();
    await browser.post('/api/curator/voyages', { start_date: '1946-03-07' });
    expect(await importPackage(browser, aCraftedZip(tagFiles('', 'x'.repeat(90 * MB))))).toMatchObject({
      outcome: 409,
      detail: expect.stringContaining('already has records'),
    });
    await other.close();
  });

  test('leaves nothing behind if its sender leaves', async () => {
    const { password } = curator;
    curator.password = undefined;
    const rejected = await curator.request('POST', '/api/curator/archive-package', { body: new FormData() });
    curator.password = password;
    const confirmation = await curator.confirm(rejected);
    const before = await packageStatus(curator);
    const sender = request(new URL('/api/curator/archive-package', api.url), {
      method: 'POST',
      headers: {
        cookie: [...curator.cookies].map((pair) => pair.join('=')).join('; '),
        'content-type': 'multipart/form-data; boundary=part',
        confirmation,
      },
    });
    const failed = once(sender, 'error');
    sender.write('--part\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
    sender.write(Buffer.alloc(200_000));
    await sleep(300);
    sender.destroy(new Error('left'));
    await failed;
    const storage = api.app.get(Storage, { strict: false });
    await waitUntil(async () => (await storage.list(INCOMING_PREFIX, {})).objects.length === 0);
    expect(await packageStatus(curator)).toEqual(before);
  });

  test('is imported one at a time, and can be canceled', async () => {
    const target = await startApi();
    const browser = await target.signIn();
    browser.password = CURATOR.password;
    const people = Array.from({ length: 3000 }, (_, n) => ({ ...PERSON, id: n + 1, person_slug: `a-${n}` }));
    const bytes = aPackageOf({ people });
    expect(await sendPackage(browser, bytes)).toMatchObject({ status: 202, body: { state: 'waiting', progress: 0 } });
    expect(await sendPackage(browser, bytes)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Another package') },
    });
    const cancel = () => browser.send('DELETE', '/api/curator/archive-package');
    expect(await (await cancel()).json()).toMatchObject({ package_import: { state: 'cancelled', imported: null } });

    expect((await sendPackage(browser, bytes)).status).toBe(202);
    const targetWorker = await startWorker(target);
    await waitUntil(async () => (await packageStatus(browser))?.state === 'running');
    await cancel();
    await waitUntil(async () => (await orphans()).length === 0);
    expect(await packageStatus(browser)).toMatchObject({ state: 'cancelled' });
    expect(await browser.json('/api/curator/archive-setup')).toMatchObject({ is_empty: true });
    expect((await target.app.get(Storage, { strict: false }).list(INCOMING_PREFIX, {})).objects).toEqual([]);
    await targetWorker.close();
    await target.close();
  });

  test('is imported by another worker if one is killed', async () => {
    const target = await startApi({ environment: { JOB_LOCK_SECONDS: '2' } });
    const browser = await target.signIn();
    browser.password = CURATOR.password;
    const people = Array.from({ length: 5000 }, (_, n) => ({ ...PERSON, id: n + 1, person_slug: `a-${n}` }));
    const first = await spawnWorker(target);
    expect((await sendPackage(browser, aPackageOf({ people }))).status).toBe(202);
    await waitUntil(async () => (await packageStatus(browser))?.state === 'running');
    await first.kill();
    expect(await browser.json('/api/curator/archive-setup')).toMatchObject({ is_empty: true });
    const second = await spawnWorker(target);
    expect(await packageOutcome(browser)).toMatchObject({ outcome: 'completed', imported: { people: 5000 } });
    await second.stop();
    await target.close();
  });

  test('that fails leaves none of its files in the storage', async () => {
    const picture = (await aJpeg()).toString('latin1');
    const response = await importPackage(
      curator,
      aPackageOf(
        { people: [PERSON, { ...PERSON, person_slug: 'b' }], media: [MEDIA] },
        { [`data/files/${KEY}`]: picture },
      ),
    );
    expect(response).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('person_pkey') });
    const storage = api.app.get(Storage, { strict: false });
    await waitUntil(async () => (await storage.stat(KEY)) === undefined);
  });

  test(
    'with records of 8 MB fills no memory, and others don’t wait for it',
    measured(async () => {
      const row = (kind: string, revision: number) =>
        JSON.stringify({ ...CHANGE, kind, revision, before: { more: ['x'.repeat(7.9 * MB)] } });
      const target = await startApi();
      const separate = await spawnWorker(target);
      const memory = async () =>
        Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${separate.pid}/status`, 'utf8'))?.[1]) / 1024;
      try {
        const browser = await target.signIn();
        browser.password = CURATOR.password;
        const rows = Array.from({ length: 30 }, (_, n) => row(n === 29 ? 'no kind' : 'person', n + 1));
        const bytes = aPackage({
          [recordsPath('history')]: rows.join('\n'),
          // A package may unpack to 50 times its size.
          'data/padding': randomBytes(6 * MB).toString('latin1'),
        });
        expect((await sendPackage(browser, bytes)).status).toBe(202);
        const before = await memory();
        let peak = before;
        const waits: number[] = [];
        const sample = async () => {
          peak = Math.max(peak, await memory());
          const start = performance.now();
          await browser.get('/api/people');
          waits.push(performance.now() - start);
        };
        const timer = setInterval(() => void sample(), 50);
        const response = await packageOutcome(browser).finally(() => clearInterval(timer));
        const p95 = waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? Infinity;
        process.stdout.write(
          `Memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most. Requests: ${p95.toFixed(0)} ms at p95\n`,
        );
        expect(response).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('history.jsonl') });
        expect(peak - before).toBeLessThan(300);
        expect(p95).toBeLessThan(300);
      } finally {
        await separate.stop();
        await target.close();
      }
    }),
  );
});
