import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  Administration,
  IngestReport,
  IngestStatus,
  PersonListItem,
  Voyage,
  VoyageListItem,
} from '@archive/contracts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { archiveDocument, ingest } from '../support/ingest.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

let api: TestApi;
let worker: WorkerProcess;
let curator: Browser;
let report: IngestReport;
beforeAll(async () => {
  api = await startApi();
  [worker, curator] = await Promise.all([spawnWorker(api), api.signIn()]);
  report = await ingest(curator, await archiveDocument());
});
afterAll(async () => {
  await worker?.stop();
  await api?.close();
});

const voyagesOf = async (slug: string) => {
  const list = await curator.json<VoyageListItem[]>(`/api/voyages?person=${slug}&limit=1000`);
  return list.map(({ start_date }) => start_date);
};

const named = async (q: string) => {
  const people = await curator.json<PersonListItem[]>(`/api/people?q=${q}&limit=1000`);
  return people.map(({ full_name }) => full_name).toSorted();
};

const find = async (q: string) => {
  const [found] = await curator.json<VoyageListItem[]>(`/api/voyages?q=${q}`);
  return curator.json<Voyage>(`/api/voyages/${found?.voyage_slug}`);
};

test('reports results and problems', () => {
  expect(report).toMatchObject({
    status: 'completed',
    current_step: 'Done',
    progress: 100,
    voyages_total: 33,
    voyages_processed: 33,
    validation_errors: 0,
    media_warnings: 1,
    error_message: null,
    started_by: 'curator',
    plan: { create: 33, update: 0, unchanged: 0, conflict: 0 },
  });
  expect(report.problems).toEqual([
    expect.objectContaining({ line: 296, voyage: '1976-07-04', field: 'Codes', severity: 'warning' }),
  ]);
});

test('groups voyages by administration, with existing presidents', async () => {
  const sections = await curator.json<Administration[]>('/api/voyages/administrations');
  expect(sections.map(({ president_slug, voyage_count }) => [president_slug, voyage_count])).toEqual([
    ['hoover-herbert', 1],
    ['roosevelt-franklin-d', 2],
    ['truman-harry-s', 23],
    ['kennedy-john-f', 1],
    ['nixon-richard', 3],
    ['ford-gerald', 3],
  ]);
  const presidents = await curator.get('/api/presidents');
  expect(presidents.headers.get('x-total-count')).toBe('17');
});

describe('people are matched', () => {
  test('by Wikipedia URL, with the first spelling as the name', async () => {
    expect(await named('harriman')).toEqual(['Averill Harriman']);
    expect(await voyagesOf('harriman-averill')).toEqual(['1945-05', '1945-05-14']);
    expect(await voyagesOf('nimitz-chester-w')).toEqual(['1946-09-16', '1947-07-01', '1949-01-19']);
  });

  test('but not by surname alone', async () => {
    expect(await voyagesOf('eisenhower-dwight-d')).toEqual(['1946-09-16', '1947-07-01']);
    expect(await voyagesOf('eisenhower-david')).toEqual(['1974-08-05']);
    expect(await voyagesOf('ford-gerald')).toEqual(['1976-06-09', '1976-06-16']);
  });
});

test('imports the Trudeau voyage with people, crew, country and original lines', async () => {
  const voyage = await find('Trudeau');
  expect(voyage).toMatchObject({
    start_date: '1976-06-16',
    start_time: '19:00',
    end_time: '21:03',
    start_location: 'Washington Navy Yard',
    end_location: 'Potomac River',
    president_slug_from_voyage: 'ford-gerald',
    presidential_initials: 'GRF',
    presidential_use: true,
    has_foreign_leader: true,
    foreign_leader_country: 'Canada',
    mention_menu: true,
    mention_captain: true,
    source_urls: [
      {
        url: 'https://www.fordlibrarymuseum.gov/library/document/0036/pdd760616.pdf',
        title: 'Ford Daily Diary, 1976-06-16',
      },
    ],
  });
  expect(voyage.passengers.map(({ full_name }) => full_name)).toEqual([
    'Gerald Ford',
    'Pierre Elliott Trudeau',
    'Jack H. Warren',
    'Ivan Head',
    'Henry A. Kissinger',
    'Brent Scowcroft',
    'Thomas O. Enders',
    'Donald Macdonald',
    'Dewey Beliech',
  ]);
  expect(voyage.passengers.filter(({ is_crew }) => is_crew)).toEqual([
    expect.objectContaining({
      full_name: 'Dewey Beliech',
      title: 'Lt. Cdr.',
      capacity_role: 'Commanding Officer of the Sequoia',
      sort_order: 9,
    }),
  ]);
  const lines = (await archiveDocument()).split('\n');
  const from = lines.indexOf('(GRF) (Foreign Leader: Canada) (Menu) (Captain)');
  expect(voyage.original_markdown).toBe(lines.slice(from, from + 9).join('\n'));
});

test('keeps partial dates and unnamed guests as written', async () => {
  const written = await curator.json<VoyageListItem[]>(
    '/api/voyages?date_from=1945-05-01&date_to=1946-12-31&limit=1000',
  );
  expect(written.map(({ start_date }) => start_date)).toEqual(expect.arrayContaining(['1945-05', '1946', '1946-03']));
  expect((await find('Bicentennial')).additional_guests).toBe('27 other guests');
  expect((await find('Remondino')).spin).toEqual([
    { spin: 'the yacht is small, but pleasantly designed and comfortable, and snug', source: 'Daily Press' },
  ]);
});

test('creates a first revision of each record', async () => {
  const { rows } = await api.database.pool.query(
    `select kind, action, changed_by, count(*)::int, count(distinct operation_id)::int operations from history group by 1, 2, 3`,
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'voyage', action: 'create', changed_by: 'curator', count: 33, operations: 1 },
      expect.objectContaining({ kind: 'person', action: 'create', changed_by: 'curator' }),
    ]),
  );
});

test('changes no row when the same document is imported again', async () => {
  const state = () =>
    api.database.pool
      .query(
        `select (select json_agg(v order by id) from voyage v) voyages, (select json_agg(p order by id) from person p) people,
           (select json_agg(l order by voyage_id, sort_order) from passenger l) passengers, (select count(*) from history) history`,
      )
      .then(({ rows }) => rows[0] as unknown);
  const before = await state();
  const secondOperation = await ingest(curator, await archiveDocument());
  expect(secondOperation).toMatchObject({
    status: 'completed',
    voyages_processed: 33,
    plan: { create: 0, update: 0, unchanged: 33, conflict: 0 },
  });
  expect(await state()).toEqual(before);
  const { operations } = await curator.json<IngestStatus>('/api/curator/ingest-status');
  expect(operations.map(({ operation_id }) => operation_id)).toEqual([
    secondOperation.operation_id,
    report.operation_id,
  ]);
});
