import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { IngestItem, Problem, UndoBlockers, VoyageListItem } from '@archive/contracts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { archiveDocument, clearImports, ingest, undoIngest, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  curator = await api.signIn();
});
beforeEach(() => clearImports(api));
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

const FORD = '# President Ford (August 9, 1974 to January 20, 1977)';
const document = (...voyages: string[]) => [FORD, ...voyages].join('\n\n');
const voyage = (date: string, { notes = 'Rain.', people = 'Ann Lee, Bob May' } = {}) =>
  `## ${date}\n\nLocation: Potomac River\n\nPassengers: ${people}\n\nNotes: ${notes}`;

const undo = async (id: string) => {
  const { status, body } = await undoIngest(curator, id);
  return { status, body: body as typeof body & Pick<Problem, 'detail'> & UndoBlockers };
};

/** All rows of the archive, without versions and timestamps. */
const archive = async () => {
  const { rows } = await api.database.pool.query(`
    select
      (select jsonb_agg(to_jsonb(v) - 'version' - 'updated_at' order by v.id) from voyage v) voyages,
      (select jsonb_agg(to_jsonb(p) - 'version' - 'updated_at' order by p.id) from person p) people,
      (select jsonb_agg(to_jsonb(o) - 'version' - 'updated_at' order by o.person_id) from president o) presidents,
      (select jsonb_agg(to_jsonb(l) order by l.voyage_id, l.sort_order) from passenger l) passengers,
      (select jsonb_agg(to_jsonb(a) order by a.person_id, a.name_key) from person_alias a) names,
      (select jsonb_agg(to_jsonb(r) order by r.key) from ingest_record r) records`);
  return rows[0] as unknown;
};
const slugs = async () =>
  (await curator.json<VoyageListItem[]>('/api/voyages?limit=1000')).map(({ voyage_slug }) => voyage_slug);

test('undoing an import leaves nothing behind, and the document can be imported again', async () => {
  const before = await archive();
  const { operation_id: id } = await ingest(curator, await archiveDocument());
  const { status, body } = await undo(id);
  expect([status, body.undone_at]).toEqual([202, expect.any(String)]);
  expect(await archive()).toEqual(before);
  expect(await undo(id)).toMatchObject({ status: 409, body: { detail: 'This import was already undone.' } });
  expect((await ingest(curator, await archiveDocument())).plan).toMatchObject({ create: 33 });
});

test('restores values, passengers, names, URLs and baselines', async () => {
  await ingest(curator, document(voyage('1976-06-16'), voyage('1976-06-17')));
  await api.database.pool.query(`update passenger set notes = 'Sat at the head'`);
  const before = await archive();
  const next = document(
    voyage('1976-06-16', { notes: 'Snow.', people: '[Ann Lee](https://en.wikipedia.org/wiki/Ann_Lee), Cid Ray' }),
    voyage('1976-06-17'),
    voyage('1976-06-18', { people: 'Dan Poe' }),
  );
  const report = await ingest(curator, `${next}\n\n# Owner Sequoia Trust (1977 to 1999)\n\n${voyage('1978-01-01')}`);
  expect(report.plan).toMatchObject({ create: 2, update: 1 });
  expect((await undo(report.operation_id)).status).toBe(202);
  expect(await archive()).toEqual(before);
  expect((await ingest(curator, next)).plan).toMatchObject({ create: 1, update: 1, unchanged: 1 });
});

test('creates revisions, from which deleted records can be restored', async () => {
  const { operation_id: id } = await ingest(curator, document(voyage('1976-06-16')));
  const [slug] = await slugs();
  await undo(id);
  expect(await slugs()).toEqual([]);
  const { rows } = await api.database.pool.query(
    `select kind, action, changed_by from history where revision = 2 order by kind, slug`,
  );
  expect(rows).toEqual([
    { kind: 'person', action: 'delete', changed_by: 'curator' },
    { kind: 'person', action: 'delete', changed_by: 'curator' },
    { kind: 'voyage', action: 'delete', changed_by: 'curator' },
  ]);
  for (const person of ['lee-ann', 'may-bob']) await curator.post(`/api/curator/history/person/${person}/2/restore`);
  expect((await curator.post(`/api/curator/history/voyage/${slug}/2/restore`)).status).toBe(200);
  expect(await slugs()).toEqual([slug]);
});

