import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IngestDocument, IngestItem, IngestReport, Problem, Voyage, VoyageListItem } from '@archive/contracts';
import type { TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { hasEnded, ingest, waitForReport, withImports } from '../support/ingest.ts';

let api: TestApi;
let curator: Browser;
withImports((started) => ({ api, curator } = started));

const FORD = '# President Ford (August 9, 1974 to January 20, 1977)';
const document = (...voyages: string[]) => [FORD, ...voyages].join('\n\n');
const voyage = (date: string, { notes = 'Rain.', people = 'Ann Lee, Bob May', info = 'A cruise.' } = {}) =>
  `## ${date}\n\nLocation: Potomac River\n\nPassengers: ${people}\n\nAdditional Information: ${info}\n\nNotes: ${notes}`;

const path = (id: string, pathEnd = '') => `/api/curator/ingest/${id}${pathEnd}`;
const planOf = (id: string, query = '') => curator.json<IngestItem[]>(path(id, `/plan${query}`));
const post = async <T>(id: string, pathEnd: string, body?: unknown) => {
  const response = await curator.post(path(id, pathEnd), body);
  return { status: response.status, body: (await response.json()) as T };
};
const rejection = async (id: string, pathEnd: string, body?: unknown) => {
  const { status, body: problem } = await post<Problem>(id, pathEnd, body);
  return [status, problem.detail];
};
const applyPreview = async (id: string): Promise<IngestReport> => {
  const { status, body } = await post<{ operation_id: string }>(id, '/apply?confirm_removals=1&confirm_names=1');
  expect(status).toBe(202);
  return waitForReport(curator, body.operation_id, hasEnded);
};
const voyages = async () => {
  const list = await curator.json<VoyageListItem[]>('/api/voyages?limit=1000');
  return Promise.all(list.map(({ voyage_slug }) => curator.json<Voyage>(`/api/voyages/${voyage_slug}`)));
};
const edit = (set: string, where = 'true') =>
  api.database.pool.query(`update voyage set ${set}, version = version + 1, updated_at = now() where ${where}`);

describe('the plan of an import', () => {
  test('lists each voyage with its lines and changes', async () => {
    await ingest(curator, document(voyage('1976-06-16'), voyage('1976-06-17')));
    const next = document(
      voyage('1976-06-16', { people: 'Captain Cid Ray (guest), Ann Lee', info: 'Two lines.\n\nOf text.' }),
      voyage('1976-06-17'),
      voyage('1976-06-18'),
    );
    const { operation_id: id, plan } = await ingest(curator, next, { dryRun: true });
    expect(plan).toEqual({ create: 1, update: 1, unchanged: 1, conflict: 0 });
    const [first, second, third] = await planOf(id);
    expect(first).toMatchObject({
      ordinal: 1,
      action: 'update',
      start_date: '1976-06-16',
      voyage_slug: expect.stringMatching(/^1976-06-16-/),
      conflicts: [],
      changes: [
        {
          field: 'additional_information',
          label: 'Additional information',
          before: 'A cruise.',
          after: 'Two lines.\n\nOf text.',
        },
        {
          field: 'passengers',
          label: 'Passengers',
          before: 'Ann Lee\nBob May',
          after: 'Captain Cid Ray (guest)\nAnn Lee',
        },
      ],
    });
    expect(second).toMatchObject({ action: 'unchanged', changes: [] });
    expect(third).toMatchObject({ ordinal: 3, action: 'create', voyage_slug: null, changes: [] });
    const { text, format } = await curator.json<IngestDocument>(path(id, '/document'));
    expect(format).toBe('markdown');
    expect(
      text
        .split('\n')
        .slice((third?.line ?? 0) - 1, third?.end_line)
        .join('\n'),
    ).toBe(voyage('1976-06-18'));
  });

  test('supports paging and filtering by action', async () => {
    await ingest(curator, document(voyage('1976-06-16')));
    const report = await ingest(curator, document(...[16, 17, 18, 19].map((day) => voyage(`1976-06-${day}`))), {
      dryRun: true,
    });
    const response = await curator.get(path(report.operation_id, '/plan?limit=2&offset=2'));
    expect(response.headers.get('x-total-count')).toBe('4');
    expect(((await response.json()) as IngestItem[]).map(({ ordinal }) => ordinal)).toEqual([3, 4]);
    const unchanged = await planOf(report.operation_id, '?action=unchanged');
    expect(unchanged.map(({ ordinal }) => ordinal)).toEqual([1]);
    expect((await curator.get(path(report.operation_id, '/plan?action=other'))).status).toBe(422);
  });

  test('lists voyages with errors as rejected, and filters voyages by problems', async () => {
    const text = document(voyage('1976-06-16'), '## 1976-02-30', `(Photo)\n\n${voyage('1976-06-18')}`, '## 1410-01-01');
    for (const dryRun of [true, false]) {
      const { operation_id: id, rejected, plan } = await ingest(curator, text, { dryRun });
      expect([rejected, plan.create]).toEqual([2, 2]);
      const rejectedItems = await planOf(id, '?action=rejected');
      expect(rejectedItems).toMatchObject([
        { ordinal: 3, title: '1976-02-30', start_date: null, voyage_slug: null },
        { ordinal: 4, action: 'rejected', line: rejectedItems[1]?.end_line },
      ]);
      const withProblems = await planOf(id, '?problems=1');
      expect(withProblems.map(({ ordinal }) => ordinal)).toEqual([2, 3, 4]);
      expect((await planOf(id, '?problems=1&action=create')).map(({ ordinal }) => ordinal)).toEqual([2]);
    }
  });

  test('shows the results after the import', async () => {
    const { operation_id: id } = await ingest(curator, document(voyage('1976-06-16')));
    const [item] = await planOf(id);
    expect(item).toMatchObject({ action: 'create', voyage_slug: (await voyages())[0]?.voyage_slug });
  });

  test('escapes formulas in the CSV report', async () => {
    await ingest(curator, document(voyage('1976-06-16')));
    const { operation_id: id } = await ingest(
      curator,
      document(voyage('1976-06-16', { notes: '=1+1' }), '## 1976-02-30'),
      { dryRun: true },
    );
    const response = await curator.get(path(id, '/report.csv'));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="test-report.csv"');
    const rows = (await response.text()).replace('\ufeff', '').trim().split('\n');
    expect(rows[0]).toBe(
      'kind,line,end_line,voyage,title,action,field,archive,document,choice,severity,message,suggestion',
    );
    expect(rows.map((row) => row.split(',', 1)[0])).toEqual(['kind', 'problem', 'voyage', 'change', 'voyage']);
    expect(rows[3]).toContain(`Notes,Rain.,'=1+1,`);
  });
});

describe('a preview', () => {
  test('is applied once, as a separate operation', async () => {
    const preview = await ingest(curator, document(voyage('1976-06-16')), { dryRun: true });
    const run = await applyPreview(preview.operation_id);
    expect(run).toMatchObject({ status: 'completed', dry_run: false, plan: { create: 1 }, voyages_processed: 1 });
    expect(await curator.json(path(preview.operation_id))).toMatchObject({ applied_as: run.operation_id });
    expect(await voyages()).toHaveLength(1);
    expect(await rejection(preview.operation_id, '/apply')).toEqual([409, 'This document was already imported.']);
    expect(await rejection(run.operation_id, '/apply')).toEqual([409, 'This import has already saved its voyages.']);
  });

  test.each([
    ['edited', 'changed', () => edit(`notes = 'Sun.'`, `start_date = '1976-06-16'`), { update: 1, create: 1 }],
    [
      'deleted',
      'deleted',
      () => api.database.pool.query(`delete from voyage where start_date = '1976-06-16'`),
      { update: 1, create: 1 },
    ],
    [
      'added on its date',
      'added',
      () => api.database.pool.query(`insert into voyage (slug, title, start_date) values ('x', 'X', '1976-06-18')`),
      { update: 2, create: 0 },
    ],
  ])('skips a voyage that was %s after the preview, with a warning', async (_, reason, change, { update, create }) => {
    await ingest(curator, document(voyage('1976-06-16'), voyage('1976-06-17')));
    const next = document(
      voyage('1976-06-16', { notes: 'Snow.' }),
      voyage('1976-06-17', { notes: 'Snow.' }),
      voyage('1976-06-18'),
    );
    const preview = await ingest(curator, next, { dryRun: true });
    expect(preview.stale_voyages).toEqual([]);
    await change();
    const ordinal = reason === 'added' ? 3 : 1;
    const { stale_voyages } = await curator.json<IngestReport>(path(preview.operation_id));
    expect(stale_voyages).toMatchObject([{ ordinal, reason }]);
    const before = (await voyages()).map(({ voyage_slug: slug, notes }) => ({ slug, notes }));

    const run = await applyPreview(preview.operation_id);
    expect(run).toMatchObject({ status: 'completed', plan: { conflict: 1, update, create } });
    expect(run.problems).toEqual([
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('after the preview') }),
    ]);
    const item = (await planOf(run.operation_id))[ordinal - 1];
    expect(item).toMatchObject({ action: 'conflict', changes: [] });
    const after = new Map((await voyages()).map(({ voyage_slug, notes }) => [voyage_slug, notes]));
    // Voyages that the import didn’t change keep their notes.
    for (const { slug, notes } of before)
      expect(after.get(slug)).toBe(/06-17/.test(slug) || (reason === 'added' && /06-16/.test(slug)) ? 'Snow.' : notes);
    expect([...after.keys()].some((slug) => slug.startsWith('1976-06-18'))).toBe(reason !== 'added');
    expect(await curator.json(path(preview.operation_id))).toMatchObject({ applied_status: 'completed' });
  });

  test('lets a curator resolve the fields of a skipped voyage', async () => {
    await ingest(curator, document(voyage('1976-06-16')));
    const next = document(voyage('1976-06-16', { notes: 'Snow.', info: 'A long cruise.' }));
    const preview = await ingest(curator, next, { dryRun: true });
    await edit(`notes = 'Sun.'`);
    const run = await applyPreview(preview.operation_id);
    expect(run).toMatchObject({ plan: { conflict: 1 }, open_conflicts: 2 });
    const { body } = await post<IngestItem[]>(run.operation_id, '/conflicts', {
      choices: [
        { ordinal: 1, field: 'notes', choice: 'keep' },
        { ordinal: 1, field: 'additional_information', choice: 'take' },
      ],
    });
    expect(body).toMatchObject([{ action: 'update' }]);
    expect(await voyages()).toMatchObject([{ notes: 'Sun.', additional_information: 'A long cruise.' }]);
    expect(await curator.json(path(run.operation_id))).toMatchObject({ problems: [], open_conflicts: 0 });
    expect((await ingest(curator, next)).plan).toMatchObject({ unchanged: 1 });
  });

  test('skips nothing when the archive already matches', async () => {
    await ingest(curator, document(voyage('1976-06-16')));
    const next = document(voyage('1976-06-16', { notes: 'Snow.' }));
    const preview = await ingest(curator, next, { dryRun: true });
    await ingest(curator, next);
    expect(await applyPreview(preview.operation_id)).toMatchObject({
      plan: { unchanged: 1, conflict: 0 },
      problems: [],
    });
  });

  test('keeps choices whose conflict hasn’t changed when it is refreshed', async () => {
    await ingest(curator, document(voyage('1976-06-16'), voyage('1976-06-17')));
    await edit(`notes = 'Sun.', additional_information = 'Short.'`);
    const next = document(voyage('1976-06-16', { notes: 'Snow.', info: 'A long cruise.' }), voyage('1976-06-17'));
    const preview = await ingest(curator, next, { dryRun: true });
    await post(preview.operation_id, '/conflicts', {
      choices: [
        { ordinal: 1, field: 'notes', choice: 'take' },
        { ordinal: 1, field: 'additional_information', choice: 'keep' },
      ],
    });
    await edit(`additional_information = 'Shorter.'`, `start_date = '1976-06-16'`);
    const { status, body } = await post<{ operation_id: string }>(preview.operation_id, '/refresh', {});
    expect(status).toBe(202);
    const fresh = await waitForReport(curator, body.operation_id, hasEnded);
    expect(fresh).toMatchObject({ status: 'completed', dry_run: true, filename: 'test.md', stale_voyages: [] });
    const [item] = await planOf(fresh.operation_id);
    expect(item?.conflicts).toMatchObject([
      { field: 'additional_information', curator: 'Shorter.', choice: null },
      { field: 'notes', choice: 'take' },
    ]);
    const run = await ingest(curator, next);
    expect(await rejection(run.operation_id, '/refresh', {})).toEqual([409, expect.stringContaining('Only a preview')]);
  });

  test('can be rerun with a corrected document; both documents are stored', async () => {
    const wrong = document(voyage('1976-02-30'));
    const preview = await ingest(curator, wrong, { dryRun: true });
    expect(preview.rejected).toBe(1);
    const text = document(voyage('1976-02-29'));
    const { body } = await post<{ operation_id: string }>(preview.operation_id, '/refresh', { document: text });
    const fresh = await waitForReport(curator, body.operation_id, hasEnded);
    expect(fresh).toMatchObject({ dry_run: true, rejected: 0, plan: { create: 1 }, filename: 'test.md' });
    expect((await curator.json<IngestDocument>(path(fresh.operation_id, '/document'))).text).toBe(text);
    expect((await curator.json<IngestDocument>(path(preview.operation_id, '/document'))).text).toBe(wrong);
    expect(await applyPreview(fresh.operation_id)).toMatchObject({ plan: { create: 1 } });
  });

  test('ignores edits that do not affect the plan', async () => {
    await ingest(curator, document(voyage('1976-06-16'), voyage('1976-06-17')));
    const preview = await ingest(curator, document(voyage('1976-06-16', { notes: 'Snow.' }), voyage('1976-06-17')), {
      dryRun: true,
    });
    await edit(`notes = 'Sun.'`, `start_date = '1976-06-17'`);
    await edit('title = title', `start_date = '1976-06-16'`);
    expect(await applyPreview(preview.operation_id)).toMatchObject({
      status: 'completed',
      plan: { update: 1, unchanged: 1 },
    });
  });

  test('skips a voyage whose people now match other records', async () => {
    await ingest(curator, document(voyage('1976-06-16')));
    const preview = await ingest(curator, document(voyage('1976-06-16', { people: 'Ann Lee' })), { dryRun: true });
    await api.database.pool.query(`update person set slug = 'lee-anna' where slug = 'lee-ann'`);
    const run = await applyPreview(preview.operation_id);
    expect(run).toMatchObject({ status: 'completed', plan: { conflict: 1, update: 0 } });
    expect((await voyages())[0]?.passengers).toHaveLength(2);
  });
});

