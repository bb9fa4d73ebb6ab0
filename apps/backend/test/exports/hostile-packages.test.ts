import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { SCHEMA_VERSION } from '../../src/database/index.ts';
import { recordsPath, TABLE_NAMES } from '../../src/modules/exports/package/record-tables.ts';
import { aCraftedZip } from '../builders/hostile-files.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import { spawnApi } from '../support/api-process.ts';
import { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';
import { measured } from '../support/measured.ts';
import { waitUntil } from '../support/wait-until.ts';

const MB = 1024 * 1024;
const FREE_PID = 2 ** 30;

let data: string;
let api: TestApi;
let curator: Browser;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'hostile-packages-'));
  await mkdir(path.join(data, 'scratch', `package-${hostname()}-${FREE_PID}-x`), { recursive: true });
  api = await startApi({ environment: { DATA_DIR: data } });
  curator = await api.signIn();
});
afterAll(async () => {
  await api.close();
  await rm(data, { recursive: true, force: true });
});

const orphans = async () =>
  (await readdir(path.join(data, 'scratch')).catch(() => [])).filter((name) => name.startsWith('package-'));
afterEach(async () => expect(await orphans()).toEqual([]));

const info = `Archive-Schema: ${SCHEMA_VERSION}\n`;
const tagFiles = (manifest: string, bagInfo = info) => [
  { name: 'bagit.txt', data: Buffer.from('BagIt-Version: 1.0\n') },
  { name: 'bag-info.txt', data: Buffer.from(bagInfo) },
  { name: 'manifest-sha256.txt', data: Buffer.from(manifest) },
];

/** A package with the right checksums. */
function aPackage(files: Record<string, string>): Buffer {
  const all = { ...Object.fromEntries(TABLE_NAMES.map((table) => [recordsPath(table), ''])), ...files };
  const payload = Object.entries(all).map(([name, text]) => ({ name, data: Buffer.from(text) }));
  const sums = payload.map(({ name, data }) => `${createHash('sha256').update(data).digest('hex')}  ${name}\n`);
  return aCraftedZip([...tagFiles(sums.join('')), ...payload]);
}

async function importPackage(bytes: Buffer, browser = curator) {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'archive.zip');
  const response = await browser.request('POST', '/api/curator/archive-package', { body: form });
  return { status: response.status, detail: ((await response.json()) as { detail?: string }).detail ?? '' };
}

