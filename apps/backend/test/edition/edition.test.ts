import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  albumFields,
  editionOperations,
  type Fields,
  fieldsWith,
  mediaFields,
  mediaLinkFields,
  namesOf,
  passengerFields,
  personFields,
  placeFields,
  voyageFields,
} from '@archive/contracts';
import { FACETS, Finder, type SearchIndex, type SearchShard } from '@archive/edition/search';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'parse5';
import sharp from 'sharp';
import { EditionContents } from '../../src/modules/edition/contents.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startWorker } from '../support/worker.ts';
import { send, sendRejected } from '../writing/send.ts';

const PUBLIC_DOMAIN = 'https://creativecommons.org/publicdomain/mark/1.0/';
const IN_COPYRIGHT = 'https://rightsstatements.org/vocab/InC/1.0/';

let api: TestApi;
let curator: Browser;
let visitor: Browser;
let worker: INestApplicationContext;

beforeAll(async () => {
  api = await startApi({ environment: { PUBLIC_URL: 'https://archive.example.org' } });
  curator = await api.signIn();
  visitor = api.visitor();
  worker = await startWorker(api);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []) => ({
  rows: await api.database.rows(sql<Row>(text), values),
});
const status = async () => (await send(curator, editionOperations.status, {})).body;
const preview = async () => (await send(curator, editionOperations.preview, {})).body;

async function publish(): Promise<number> {
  const { body } = await send(curator, editionOperations.publish, {});
  const edition = async () => (await status()).editions.find(({ number }) => number === body.number);
  await waitUntil(async () => !['waiting', 'running'].includes((await edition())?.state ?? ''));
  expect(await edition()).toMatchObject({ state: 'completed', error: null });
  return body.number;
}

const page = async (path: string) => {
  const response = await visitor.get(`/edition/${path}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** All files of an edition, by path. */
async function filesOf(edition: number): Promise<Map<string, Buffer>> {
  const { rows } = await query<{ path: string; sha256: string }>(
    `select path, encode(sha256, 'hex') sha256 from edition_file where edition = $1`,
    [edition],
  );
  const contents = api.app.get(EditionContents);
  const files = new Map<string, Buffer>();
  for (const { path, sha256 } of rows) {
    const content = await contents.read(sha256);
    if (!content) throw new Error(`${path} is not stored`);
    files.set(path, content);
  }
  return files;
}

/** Stores previews as the worker makes them: pictures without metadata. */
async function addPreviews(id: number, slug: string): Promise<void> {
  for (const kind of ['thumbnail', 'large']) {
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
      .webp()
      .toBuffer();
    const key = `_derivatives/${slug}-${kind}.webp`;
    await api.app.get(Storage).put(key, image, 'image/webp');
    await query(
      `insert into derivative (media_id, kind, state, storage_key, content_type, width, height, size)
      values ($1, $2, 'ready', $3, 'image/webp', 40, 30, $4)`,
      [id, kind, key, image.length],
    );
  }
}

// cspell:ignore Publicmark Internalmark
const PUBLIC_MARK = 'Publicmark';
const INTERNAL_MARK = 'Internalmark';

/** Fields with texts of a certain form. */
const WITH_A_FORM = new Set(
  'start_date end_date start_time end_time date voyage_type media_type media_category rights kind portrait part_of wikipedia_url initials'.split(
    ' ',
  ),
);

/** Writes a mark into every field that can hold a text. */
const marked = (fields: Fields) => {
  const open = fieldsWith(fields, 'public');
  const entries = Object.entries(fields).flatMap(([name, { column }]): [string, unknown][] => {
    const mark = `${name in open ? PUBLIC_MARK : INTERNAL_MARK}${name.replaceAll('_', '')}`;
    if (WITH_A_FORM.has(name)) return [];
    if (column === 'text') return [[name, mark]];
    if (column === 'text[]') return [[name, [mark]]];
    if (name === 'spin') return [[name, JSON.stringify([{ spin: mark, source: `${mark}source` }])]];
    if (column === 'jsonb') return [[name, JSON.stringify([{ url: mark, media_type: 'book', title: `${mark}title` }])]];
    return [];
  });
  return Object.fromEntries(entries);
};

const assign = async (table: string, where: string, values: Record<string, unknown>) => {
  const names = Object.keys(values);
  if (names.length === 0) return;
  await query(
    `update ${table} set ${names.map((name, index) => `${name} = $${index + 1}`).join(', ')} where ${where}`,
    Object.values(values),
  );
};

describe('an edition', () => {
  let first: number;
  beforeAll(async () => {
    const person = await aPerson('Aboard Guest').withSlug('guest-aboard').save(api.database);
    const voyage = await aVoyage()
      .withSlug('first')
      .on('1949-02-12')
      .under('truman-harry-s')
      .aboard(person, { notes: `${INTERNAL_MARK}aboard` })
      .save(api.database);
    await aVoyage().withSlug('second').titled('Second voyage').on('1950-06-01').aboard(person).save(api.database);
    const open = await aMedia('Open').withSlug('open').with({ rights: PUBLIC_DOMAIN }).save(api.database);
    const closed = await aMedia(`${INTERNAL_MARK}closed`)
      .withSlug('closed')
      .with({ rights: IN_COPYRIGHT })
      .save(api.database);
    for (const { id, slug } of [open, closed]) await addPreviews(id, slug);
    for (const [position, { id }] of [open, closed].entries())
      await query('insert into voyage_media (voyage_id, media_id, sort_order, notes) values ($1, $2, $3, $4)', [
        voyage.id,
        id,
        position + 1,
        `${INTERNAL_MARK}link`,
      ]);
    await query(`insert into album (slug, voyage_id, title, sort_order) values ('album', $1, 'Album', 1)`, [voyage.id]);
    await query(`insert into album_media (album_id, media_id, sort_order) select a.id, $1, 1 from album a`, [open.id]);
    await query(`insert into place (slug, name) values ('place', 'Place')`);
    await assign('voyage', `slug = 'first'`, marked(voyageFields));
    await assign('person', `slug = 'guest-aboard'`, marked(personFields));
    await assign('passenger', `voyage_id = ${voyage.id}`, marked(passengerFields));
    await assign('media', `slug = 'open'`, marked(mediaFields));
    await assign('voyage_media', `media_id = ${open.id}`, marked(mediaLinkFields));
    await assign('album', 'true', marked(albumFields));
    await assign('place', `slug = 'place'`, { ...marked(placeFields), wikidata: 'Q1', geonames: '2' });
    first = await publish();
  });

  test('is off until someone publishes one, and then open to everyone', async () => {
    const other = await startApi();
    try {
      const response = await other.visitor().get('/edition/');
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining('Nothing is published here.'),
      ]);
    } finally {
      await other.close();
    }
    expect((await page('')).text).toContain('<h1>');
    for (const path of ['voyages/first.html', 'voyages/first']) expect((await page(path)).status).toBe(200);
    const { status: code, text } = await page('voyages/unknown');
    expect([code, text]).toEqual([404, expect.stringContaining('There’s no page at this address.')]);
    await sendRejected(visitor, editionOperations.status, {}, 401);
  });

  test('is revalidated with its hash, and runs only the script of the search', async () => {
    const { headers } = await page('voyages/first.html');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; (?!.*unsafe)/);
    const withScripts = [...(await filesOf(first))].filter(([, content]) => content.includes('<script type="module"'));
    expect(withScripts.map(([path]) => path)).toEqual(['search.html']);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const again = await visitor.get('/edition/voyages/first.html', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('has every public field, and no other', async () => {
    const files = await filesOf(first);
    const textOf = (path: string, content: Buffer) =>
      (path.endsWith('.bin') ? gunzipSync(content) : content).toString('latin1');
    const all = [...files].map(([path, content]) => `${path}\n${textOf(path, content)}`).join('\n');
    const missing: string[] = [];
    for (const fields of [
      voyageFields,
      personFields,
      passengerFields,
      mediaFields,
      albumFields,
      placeFields,
    ] as Fields[])
      for (const [name, value] of Object.entries(marked(fields)))
        if (JSON.stringify(value).includes(PUBLIC_MARK) && !['wikidata', 'geonames'].includes(name)) {
          const mark = `${PUBLIC_MARK}${name.replaceAll('_', '')}`;
          const pages = [...files].filter(([path]) => path.endsWith('.html')).map(([, content]) => content.toString());
          if (!pages.some((text) => text.includes(mark))) missing.push(name);
        }
    expect(missing).toEqual([]);
    expect(all.match(new RegExp(`${INTERNAL_MARK}\\w*`, 'gi')) ?? []).toEqual([]);
    expect(all).not.toMatch(new RegExp(`\\b${api.config.curator.username}\\b`));
    expect(namesOf(fieldsWith(voyageFields, 'public'))).not.toContain('notes');
  });

  test('has pictures without metadata, only where the rights allow it', async () => {
    const files = await filesOf(first);
    expect([...files.keys()].filter((path) => path.startsWith('media/'))).toEqual(
      expect.arrayContaining(['media/open.html', 'media/open.large.webp', 'media/open.small.webp']),
    );
    expect([...files.keys()].some((path) => path.includes('closed'))).toBe(false);
    const { exif, xmp, iptc } = await sharp(files.get('media/open.large.webp')).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
  });

  test('is searched without a server, by names, other spellings and words of texts', async () => {
    const files = await filesOf(first);
    const folder = /data-index="([^"]+)"/.exec(files.get('search.html')?.toString() ?? '')?.[1] ?? '';
    const read = <T>(name: string) => JSON.parse(String(gunzipSync(files.get(`${folder}${name}.bin`) ?? ''))) as T;
    const index = read<SearchIndex>('records');
    const finder = new Finder(index, (name) => Promise.resolve(read<SearchShard>(name)));
    const found = async (query: string) => {
      const records = (await finder.matching(query)).map((position) => index.records[position]);
      return records.map((record) => `${index.kinds[record?.kind ?? -1]?.folder}/${record?.slug}`);
    };
    const mark = PUBLIC_MARK.toUpperCase();
    expect(await found(`${mark}aliases`)).toEqual(['people/guest-aboard']);
    expect(await found(`${mark}VARIANT`)).toEqual(['places/place']);
    expect(await found(`${mark}summary`)).toEqual(['voyages/first']);
    expect(await found(`${mark}fullname’s`)).toEqual(['people/guest-aboard', 'voyages/first', 'voyages/second']);
    expect(await found(`${mark}summary second`)).toEqual([]);
    expect(await found('')).toHaveLength(index.records.length);
    const all = [...index.records.keys()];
    const counts = FACETS.map((facet) => finder.options(all, facet).map(({ value, count }) => `${value} ${count}`));
    expect(counts).toEqual([
      ['albums 1', 'people 2', 'media 1', 'places 1', 'voyages 2'],
      ['1940s 5', '1950s 2'],
      ['truman-harry-s 5'],
      ['truman-harry-s 1', 'guest-aboard 3'],
      ['place 1'],
    ]);
  });

  test('has links that all lead to its own files, from any address', async () => {
    const files = await filesOf(first);
    const broken: string[] = [];
    for (const [path, content] of files) {
      if (!path.endsWith('.html')) continue;
      for (const link of linksOf(content.toString())) {
        if (/^(?:https?:|data:|#)/.test(link)) continue;
        const { pathname } = new URL(link, `https://example.org/below/${path}`);
        if (link.startsWith('/') || !pathname.startsWith('/below/') || !files.has(pathname.slice('/below/'.length)))
          broken.push(`${path}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('has data with checksums, and a map of its pages', async () => {
    const files = await filesOf(first);
    const voyages = JSON.parse(files.get('data/voyages.json')?.toString() ?? '') as { slug: string }[];
    expect(voyages.map(({ slug }) => slug)).toEqual(['first', 'second']);
    const sums = [...files]
      .filter(([path]) => path !== 'SHA256SUMS')
      .map(([path, content]) => `${createHash('sha256').update(content).digest('hex')}  ${path}`);
    expect(files.get('SHA256SUMS')?.toString().trimEnd().split('\n').toSorted()).toEqual(sums.toSorted());
    expect(files.get('sitemap.xml')?.toString()).toContain(
      '<loc>https://archive.example.org/edition/voyages/first.html</loc>',
    );
  });

  test('pages of records say how to cite them, and lead to the archive', async () => {
    const address = 'https://archive.example.org/edition/voyages/first.html';
    const record = await page('voyages/first.html');
    expect(record.text).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(record.text).toContain(`<a href="${address}">${address}</a>.`);
    expect(record.text).toContain('<a href="https://archive.example.org/voyages/first">');
    const home = await page('index.html');
    expect(home.text).toContain('<link rel="canonical" href="https://archive.example.org/edition/index.html"/>');
    expect(home.text).not.toContain('Cite this page');
  });

  test('writes only what has changed, and can be replaced by an earlier one', async () => {
    expect((await preview()).changes).toEqual([]);
    await query(`update voyage set title = 'Another title', version = version + 1 where slug = 'second'`);
    const { changes, totals } = await preview();
    expect(changes).toEqual([
      {
        kind: 'voyage',
        action: 'changed',
        count: 1,
        records: [{ kind: 'voyage', slug: 'second', title: 'Another title' }],
      },
    ]);
    expect(totals).toEqual({ voyage: 2, person: 2, media: 1, album: 1, place: 1 });
    const next = await publish();
    const { editions } = await status();
    const counts = editions.find(({ number }) => number === next)?.counts;
    expect(counts?.written).toBeLessThan((counts?.files ?? 0) / 2);
    expect((await page('voyages/second.html')).text).toContain('Another title');

    await send(curator, editionOperations.choose, { body: { number: first } });
    expect((await page('voyages/second.html')).text).toContain('Second voyage');
    await send(curator, editionOperations.choose, { body: { number: null } });
    expect((await page('voyages/second.html')).status).toBe(404);
    await send(curator, editionOperations.choose, { body: { number: next } });
    await sendRejected(curator, editionOperations.choose, { body: { number: 9999 } }, 404);
  });

  test('leaves out what is withheld, everywhere, and says so at its address', async () => {
    const record = { kind: 'person', slug: 'guest-aboard' } as const;
    await send(curator, editionOperations.withhold, { body: { ...record, withheld: true } });
    expect((await preview()).withheld).toEqual([{ ...record, title: expect.stringContaining('fullname') }]);
    const edition = await publish();
    const { status: code, text } = await page('people/guest-aboard.html');
    expect([code, text]).toEqual([200, expect.stringContaining('Withdrawn')]);
    const others = [...(await filesOf(edition))].filter(
      ([path]) => !['people/guest-aboard.html', 'SHA256SUMS'].includes(path),
    );
    expect(
      others.filter(([, content]) => content.includes('guest-aboard') || content.includes(`${PUBLIC_MARK}fullname`)),
    ).toEqual([]);
    await send(curator, editionOperations.withhold, { body: { ...record, withheld: false } });
    await publish();
    expect((await page('people/guest-aboard.html')).text).toContain(`${PUBLIC_MARK}fullname`);
  });

  test('leads from an earlier address to the new one', async () => {
    await query(`update voyage set slug = 'renamed' where slug = 'second'`);
    await publish();
    expect((await page('voyages/second.html')).text).toContain('url=../voyages/renamed.html');
    expect((await page('voyages/renamed.html')).text).toContain('Another title');
  });

  test('keeps the last ten editions, and no file that none of them needs', async () => {
    const storage = api.app.get(Storage);
    await storage.put('_system/editions/00/unused', Buffer.from('unused'), 'text/plain');
    for (let count = 0; count < 3; count += 1) await publish();
    expect(await storage.stat('_system/editions/00/unused')).toBeUndefined();
    const { rows } = await query<{ number: number }>('select number from edition');
    expect(rows.length).toBeLessThanOrEqual(10);
    for (const { number } of rows) await filesOf(number);
  });
});

interface Node {
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** Addresses that a page refers to. */
function linksOf(html: string): string[] {
  const links: string[] = [];
  const visit = ({ attrs = [], childNodes = [] }: Node) => {
    for (const { name, value } of attrs) if (name === 'href' || name === 'src') links.push(value);
    for (const child of childNodes) visit(child);
  };
  visit(parse(html) as unknown as Node);
  return links;
}