test('undoes resolved conflicts', async () => {
  await ingest(curator, document(voyage('1976-06-16')));
  await api.database.pool.query(`update voyage set notes = 'Sun.', version = version + 1`);
  const before = await archive();
  const { operation_id: id } = await ingest(curator, document(voyage('1976-06-16', { notes: 'Snow.' })));
  const settled = await curator.post(`/api/curator/ingest/${id}/conflicts`, {
    choices: [{ ordinal: 1, field: 'notes', choice: 'take' }],
  });
  expect((await settled.json()) as IngestItem[]).toMatchObject([{ action: 'update' }]);
  expect((await undo(id)).status).toBe(202);
  expect(await archive()).toEqual(before);
});

test('resumes an abandoned undo, and cancels it if records have been edited since', async () => {
  /** Simulates an undo whose worker was killed, and waits until it ends. */
  const leave = async (id: string) => {
    await api.database.pool.query(
      `update ingest_operation set undo_by = 'curator', undo_progress = 40, attempt = attempt + 1, updated_at = now() - interval '1 minute'
       where id = $1`,
      [id],
    );
    return waitForReport(curator, id, ({ undoing }) => undoing === null);
  };
  const before = await archive();
  const first = await ingest(curator, document(voyage('1976-06-16')));
  expect((await leave(first.operation_id)).undone_at).not.toBeNull();
  expect(await archive()).toEqual(before);

  const second = await ingest(curator, document(voyage('1976-06-16'), voyage('1976-06-17')));
  const [slug] = await slugs();
  await curator.send('DELETE', `/api/curator/voyages/${slug}`);
  const edited = await archive();
  expect(await leave(second.operation_id)).toMatchObject({ status: 'completed', undone_at: null });
  expect(await archive()).toEqual(edited);
});

describe('an import cannot be undone', () => {
  test('when its records were edited, and all blockers are listed', async () => {
    const { operation_id: id } = await ingest(curator, document(voyage('1976-06-16'), voyage('1976-06-17')));
    const [first, second] = await slugs();
    const etag = (await curator.get(`/api/voyages/${first}`)).headers.get('etag') ?? '';
    const unlinked = await curator.send(
      'DELETE',
      `/api/curator/people/unlink-from-voyage?voyage_slug=${first}&person_slug=lee-ann`,
      undefined,
      { 'if-match': etag },
    );
    expect(unlinked.status).toBe(200);
    expect((await curator.send('DELETE', `/api/curator/voyages/${second}`)).status).toBeLessThan(300);
    const before = await archive();
    const { status, body } = await undo(id);
    expect(status).toBe(409);
    expect(body.blockers.map(({ kind, slug, reason }) => [kind, slug, reason.split(' on ')[0]]).toSorted()).toEqual(
      [
        ['voyage', first, 'It was edited by curator'],
        ['voyage', second, 'It was deleted by curator'],
      ].toSorted(),
    );
    expect(body.detail).toContain('This import can’t be undone');
    expect(await archive()).toEqual(before);
  });

  test('when a later import changed the same voyage', async () => {
    const first = await ingest(curator, document(voyage('1976-06-16')));
    const second = await ingest(curator, document(voyage('1976-06-16', { notes: 'Snow.' })));
    const { body } = await undo(first.operation_id);
    expect(body.blockers).toEqual([
      expect.objectContaining({ kind: 'voyage', reason: expect.stringContaining('A later import changed it') }),
    ]);
    expect((await undo(second.operation_id)).status).toBe(202);
    expect((await undo(first.operation_id)).status).toBe(202);
    expect(await slugs()).toEqual([]);
  });

  test('when one of its voyages has an album', async () => {
    const { operation_id: id } = await ingest(curator, document(voyage('1976-06-16')));
    const [slug] = await slugs();
    await curator.post('/api/curator/albums', { title: 'Dinner', description: '', voyage_slug: slug, sort_order: 0 });
    const { status, body } = await undo(id);
    expect([status, body.blockers.map(({ kind, title }) => [kind, title])]).toEqual([409, [['album', 'Dinner']]]);
  });

  test('when it was a preview', async () => {
    const { operation_id: id } = await ingest(curator, document(voyage('1976-06-16')), { dryRun: true });
    expect(await undo(id)).toMatchObject({ status: 409, body: { blockers: [] } });
  });
});

test('keeps people who are passengers of other voyages', async () => {
  const { operation_id: id } = await ingest(curator, document(voyage('1976-06-16')));
  await ingest(curator, document(voyage('1976-07-01', { people: 'Ann Lee' })));
  expect((await undo(id)).status).toBe(202);
  const { rows } = await api.database.pool.query(
    `select p.slug from person p where not exists (select from president o where o.person_id = p.id)`,
  );
  expect(rows).toEqual([{ slug: 'lee-ann' }]);
});