const PERSON = { id: 1, slug: 'a', full_name: 'A', version: 1 };

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
      () => aPackage({ [recordsPath('person')]: `"${'x'.repeat(20 * MB)}"` }),
      /a line of data\/records\/person\.jsonl is too long/,
    ],
    [
      'with an address that is a script',
      () =>
        aPackage({
          [recordsPath('person')]: `\n${JSON.stringify({ ...PERSON, wikipedia_url: 'javascript:alert(1)' })}`,
        }),
      /person\.jsonl, line 2: wikipedia_url must be a web address/,
    ],
    [
      'with a text that its form does not accept',
      () => aPackage({ [recordsPath('person')]: JSON.stringify({ ...PERSON, full_name: 'x'.repeat(501) }) }),
      /person\.jsonl, line 1: full_name: /,
    ],
    [
      'with a value that its form does not accept',
      () => aPackage({ [recordsPath('voyage')]: JSON.stringify({ id: 1, start_date: '1946-13-07' }) }),
      /voyage\.jsonl, line 1: start_date: /,
    ],
    [
      'with a list that can’t be compared',
      () => aPackage({ [recordsPath('media')]: JSON.stringify({ id: 1, tags: { length: { toString: [] } } }) }),
      /media\.jsonl, line 1: tags: /,
    ],
    [
      'with a value of another type',
      () => aPackage({ [recordsPath('media')]: JSON.stringify({ id: 1, title: { toString: 1 } }) }),
      /media\.jsonl, line 1: title: /,
    ],
    [
      'with a reference to a record that it does not have',
      () => aPackage({ [recordsPath('person_alias')]: JSON.stringify({ person_id: 7, name_key: 'ann' }) }),
      /person_alias\.jsonl, before line 2: A row doesn’t fit the archive/,
    ],
    [
      'with a file outside of the storage',
      () => aPackage({ [recordsPath('media')]: JSON.stringify({ id: 1, storage_key: '../../etc/passwd' }) }),
      /media\.jsonl, line 1: storage_key must be a valid file name/,
    ],
    [
      'with a column that the archive does not have',
      () => aPackage({ [recordsPath('person')]: JSON.stringify({ ...PERSON, full_nam: 'A' }) }),
      /person\.jsonl, line 1: The archive has no column "full_nam"/,
    ],
    [
      'with an address that names no record',
      () => aPackage({ [recordsPath('person')]: JSON.stringify({ ...PERSON, slug: 'a'.repeat(161) }) }),
      /person\.jsonl, line 1: slug: /,
    ],
    [
      'with captions that are too long',
      () =>
        aPackage({
          [recordsPath('media_caption')]: JSON.stringify({ media_id: 1, language: 'en', content: 'x'.repeat(500_001) }),
        }),
      /media_caption\.jsonl, line 1: content: /,
    ],
    [
      'with a file to download that is no web address',
      () => aPackage({ [recordsPath('media_fetch')]: JSON.stringify({ id: 1, url: 'file:///etc/passwd' }) }),
      /media_fetch\.jsonl, line 1: url must be a web address/,
    ],
    ...(
      [
        [{ wikipedia_url: 'javascript:alert(1)' }, 'person', /line 1: before\.wikipedia_url must be a web address/],
        [{ full_name: 'x'.repeat(501) }, 'person', /line 1: before\.full_name: /],
        [
          { keys: { file: { storage_key: '_system/documents/a' } } },
          'media',
          /before\.keys\.file\.storage_key must be/,
        ],
        [{ keys: { derivatives: [{ storage_key: '_system/frontends/a' }] } }, 'media', /derivatives must be previews/],
      ] as const
    ).map(([before, kind, detail]): [string, () => Buffer, RegExp] => [
      `with a revision that would restore ${JSON.stringify(before).slice(0, 60)}`,
      () => aPackage({ [recordsPath('history')]: JSON.stringify({ kind, slug: 'a', revision: 1, before }) }),
      detail,
    ]),
    ...['_system/frontends/shell/main.js', '_system/documents/x', '_derivatives/1/large.webp'].map(
      (key): [string, () => Buffer, RegExp] => [
        `with a media item that is the file ${key}`,
        () => aPackage({ [recordsPath('media')]: JSON.stringify({ id: 1, storage_key: key }) }),
        /media\.jsonl, line 1: storage_key must be a valid file name/,
      ],
    ),
    ...[{ changes: [1] }, { conflicts: [{ field: 1 }] }, { card: 'x' }].map(
      (column): [string, () => Buffer, RegExp] => [
        `with a report that can’t be shown: ${JSON.stringify(column)}`,
        () => aPackage({ [recordsPath('ingest_item')]: JSON.stringify({ ordinal: 1, ...column }) }),
        new RegExp(`ingest_item\\.jsonl, line 1: ${Object.keys(column)[0]}: `),
      ],
    ),
    [
      'with a file that no record uses',
      () => aPackage({ 'data/files/_system/frontends/shell/main.js': 'alert(1)' }),
      /none of its records uses: _system\/frontends/,
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
          [recordsPath('history')]: `{"kind":"x","before":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        }),
      /history\.jsonl/,
    ],
    ['with a row that is no record', () => aPackage({ [recordsPath('person')]: '[1]' }), /line 1: The row/],
    ['nested deeply', () => aPackage({ [recordsPath('person')]: '['.repeat(1_000_000) }), /line 1: The row/],
  ])('%s is refused', async (_, make, detail) => {
    const response = await importPackage(make());
    expect([response.status, response.detail]).toEqual([422, expect.stringMatching(detail)]);
  });

  test('is imported without the columns that the database computes', async () => {
    const target = await startApi();
    const browser = await target.signIn();
    browser.password = CURATOR.password;
    const now = new Date().toISOString();
    const stored = { ...PERSON, tags: [], aliases: [], created_at: now, updated_at: now };
    const row = { ...stored, search: "'a':1A'b", names: 'not a vector: (' };
    const bytes = aPackage({ [recordsPath('person')]: JSON.stringify(row) });
    expect(await importPackage(bytes, browser)).toEqual({ status: 200, detail: '' });
    expect(await browser.json('/api/people/a')).toMatchObject({ full_name: 'A' });
    await target.close();
  });

  test('is refused without being read if the archive has records', async () => {
    const other = await startApi();
    const browser = await other.signIn();
    await browser.post('/api/curator/voyages', { start_date: '1946-03-07' });
    const response = await importPackage(aCraftedZip(tagFiles('', 'x'.repeat(90 * MB))), browser);
    expect([response.status, response.detail]).toEqual([409, expect.stringContaining('already has records')]);
    await other.close();
  });

  test('leaves nothing behind if its sender leaves, and only one is imported at a time', async () => {
    const { password } = curator;
    curator.password = undefined;
    const rejected = await curator.request('POST', '/api/curator/archive-package', { body: new FormData() });
    curator.password = password;
    const confirmation = await curator.confirm(rejected);
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
    await waitUntil(async () => (await orphans()).length === 1);
    const second = await importPackage(aPackage({}));
    expect([second.status, second.detail]).toEqual([409, expect.stringContaining('Another package')]);
    sender.destroy(new Error('left'));
    await failed;
    await waitUntil(async () => (await orphans()).length === 0);
    expect((await importPackage(Buffer.from('no package'))).status).toBe(422);
  });

  test('that fails leaves none of its files in the storage', async () => {
    const key = 'media/picture.jpg';
    const times = { created_at: '2026-01-01', updated_at: '2026-01-01' };
    const media = {
      id: 1,
      slug: 'a',
      title: 'A',
      media_type: 'image',
      storage_key: key,
      tags: [],
      version: 1,
      ...times,
    };
    const response = await importPackage(
      aPackage({
        [recordsPath('media')]: JSON.stringify(media),
        [recordsPath('media_person')]: JSON.stringify({ media_id: 1, person_id: 7, sort_order: 1 }),
        [`data/files/${key}`]: 'picture',
      }),
    );
    expect([response.status, response.detail]).toEqual([422, expect.stringContaining('media_person.jsonl')]);
    const { rows } = await api.database.pool.query('select due_at <= now() as is_due from storage_cleanup');
    expect(rows).toEqual([{ is_due: true }]);
  });

  test('whose letters are decomposed is stored with composed ones, and a revision', async () => {
    const target = await startApi();
    const browser = await target.signIn();
    browser.password = CURATOR.password;
    const { pool } = target.database;
    await pool.query(`insert into person (slug, full_name) values ('a', $1)`, ['Zoe\u0308']);
    const { rows } = await pool.query<{ row: object }>("select to_jsonb(p) as row from person p where slug = 'a'");
    await pool.query("delete from person where slug = 'a'");
    const bytes = aPackage({ [recordsPath('person')]: JSON.stringify(rows[0]?.row) });
    expect(await importPackage(bytes, browser)).toEqual({ status: 200, detail: '' });
    expect(await browser.json('/api/people/a')).toMatchObject({ full_name: 'Zo\u00eb' });
    expect(await browser.json('/api/curator/history/person/a')).toMatchObject([{ changed_by: 'system' }]);
    await target.close();
  });

  test(
    'with rows of 8 MB does not fill the memory of the API',
    measured(async () => {
      const row = (kind: string, revision: number) =>
        JSON.stringify({
          kind,
          slug: 'a',
          revision,
          action: 'update',
          changed_by: 'a',
          changed_at: '2026-01-01T00:00:00Z',
          before: { more: ['x'.repeat(7.9 * MB)] },
        });
      const database = await aDatabase();
      const separate = await spawnApi({
        DATABASE_URL: database.url,
        DATA_DIR: data,
        CURATOR_USERNAME: CURATOR.username,
        CURATOR_PASSWORD: CURATOR.password,
      });
      try {
        const browser = new Browser(separate.url);
        await browser.post('/api/auth/login', CURATOR);
        browser.password = CURATOR.password;
        const rows = Array.from({ length: 30 }, (_, n) => row(n === 29 ? 'no kind' : 'person', n + 1));
        const bytes = aPackage({
          [recordsPath('history')]: rows.join('\n'),
          // A package may unpack to 50 times its size.
          'data/padding': randomBytes(6 * MB).toString('latin1'),
        });
        const before = await separate.memory();
        let peak = before;
        const sample = async () => (peak = Math.max(peak, await separate.memory()));
        // The process may end while a sample is taken.
        const timer = setInterval(() => void sample().catch(() => undefined), 50);
        const response = await importPackage(bytes, browser).finally(() => clearInterval(timer));
        process.stdout.write(`Memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most\n`);
        expect([response.status, response.detail]).toEqual([422, expect.stringContaining('history.jsonl')]);
        expect(peak - before).toBeLessThan(300);
      } finally {
        await separate.stop();
        await database.drop();
      }
    }),
  );
});