describe('conflicts', () => {
  const first = document(voyage('1976-06-16', { notes: 'Rain.', info: 'A cruise.' }));
  const next = document(voyage('1976-06-16', { notes: 'Snow.', info: 'A long cruise.', people: 'Ann Lee, Dan Poe' }));
  beforeEach(async () => {
    await ingest(curator, first);
    await edit(`notes = 'Sun.', additional_information = 'Short.'`);
  });
  const choose = (id: string, ...choices: [field: string, choice: 'keep' | 'take'][]) =>
    post<IngestItem[]>(id, '/conflicts', {
      choices: choices.map(([field, choice]) => ({ ordinal: 1, field, choice })),
    });
  const state = async () => {
    const [only] = await voyages();
    return [only?.notes, only?.additional_information, only?.passengers.map(({ full_name }) => full_name)];
  };

  test('show both values; choices in a preview take effect when the preview is applied', async () => {
    const preview = await ingest(curator, next, { dryRun: true });
    expect(preview).toMatchObject({ plan: { conflict: 1 }, open_conflicts: 2 });
    const [item] = await planOf(preview.operation_id);
    expect(item?.conflicts).toEqual([
      {
        field: 'additional_information',
        label: 'Additional information',
        curator: 'Short.',
        document: 'A long cruise.',
        choice: null,
      },
      { field: 'notes', label: 'Notes', curator: 'Sun.', document: 'Snow.', choice: null },
    ]);
    await choose(preview.operation_id, ['notes', 'keep']);
    const { body } = await choose(preview.operation_id, ['notes', 'take'], ['additional_information', 'keep']);
    expect(body).toMatchObject([{ ordinal: 1, action: 'update', conflicts: [{ choice: 'keep' }, { choice: 'take' }] }]);
    expect(await curator.json(path(preview.operation_id))).toMatchObject({
      plan: { update: 1, conflict: 0 },
      open_conflicts: 0,
      problems: [],
    });
    expect(await state()).toEqual(['Sun.', 'Short.', ['Ann Lee', 'Bob May']]);
    expect(await applyPreview(preview.operation_id)).toMatchObject({ plan: { update: 1, conflict: 0 }, problems: [] });
    expect(await state()).toEqual(['Snow.', 'Short.', ['Ann Lee', 'Dan Poe']]);
    expect((await ingest(curator, next)).plan).toMatchObject({ unchanged: 1 });
  });

  test('without a choice keep the archive’s value and are reported again', async () => {
    const preview = await ingest(curator, next, { dryRun: true });
    await choose(preview.operation_id, ['notes', 'take']);
    const run = await applyPreview(preview.operation_id);
    expect(run).toMatchObject({ plan: { conflict: 1 }, open_conflicts: 1 });
    expect(await state()).toEqual(['Snow.', 'Short.', ['Ann Lee', 'Dan Poe']]);
    expect((await ingest(curator, next)).plan).toMatchObject({ conflict: 1 });
  });

  test('of an import are resolved immediately and permanently', async () => {
    const { operation_id: id } = await ingest(curator, next);
    expect(await choose(id, ['notes', 'take'])).toMatchObject({ status: 200, body: [{ action: 'conflict' }] });
    expect(await state()).toEqual(['Snow.', 'Short.', ['Ann Lee', 'Dan Poe']]);
    await choose(id, ['additional_information', 'keep']);
    expect(await curator.json(path(id))).toMatchObject({ open_conflicts: 0, problems: [], plan: { update: 1 } });
    expect(await rejection(id, '/conflicts', { choices: [{ ordinal: 1, field: 'notes', choice: 'keep' }] })).toEqual([
      409,
      expect.stringContaining('was already resolved'),
    ]);
    expect((await ingest(curator, next)).plan).toMatchObject({ unchanged: 1 });
    const { rows } = await api.database.pool.query(
      `select changed_by, operation_id = $1 own, before->>'notes' notes from history
       where kind = 'voyage' order by revision desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ changed_by: 'curator', own: true, notes: 'Sun.' }]);
  });

  test('are resolved for the whole document at once, except where a choice was made', async () => {
    const other = voyage('1976-06-17', { info: 'A cruise.' });
    await ingest(curator, document(voyage('1976-06-16'), other));
    await edit(`notes = 'Sun.', additional_information = 'Short.'`);
    const text = document(
      voyage('1976-06-16', { notes: 'Snow.', info: 'A long cruise.' }),
      voyage('1976-06-17', { notes: 'Hail.', info: 'A longer cruise.' }),
    );
    const preview = await ingest(curator, text, { dryRun: true });
    expect(preview.open_conflicts).toBe(4);
    await choose(preview.operation_id, ['notes', 'keep']);
    const { status, body } = await post<IngestItem[]>(preview.operation_id, '/conflicts', { all: 'take' });
    expect([status, body.length]).toEqual([200, 2]);
    expect(await applyPreview(preview.operation_id)).toMatchObject({ open_conflicts: 0, plan: { update: 2 } });
    const texts = (await voyages()).map(({ start_date, notes, additional_information }) => [
      start_date,
      notes,
      additional_information,
    ]);
    expect(texts.toSorted()).toEqual([
      ['1976-06-16', 'Sun.', 'A long cruise.'],
      ['1976-06-17', 'Hail.', 'A longer cruise.'],
    ]);
    expect((await post(preview.operation_id, '/conflicts', { all: 'take', choices: [] })).status).toBe(422);
  });

  test('create the people named only in the document when passengers are resolved', async () => {
    await api.database.pool.query(`update passenger set sort_order = 3 - sort_order`);
    await edit('title = title');
    const { operation_id: id } = await ingest(curator, next);
    expect((await state())[2]).toEqual(['Bob May', 'Ann Lee']);
    await choose(id, ['passengers', 'take']);
    expect((await state())[2]).toEqual(['Ann Lee', 'Dan Poe']);
  });

  test('cannot be resolved after the value has changed', async () => {
    const { operation_id: id } = await ingest(curator, next);
    await edit(`notes = 'Fog.'`);
    expect(await rejection(id, '/conflicts', { choices: [{ ordinal: 1, field: 'notes', choice: 'take' }] })).toEqual([
      409,
      expect.stringContaining('was edited after this conflict was shown'),
    ]);
    expect((await state())[0]).toBe('Fog.');
  });

  test('can only be resolved in the latest import', async () => {
    const { operation_id: id } = await ingest(curator, next);
    await ingest(curator, next);
    expect(await rejection(id, '/conflicts', { choices: [{ ordinal: 1, field: 'notes', choice: 'take' }] })).toEqual([
      409,
      expect.stringContaining('A later import of test.md covers'),
    ]);
    expect(await rejection(id, '/conflicts', { choices: [{ ordinal: 2, field: 'notes', choice: 'take' }] })).toEqual([
      409,
      expect.stringContaining('Voyage 2 of this document has no conflict in “notes”'),
    ]);
  });
});
