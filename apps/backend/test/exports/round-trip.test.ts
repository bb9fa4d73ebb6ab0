import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { VoyageListItem } from '@archive/contracts';
import { parseVoyageDocument } from '@archive/voyage-document';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { archiveDocument, hasEnded, ingest, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { VOYAGE_COLUMNS_READ } from './voyage-columns.ts';

interface Archive {
  api: TestApi;
  worker: INestApplicationContext;
  curator: Browser;
}

async function anArchive(): Promise<Archive> {
  const api = await startApi();
  const [worker, curator] = await Promise.all([startWorker(api), api.signIn()]);
  return { api, worker, curator };
}

async function close(archive: Archive | undefined): Promise<void> {
  await archive?.worker.close();
  await archive?.api.close();
}

const exportArchive = async ({ curator }: Archive) => (await curator.get('/api/export/archive')).text();
const dryRun = async (archive: Archive, document: string) => ingest(archive.curator, document, { dryRun: true });
const unchangedPlan = (count: number) => ({ create: 0, update: 0, unchanged: count, conflict: 0 });

/** Everything that a document contains about each voyage, in an order that both archives share. */
async function contentOf({ api }: Archive) {
  const { rows } = await api.database.pool.query<{ voyage: object }>(VOYAGE_COLUMNS_READ);
  return rows.map(({ voyage }) => JSON.parse(JSON.stringify(voyage).replaceAll('\\r\\n', '\\n')) as unknown);
}

let sourceArchive: Archive;
beforeAll(async () => {
  sourceArchive = await anArchive();
  await ingest(sourceArchive.curator, await archiveDocument());
});
afterAll(() => close(sourceArchive));

describe('the export of the whole archive', () => {
  test('causes no changes when it is imported, and differs from the curators’ document only where people have two names', async () => {
    const document = await exportArchive(sourceArchive);
    const plan = await dryRun(sourceArchive, document);
    expect(plan).toMatchObject({ status: 'completed', validation_errors: 0, plan: unchangedPlan(33) });
    expect(plan.problems.filter(({ field }) => field !== 'Codes')).toEqual([]);
    const own = parseVoyageDocument(await archiveDocument()).voyages.map((voyage) => voyage.original_markdown);
    const written = parseVoyageDocument(document).voyages.filter((voyage) => !own.includes(voyage.original_markdown));
    expect(written.map(({ start_date }) => start_date)).toEqual(['1945-05', '1946-09-16', '1947-07-01']);
  });
});

describe('after edits by curators', () => {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await sourceArchive.curator.send(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  };
  const slugOf = async (query: string) => {
    const [voyage] = await sourceArchive.curator.json<VoyageListItem[]>(`/api/voyages?${query}`);
    if (!voyage) throw new Error(`There is no voyage of ${query}`);
    return voyage.voyage_slug;
  };
  const edit = async (query: string, changes: object) => {
    const slug = await slugOf(query);
    const voyage = await sourceArchive.curator.json<object>(`/api/voyages/${slug}`);
    const fields = Object.entries(voyage).filter(
      ([name]) => !/^(?:passengers|media|created_at|updated_at)$/.test(name),
    );
    await send('PUT', `/api/curator/voyages/${slug}`, { ...Object.fromEntries(fields), ...changes });
  };

  beforeAll(async () => {
    await send('POST', '/api/curator/presidents', {
      full_name: 'Cadwalader, R. (the "elder")',
      president_slug: 'elder',
      party: 'Private Owner',
      term_start: '1925',
      term_end: '1928-03',
    });
    await send('POST', '/api/curator/voyages', {
      title: '# A "title": [with] (marks), *stars* & more',
      start_date: '1926-03',
      end_date: '1926-05-02',
      voyage_type: 'private',
      president_slug_from_voyage: 'elder',
      start_location: 'Pier 9; north [side]',
      end_location: 'Norfolk (VA), "the yard"',
      summary_markdown: '## A heading\n\nNotes: no field\n(Menu)\n---\nand [a link](https://example.org/a_(b)).',
      additional_information: '  - one\n  - two\r\n\r\n\r\n1946-05-01',
      notes: '\\# already escaped\n\nTime: 25:10',
      notes_internal: '# President Ford (1974 to 1977)',
      spin: [
        { spin: 'snug * and\n* small', source: 'The *Daily*: Press' },
        { spin: '"quoted"', source: null },
      ],
      source_urls: [
        { url: 'Book; with a semicolon', media_type: 'book' },
        { url: 'https://example.org/x_(y).pdf', media_type: 'article', title: 'T [1]; p. 5' },
      ],
      additional_sources: [{ url: 'Sequoia Logbook', media_type: 'logbook' }],
      additional_guests: '12 men, General Smith and his wife',
      royalty_details: 'the king (of nowhere)',
      has_foreign_leader: true,
      foreign_leader_country: 'Côte d’Ivoire, (maybe)',
      presidential_use: true,
      presidential_initials: 'XYZ',
      mention_drinks_wine: true,
    });
    await send('POST', '/api/curator/voyages', { start_date: '1976-06-16', president_slug_from_voyage: 'ford-gerald' });
    await send('POST', '/api/curator/voyages', { start_date: '1979', notes: 'Under nobody' });
    await edit('q=Trudeau', {
      title: 'Dinner for Pierre Trudeau',
      notes: 'Sun.  ',
      voyage_type: 'official',
      additional_information: 'Menu: trout',
      end_time: '21:30',
    });
    await edit('date_from=1945-09-03&date_to=1945-09-03', { start_date: '1945-09-04', additional_information: null });
    await edit('date_from=1931-04-25&date_to=1931-04-27', {
      start_location: 'Cape Charles',
      summary_markdown: 'Short.',
    });
    await edit('q=Remondino', { president_slug_from_voyage: 'kennedy-john-f' });
    const slug = await slugOf('date_from=1926-03&date_to=1926-03');
    for (const [person, rest] of [
      [{ full_name: 'Mr. and Mrs. Levi (of Ohio)' }, { capacity_role: 'steward, for a day', is_crew: false }],
      [
        { full_name: 'General Aldo Urbani', wikipedia_url: 'https://example.org/urbani' },
        { capacity_role: null, is_crew: true },
      ],
      [{ full_name: 'Adm. William D. Leahy' }, { capacity_role: null, is_crew: false }],
      [{ full_name: 'John Smith' }, { capacity_role: 'cook', is_crew: true }],
      [{ full_name: 'John Smith' }, { capacity_role: 'guest', is_crew: false }],
      [{ full_name: '7 dwarfs' }, { capacity_role: 'guests) of (honour', is_crew: false }],
    ] as const) {
      const { person_slug } = await send('POST', '/api/curator/people', person);
      await send('POST', '/api/curator/people/link-to-voyage', { person_slug, voyage_slug: slug, ...rest });
    }
    await sourceArchive.api.database.pool.query(
      `update passenger set title = 'Lt. & Cmdr. [x]' where voyage_id = (select id from voyage where slug = $1) and sort_order = 2`,
      [slug],
    );
  });

  test('a preview of the export still plans no changes', async () => {
    const plan = await dryRun(sourceArchive, await exportArchive(sourceArchive));
    expect(plan.problems.filter(({ field }) => field !== 'Codes')).toEqual([]);
    expect(plan.plan).toEqual(unchangedPlan(36));
    // The curators' document doesn't contain these edits: they stay, and each voyage is reported.
    expect((await dryRun(sourceArchive, await archiveDocument())).plan).toEqual({ ...unchangedPlan(29), conflict: 4 });
  });

  test.each(['csv', 'json'])('a preview of the voyages exported as %s plans no changes', async (format) => {
    const download = await sourceArchive.curator.get(`/api/export/voyages?format=${format}`);
    const [, filename = ''] = /filename="([^"]+)"/.exec(download.headers.get('content-disposition') ?? '') ?? [];
    expect(filename).toMatch(new RegExp(`\\.${format}$`));
    const form = new FormData();
    form.set('file', await download.blob(), filename);
    const response = await sourceArchive.curator.request('POST', '/api/curator/ingest?dry_run=1', { body: form });
    const { operation_id: id } = (await response.json()) as { operation_id: string };
    const report = await waitForReport(sourceArchive.curator, id, hasEnded);
    expect(report).toMatchObject({ status: 'completed', filename, format, plan: unchangedPlan(36) });
    expect(report.problems.filter(({ field }) => field !== 'Codes')).toEqual([]);
  });

  test('importing the export changes no row', async () => {
    const state = async () =>
      (await sourceArchive.api.database.pool.query(`select json_agg(v order by id) from voyage v`)).rows[0] as object;
    const before = await state();
    expect((await ingest(sourceArchive.curator, await exportArchive(sourceArchive))).plan).toEqual(unchangedPlan(36));
    expect(await state()).toEqual(before);
  });

  test('an empty archive that imports the export has the same voyages and exports the same document', async () => {
    const targetArchive = await anArchive();
    try {
      const document = await exportArchive(sourceArchive);
      expect((await ingest(targetArchive.curator, document)).plan).toEqual({ ...unchangedPlan(0), create: 36 });
      expect(await contentOf(targetArchive)).toEqual(await contentOf(sourceArchive));
      expect(await exportArchive(targetArchive)).toBe(document);
    } finally {
      await close(targetArchive);
    }
  });
});
