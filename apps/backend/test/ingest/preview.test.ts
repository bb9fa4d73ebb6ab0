// cspell:ignore März Okafor Gäste Jörg ller Müller Nebel Regen Ÿller
import { describe, expect, test } from '@jest/globals';
import type { IngestItem, IngestName, IngestReport, IngestRow, NameDecision, Problem } from '@archive/contracts';
import { CURATOR, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { hasEnded, ingest, waitForReport, withImports } from '../support/ingest.ts';
import { aWorkbook } from '../support/workbook.ts';

let api: TestApi;
let curator: Browser;
withImports((started) => ({ api, curator } = started));

const FORD = '# President Ford (August 9, 1974 to January 20, 1977)';
const voyage = (date: string, people: string, extraLines = '') =>
  `## ${date}\n\nLocation: Potomac River\n\nPassengers: ${people}${extraLines && `\n\n${extraLines}`}`;
const document = (...voyages: string[]) => [FORD, ...voyages].join('\n\n');

const path = (id: string, pathEnd = '') => `/api/curator/ingest/${id}${pathEnd}`;
const preview = (text: string) => ingest(curator, text, { dryRun: true });
const planOf = (id: string) => curator.json<IngestItem[]>(path(id, '/plan'));
const namesOf = (id: string, show = '') => curator.json<IngestName[]>(path(id, `/names${show && `?show=${show}`}`));
const addPerson = async (full_name: string) => {
  const response = await curator.post('/api/curator/people', { full_name });
  return ((await response.json()) as { person_slug: string }).person_slug;
};
const send = async (id: string, written: string, decision: NameDecision | null) => {
  const name = (await namesOf(id)).find((item) => item.written === written);
  return curator.post(path(id, '/names'), { decisions: [{ key: name?.key, decision }] });
};
/** Sends a decision about a name, and waits until the preview is planned again. */
const decide = async (id: string, written: string, decision: NameDecision | null): Promise<IngestReport> => {
  const response = await send(id, written, decision);
  expect([response.status, await response.json()]).toMatchObject([202, { operation_id: id }]);
  return waitForReport(curator, id, hasEnded);
};
const apply = async (id: string): Promise<IngestReport> => {
  const response = await curator.post(path(id, '/apply?confirm_removals=1&confirm_names=1'));
  expect(response.status).toBe(202);
  return waitForReport(curator, ((await response.json()) as { operation_id: string }).operation_id, hasEnded);
};
/** People aboard each voyage, as `slug: full name`, and the guests without names. */
const aboard = async () => {
  const { rows } = await api.database.pool.query<{ line: string }>(
    `select v.start_date || ': ' || coalesce((
       select string_agg(concat_ws(' ', l.title, p.full_name), ', ' order by l.sort_order)
       from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id), '-')
       || coalesce(' + ' || v.additional_guests, '') as line
     from voyage v order by v.start_date`,
  );
  return rows.map(({ line }) => line);
};
const peopleNamed = async (name: string) => {
  const { rows } = await api.database.pool.query<{ count: string }>(
    'select count(*) from person where full_name = $1',
    [name],
  );
  return Number(rows[0]?.count);
};

describe('the card of a voyage', () => {
  test('shows the voyage as Apply saves it, and the words that none of its values contain', async () => {
    await addPerson('Ann Lee');
    const text = document(
      `(Menu) (Zeppelin)\n\n${voyage('1976-06-16', '[Gerald Ford](https://en.wikipedia.org/wiki/Gerald_Ford) (POTUS), Ann Lee, Bob May, 12 other guests', 'Notes: Rain.')}`,
    );
    const { operation_id: id } = await preview(text);
    const [item] = await planOf(id);
    expect(item?.card).toMatchObject({
      fields: {
        start_date: '1976-06-16',
        start_location: 'Potomac River',
        notes: 'Rain.',
        mention_menu: true,
        additional_guests: '12 other guests',
      },
      owner: { full_name: 'Gerald Ford', state: 'known' },
      people: [
        { full_name: 'Gerald Ford', state: 'known', capacity_role: 'POTUS' },
        { full_name: 'Ann Lee', person_slug: 'lee-ann', state: 'known' },
        { full_name: 'Bob May', person_slug: null, state: 'new' },
      ],
    });
    const lines = text.split('\n');
    const unused = item?.card?.unused.map(({ line, from, to }) => lines[line - 1]?.slice(from, to));
    expect(unused).toEqual(['Zeppelin']);
    expect(item?.names.map(({ written, state }) => [written, state])).toEqual([
      ['Ford', 'known'],
      ['Gerald Ford', 'known'],
      ['Ann Lee', 'known'],
      ['Bob May', 'new'],
    ]);
  });

  test('shows a changed voyage with the values that the archive keeps, and reflects conflict choices', async () => {
    await ingest(curator, document(voyage('1976-06-16', 'Ann Lee', 'Notes: Rain.')));
    await api.database.pool.query(
      `update voyage set notes = 'Sun.', summary_markdown = 'Kept.', version = version + 1`,
    );
    const { operation_id: id } = await preview(document(voyage('1976-06-16', 'Ann Lee, Bob May', 'Notes: Snow.')));
    const cardOf = async () => (await planOf(id))[0]?.card;
    expect(await cardOf()).toMatchObject({
      fields: { notes: 'Sun.', summary_markdown: 'Kept.' },
      people: [{ full_name: 'Ann Lee' }, { full_name: 'Bob May', state: 'new' }],
    });
    const choices = [{ ordinal: 1, field: 'notes', choice: 'take' }];
    await curator.post(path(id, '/conflicts'), { choices });
    expect(await cardOf()).toMatchObject({ fields: { notes: 'Snow.', summary_markdown: 'Kept.' } });
  });

  test('does not exist for an unchanged voyage or in an import', async () => {
    const { operation_id: first } = await ingest(curator, document(voyage('1976-06-16', 'Ann Lee')));
    const { operation_id: second } = await preview(document(voyage('1976-06-16', 'Ann Lee')));
    for (const id of [first, second]) expect(await planOf(id)).toMatchObject([{ card: null, names: [] }]);
  });

  test('shows the lines of a table', async () => {
    const text = 'start_date,title,passengers\n1976-06-16,Dinner,Ann Lee,blue\n';
    const { operation_id: id } = await preview(text);
    const [item] = await planOf(id);
    expect(item?.card?.unused).toEqual([{ line: 2, from: 26, to: 30 }]);
  });
});

describe('the decision about a name', () => {
  const TEXT = document(
    voyage('1976-06-16', 'Henry Kisinger, Ann Lee'),
    voyage('1976-06-17', 'henry kisinger'),
    voyage('1976-06-18', 'Secretary Henry Kisinger'),
  );

  test('offers a person with a similar name, and applies to every occurrence', async () => {
    const slug = await addPerson('Henry Kissinger');
    const { operation_id: id, names } = await preview(TEXT);
    expect(names).toMatchObject({ check: 2, new: 3, decided: 0 });
    expect(await namesOf(id, 'check')).toMatchObject([
      {
        written: 'Henry Kisinger',
        voyages: 2,
        state: 'new',
        suggestion: { person_slug: slug, full_name: 'Henry Kissinger' },
      },
      { written: 'Secretary Henry Kisinger', voyages: 1 },
    ]);
    const report = await decide(id, 'Henry Kisinger', { kind: 'person', person_slug: slug });
    expect(report.names).toMatchObject({ check: 1, decided: 1 });
    const plan = await planOf(id);
    expect(plan.map(({ card }) => card?.people[0]?.person_slug)).toEqual([slug, slug, null]);
    expect(await namesOf(id, 'decided')).toMatchObject([
      { written: 'Henry Kisinger', state: 'known', decided_earlier: false, decided_by: 'curator' },
    ]);
    await apply(id);
    expect(await aboard()).toEqual([
      '1976-06-16: Henry Kissinger, Ann Lee',
      '1976-06-17: Henry Kissinger',
      '1976-06-18: Secretary Henry Kisinger',
    ]);
  });

  test('that nobody makes is the one that the preview announces', async () => {
    const slug = await addPerson('Robert F. Kennedy');
    await addPerson('Henry Kissinger');
    const text = document(
      voyage('1976-06-16', 'Henry Kisinger, Ann Lee, R. F. Kennedy, Ben and Tony Bradlee'),
      voyage('1976-06-17', 'Henry Kisinger'),
    );
    const { operation_id: id, names, names_to_review } = await preview(text);
    expect(names).toMatchObject({ check: 3 });
    expect(names_to_review).toEqual({ new: 1, known: 1, text: 1 });
    await apply(id);
    expect(await aboard()).toEqual([
      '1976-06-16: Henry Kisinger, Ann Lee, Robert F. Kennedy + Ben and Tony Bradlee',
      '1976-06-17: Henry Kisinger',
    ]);
    expect(await curator.json(`/api/people/${slug}`)).toMatchObject({ voyage_count: 1 });
    expect(await peopleNamed('Henry Kisinger')).toBe(1);
  });

  test('is remembered for the next import, where it can be changed', async () => {
    const slug = await addPerson('Henry Kissinger');
    const first = await preview(TEXT);
    await decide(first.operation_id, 'Henry Kisinger', { kind: 'person', person_slug: slug });
    const { operation_id: id } = await preview(document(voyage('1975-01-01', 'Henry Kisinger')));
    expect(await namesOf(id)).toMatchObject([
      { kind: 'owner' },
      { written: 'Henry Kisinger', person: { person_slug: slug }, decided_earlier: true },
    ]);
    await decide(id, 'Henry Kisinger', { kind: 'new' });
    expect((await namesOf(id)).at(-1)).toMatchObject({ state: 'new', decided_earlier: false });
    await apply(id);
    expect(await aboard()).toEqual(['1975-01-01: Henry Kisinger']);
    const direct = await ingest(curator, document(voyage('1975-01-02', 'Henry Kisinger')));
    expect(direct.status).toBe('completed');
    expect(await peopleNamed('Henry Kisinger')).toBe(1);
    expect(direct.problems.map(({ message }) => message)).toEqual([
      `“Henry Kisinger” is read as Henry Kisinger, as ${CURATOR.username} decided in an earlier import.`,
    ]);
  });

  test('is not remembered once the archive has someone with that name', async () => {
    const slug = await addPerson('Henry Kissinger');
    const first = await preview(TEXT);
    await decide(first.operation_id, 'Henry Kisinger', { kind: 'person', person_slug: slug });
    const namesake = await addPerson('Henry Kisinger');
    const { operation_id: id } = await preview(document(voyage('1975-01-01', 'Henry Kisinger')));
    expect((await namesOf(id)).at(-1)).toMatchObject({
      state: 'known',
      person: { person_slug: namesake },
      decided_earlier: false,
    });
  });

  test('can be undone', async () => {
    const slug = await addPerson('Henry Kissinger');
    const { operation_id: id } = await preview(TEXT);
    await decide(id, 'Henry Kisinger', { kind: 'person', person_slug: slug });
    const report = await decide(id, 'Henry Kisinger', null);
    expect(report.names).toMatchObject({ check: 2, decided: 0 });
    const { operation_id: next } = await preview(TEXT);
    expect(await namesOf(next, 'decided')).toEqual([]);
  });

  test('splits a couple into two people', async () => {
    const { operation_id: id, problems } = await preview(
      document(voyage('1976-06-16', 'Ben and Tony Bradlee, 2 other guests')),
    );
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('more than one person')]);
    expect(await namesOf(id, 'check')).toMatchObject([
      { kind: 'group', written: 'Ben and Tony Bradlee', state: 'text' },
    ]);
    const report = await decide(id, 'Ben and Tony Bradlee', { kind: 'split', names: ['Ben Bradlee', 'Tony Bradlee'] });
    expect(report.problems).toEqual([]);
    expect(report.names).toMatchObject({ check: 0, new: 2, text: 1 });
    await apply(id);
    expect(await aboard()).toEqual(['1976-06-16: Ben Bradlee, Tony Bradlee + 2 other guests']);
  });

  test('keeps a name as text', async () => {
    await ingest(curator, document(voyage('1976-06-16', 'Ann Lee, Sky Larks (music)')));
    const { operation_id: id } = await preview(
      document(voyage('1976-06-16', 'Ann Lee, Sky Larks (music)', 'Notes: Rain.')),
    );
    const report = await decide(id, 'Sky Larks', { kind: 'text' });
    expect(report.removal_warning).toBe('This would remove 1 passenger from 1 voyage.');
    await apply(id);
    expect(await aboard()).toEqual(['1976-06-16: Ann Lee + Sky Larks (music)']);
  });

  test('shows which owner a heading refers to, or that the owner is new', async () => {
    const text = `# Owner Jerry Ford (1975)\n\n${voyage('1976-06-16', 'Ann Lee')}`;
    const { operation_id: id } = await preview(text);
    expect(await namesOf(id)).toMatchObject([{ kind: 'owner', written: 'Jerry Ford', state: 'new' }, {}]);
    await decide(id, 'Jerry Ford', { kind: 'person', person_slug: 'ford-gerald' });
    expect((await planOf(id))[0]?.card?.owner).toMatchObject({ full_name: 'Gerald Ford', state: 'known' });
    const rejection = await send(id, 'Jerry Ford', { kind: 'split', names: ['Jerry', 'Ford'] });
    expect([rejection.status, ((await rejection.json()) as Problem).detail]).toEqual([
      409,
      '“Jerry Ford” can’t be decided in this way.',
    ]);
    await decide(id, 'Jerry Ford', { kind: 'text' });
    expect(await namesOf(id)).toMatchObject([
      { kind: 'owner', state: 'text' },
      { kind: 'proposed_owner', written: 'Gerald Ford', reason: 'term' },
      {},
    ]);
    await decide(id, 'Jerry Ford', { kind: 'new' });
    await apply(id);
    const { rows } = await api.database.pool.query(
      'select p.full_name from voyage v join person p on p.id = v.president_id',
    );
    expect(rows).toEqual([{ full_name: 'Jerry Ford' }]);
  });

  test('keeps the choices made in conflicts, and is rejected once the preview is applied', async () => {
    await ingest(curator, document(voyage('1976-06-16', 'Ann Lee', 'Notes: Rain.')));
    await api.database.pool.query(`update voyage set notes = 'Sun.', version = version + 1`);
    const { operation_id: id } = await preview(document(voyage('1976-06-16', 'Ann Lee, Bob May', 'Notes: Snow.')));
    await curator.post(path(id, '/conflicts'), { all: 'take' });
    const report = await decide(id, 'Bob May', { kind: 'text' });
    expect(report.open_conflicts).toBe(0);
    await apply(id);
    expect(await aboard()).toEqual(['1976-06-16: Ann Lee + Bob May']);
    expect((await send(id, 'Bob May', null)).status).toBe(409);
  });

  test('can be made repeatedly; the last one counts', async () => {
    const { operation_id: id } = await preview(TEXT);
    for (const kind of ['text', 'new', 'text'] as const) expect((await send(id, 'Ann Lee', { kind })).status).toBe(202);
    await waitForReport(curator, id, hasEnded);
    expect((await planOf(id))[0]?.card?.fields.additional_guests).toBe('Ann Lee');
  });

  test('for someone new creates one person, even if the archive has someone with that name', async () => {
    await addPerson('Ann Lee');
    const days = Array.from({ length: 110 }, (_, index) =>
      new Date(Date.UTC(1976, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const { operation_id: id } = await preview(document(...days.map((day) => voyage(day, 'Ann Lee'))));
    await decide(id, 'Ann Lee', { kind: 'new' });
    const { plan } = await apply(id);
    expect(plan.create).toBe(110);
    expect(await peopleNamed('Ann Lee')).toBe(2);
    const { rows } = await api.database.pool.query('select distinct person_id from passenger');
    expect(rows).toHaveLength(1);
  });
});

describe('the line of a name', () => {
  const TEXT = `## 1976-06-16: Dinner\n\nLocation: Washington Navy Yard\n\nPassengers:\n\n- Kissinger, Henry\n- RFK\n`;

  test('is the one that has it, also when the surname comes first', async () => {
    await addPerson('Robert F. Kennedy');
    const report = await preview(`(Menu)\n\n${TEXT}`);
    const names = (await namesOf(report.operation_id)).filter(({ kind }) => kind === 'person');
    expect(names.map(({ written, line }) => `${line}: ${written}`)).toEqual(['9: Henry Kissinger', '10: RFK']);
    expect(report.problems.filter(({ message }) => message.includes('matched'))).toMatchObject([{ line: 10 }]);
  });
});

describe('a new name in different spellings', () => {
  const SPELLINGS = document(
    voyage('1976-06-16', 'Henry Kissinger, Ann Lee'),
    voyage('1976-06-17', 'H. Kissinger (Secretary)'),
    voyage('1976-06-18', 'Kisinger'),
  );
  const messagesOf = ({ problems }: IngestReport) => problems.map(({ line, message }) => `${line}: ${message}`);

  test('is reported at its line and in the list of names', async () => {
    const report = await preview(SPELLINGS);
    expect(messagesOf(report)).toEqual([
      '13: “H. Kissinger” may be another spelling of “Henry Kissinger” in line 7. They would be added as two people.',
      '19: “Kisinger” may be another spelling of “Henry Kissinger” in line 7. They would be added as two people.',
    ]);
    expect(report.names).toMatchObject({ check: 3, new: 4 });
    const names = await namesOf(report.operation_id, 'check');
    expect(names.map(({ written, spellings }) => [written, spellings.map(({ full_name }) => full_name)])).toEqual([
      ['Henry Kissinger', ['H. Kissinger', 'Kisinger']],
      ['H. Kissinger', ['Henry Kissinger', 'Kisinger']],
      ['Kisinger', ['Henry Kissinger', 'H. Kissinger']],
    ]);
  });

  test('gets one spelling, which the next import remembers', async () => {
    const { operation_id: id } = await preview(SPELLINGS);
    const decision: NameDecision = { kind: 'split', names: ['Henry Kissinger'] };
    const decisions = ['person:h kissinger', 'person:kisinger'].map((key) => ({ key, decision }));
    expect((await curator.post(path(id, '/names'), { decisions })).status).toBe(202);
    const report = await waitForReport(curator, id, hasEnded);
    expect(messagesOf(report)).toEqual([]);
    expect(report.names).toMatchObject({ check: 0, new: 2, text: 2 });
    await apply(id);
    expect(await aboard()).toEqual([
      '1976-06-16: Henry Kissinger, Ann Lee',
      '1976-06-17: Henry Kissinger',
      '1976-06-18: Henry Kissinger',
    ]);
    const { rows } = await api.database.pool.query(
      `select capacity_role from passenger where capacity_role is not null`,
    );
    expect(rows).toEqual([{ capacity_role: 'Secretary' }]);
    await ingest(curator, document(voyage('1976-07-01', 'Kisinger')));
    expect((await aboard()).at(-1)).toBe('1976-07-01: Henry Kissinger');
  });

  test('stays two people when a curator decides so', async () => {
    const { operation_id: id } = await preview(
      document(voyage('1976-06-16', 'Henry Kissinger'), voyage('1976-06-17', 'H. Kissinger')),
    );
    expect(messagesOf(await decide(id, 'H. Kissinger', { kind: 'new' }))).toEqual([]);
    await apply(id);
    expect(await aboard()).toEqual(['1976-06-16: Henry Kissinger', '1976-06-17: H. Kissinger']);
  });
});

test('Apply skips a new voyage if one of its names now matches another person', async () => {
  const { operation_id: id } = await preview(
    document(voyage('1976-06-16', 'Ann Lee'), voyage('1976-06-17', 'Bob May')),
  );
  await addPerson('Ann Lee');
  const { problems } = await apply(id);
  expect(problems.map(({ message }) => message)).toEqual([
    'Someone aboard was added to the archive or changed there after the preview, so the import skipped the voyage.',
  ]);
  expect(await aboard()).toEqual(['1976-06-17: Bob May']);
});

test('a voyage that was edited after the preview does not block the others, and the import keeps the corrected document', async () => {
  const days = Array.from({ length: 120 }, (_, index) =>
    new Date(Date.UTC(1976, 0, 1 + index)).toISOString().slice(0, 10),
  );
  await ingest(curator, document(...days.map((day) => voyage(day, 'Ann Lee'))));
  const changed = document(...days.map((day) => voyage(day, 'Ann Lee', 'Notes: Wet.')));
  const { operation_id: first } = await preview(changed);
  const corrected = changed.replaceAll('Wet', 'Rain');
  const response = await curator.post(path(first, '/refresh'), { document: corrected });
  const { operation_id: id } = (await response.json()) as { operation_id: string };
  await waitForReport(curator, id, hasEnded);
  await api.database.pool.query(
    `update voyage set notes = 'Edited.', version = version + 1 where start_date = '1976-03-01'`,
  );
  const { operation_id: applied } = await apply(id);
  const { rows } = await api.database.pool.query(
    'select notes, count(*)::int from voyage group by notes order by notes',
  );
  expect(rows).toEqual([
    { notes: 'Edited.', count: 1 },
    { notes: 'Rain.', count: 119 },
  ]);
  expect(await curator.json(path(applied, '/document'))).toMatchObject({ text: corrected });
});

describe('the columns of a table', () => {
  const TABLE = 'Date,Guests,Weather seen,Remarks\n1976-06-16,Ann Lee,Rain.,A quiet evening.\n';
  const mapColumns = (id: string, columns: (string | null)[]) => curator.post(path(id, '/columns'), { columns });

  test('are recognized by common headings, and can be mapped to other fields', async () => {
    const { operation_id: id, columns } = await preview(TABLE);
    expect(columns).toEqual([
      { name: 'Date', column: 'start_date', samples: ['1976-06-16'] },
      { name: 'Guests', column: 'passengers', samples: ['Ann Lee'] },
      { name: 'Weather seen', column: null, samples: ['Rain.'] },
      { name: 'Remarks', column: 'notes', samples: ['A quiet evening.'] },
    ]);
    expect((await mapColumns(id, ['start_date', 'passengers', 'notes', 'additional_information'])).status).toBe(202);
    await waitForReport(curator, id, hasEnded);
    expect((await planOf(id))[0]?.card?.fields).toMatchObject({
      notes: 'Rain.',
      additional_information: 'A quiet evening.',
    });
    await apply(id);
    const { rows } = await api.database.pool.query('select notes, additional_information from voyage');
    expect(rows).toEqual([{ notes: 'Rain.', additional_information: 'A quiet evening.' }]);
  });

  test('are remembered for the next table with the same headings, and can be forgotten', async () => {
    const { operation_id: first } = await preview(TABLE);
    await mapColumns(first, ['start_date', 'passengers', 'notes', 'additional_information']);
    await waitForReport(curator, first, hasEnded);
    const {
      operation_id: id,
      columns_chosen_by,
      columns,
    } = await preview('date,GUESTS,Weather  Seen,Remarks\n1976-06-17,Ann Lee,Fog.,Dinner.\n');
    expect(columns_chosen_by).toBe('curator');
    expect(columns?.map(({ column }) => column)).toEqual([
      'start_date',
      'passengers',
      'notes',
      'additional_information',
    ]);
    expect((await planOf(id))[0]?.card?.fields).toMatchObject({ notes: 'Fog.', additional_information: 'Dinner.' });
    const response = await curator.post(path(id, '/columns'), { columns: null });
    expect(response.status).toBe(202);
    const forgotten = await waitForReport(curator, id, hasEnded);
    expect(forgotten.columns_chosen_by).toBeNull();
    expect((await planOf(id))[0]?.card?.fields).toMatchObject({ notes: 'Dinner.' });
    expect((await preview(TABLE)).columns_chosen_by).toBeNull();
  });

  test('can be corrected after a mistake, which is not applied to later tables', async () => {
    const { operation_id: id } = await preview(TABLE);
    await mapColumns(id, ['notes', 'start_date', null, null]);
    const failed = await waitForReport(curator, id, hasEnded);
    expect(failed).toMatchObject({
      status: 'failed',
      error_message:
        'No cell of the column “Guests”, which is read as the start date, has a date. Choose another column in a preview, or correct the cells.',
    });
    const { operation_id: next, ...report } = await preview(TABLE);
    expect(report).toMatchObject({ status: 'completed', columns_chosen_by: null, plan: { create: 1 } });
    expect((await mapColumns(id, ['start_date', 'passengers', 'notes', null])).status).toBe(202);
    expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ status: 'completed', error_message: null });
    expect((await preview(TABLE)).columns_chosen_by).toBe('curator');
    await curator.post(path(next, '/columns'), { columns: null });
    await waitForReport(curator, next, hasEnded);
  });

  test('are found by their cells when the column called “Date” has no dates', async () => {
    const { status, columns, plan } = await preview('Date,Guests,When it left\nDay one,Ann Lee,1976-06-16\n');
    expect(status).toBe('completed');
    expect(columns?.map(({ column }) => column)).toEqual([null, 'passengers', 'start_date']);
    expect(plan.create).toBe(1);
  });

  test('can be mapped when no column has dates that can be read', async () => {
    const { operation_id: id, status, error_message } = await preview('Day,Guests\nfirst,Ann Lee\n');
    expect([status, error_message]).toEqual([
      'failed',
      expect.stringContaining('No cell of the column “Day”, which is read as the start date, has a date.'),
    ]);
    expect((await mapColumns(id, ['title', 'start_date'])).status).toBe(202);
    expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ status: 'failed' });
  });

  test('are left out when a curator decides so', async () => {
    const { operation_id: id } = await preview(TABLE);
    await mapColumns(id, ['start_date', 'passengers', 'leave_out', 'notes']);
    const { problems } = await waitForReport(curator, id, hasEnded);
    expect(problems.map(({ message }) => message)).toContain('The column “Weather seen” is skipped.');
    expect((await planOf(id))[0]?.card?.fields.additional_information).toBeNull();
  });

  const GERMAN_TABLE = 'Datum;Gäste;Wetter\n05.06.1971;Jörg Müller/Ann Lee;Regen\n06.06.1971;;Nebel\n;Ann Lee;\n';
  const CHOSEN = { encoding: null, separator: '/', date_order: 'month_first', sheet: null } as const;
  const previewFile = async (bytes: Buffer, filename = 'asked.csv') => {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(bytes)]), filename);
    const response = await curator.request('POST', '/api/curator/ingest?dry_run=1&ask_columns=1', { body: form });
    expect(response.status).toBe(202);
    const { operation_id } = (await response.json()) as { operation_id: string };
    return waitForReport(curator, operation_id, hasEnded);
  };

  test('are asked for before anything is planned, with the rows that they would give', async () => {
    const { operation_id: id, ...report } = await previewFile(Buffer.from(GERMAN_TABLE));
    expect(report).toMatchObject({
      status: 'completed',
      needs_columns: true,
      plan: { create: 0 },
      found_reading: { encoding: 'utf-8', date_order: 'day_first' },
    });
    expect((await curator.post(path(id, '/apply'))).status).toBe(409);
    expect(await planOf(id)).toEqual([]);
    const fields = ['start_date', 'passengers', 'notes'];
    const rowsWith = async (reading: object, columns = fields) =>
      (await (await curator.post(path(id, '/rows'), { columns, reading })).json()) as IngestRow[];
    const rows = await rowsWith({ ...CHOSEN, date_order: null });
    expect(rows).toMatchObject([
      {
        values: [
          { column: 'start_date', value: '1971-06-05' },
          { column: 'passengers', value: 'Jörg Müller, Ann Lee' },
          { column: 'notes', value: 'Regen' },
        ],
      },
      { values: [{ column: 'start_date', value: '1971-06-06' }, { column: 'notes' }] },
      { values: [], problems: ['The row has no date, so it’s skipped: “Ann Lee”.'] },
    ]);
    expect((await rowsWith(CHOSEN))[0]?.values[0]).toEqual({ column: 'start_date', value: '1971-05-06' });
    expect((await curator.post(path(id, '/rows'), { columns: ['notes'], reading: CHOSEN })).status).toBe(409);

    expect((await curator.post(path(id, '/columns'), { columns: fields, reading: CHOSEN })).status).toBe(202);
    const planned = await waitForReport(curator, id, hasEnded);
    expect(planned).toMatchObject({ needs_columns: false, reading: CHOSEN, plan: { create: 2 } });
    expect((await planOf(id)).map(({ start_date }) => start_date)).toEqual(['1971-05-06', '1971-06-06', null]);
    expect(await previewFile(Buffer.from(GERMAN_TABLE))).toMatchObject({
      needs_columns: false,
      columns_chosen_by: 'curator',
      reading: CHOSEN,
      plan: { create: 2 },
    });
  });

  test('are not asked for if the headings are those of the format', async () => {
    const report = await previewFile(Buffer.from('start_date,title\n1971-06-05,Regatta\n'));
    expect(report).toMatchObject({ needs_columns: false, plan: { create: 1 } });
  });

  test('are those of a workbook, too', async () => {
    const sheet = aWorkbook({
      Logbook: [
        ['When', 'Guests'],
        [{ value: 26_089, format: 'date' }, 'Ann Lee'],
      ],
    });
    const { operation_id: id, ...report } = await previewFile(sheet, 'log.xlsx');
    expect(report).toMatchObject({ format: 'xlsx', needs_columns: true });
    await curator.post(path(id, '/columns'), { columns: ['start_date', 'passengers'] });
    await waitForReport(curator, id, hasEnded);
    await apply(id);
    expect(await aboard()).toEqual(['1971-06-05: Ann Lee']);
  });

  test('are those of the sheet that a curator chose', async () => {
    const day = { value: 26_089, format: 'date' } as const;
    const workbook = aWorkbook({
      'Log 1971': [
        ['Day of sailing', 'Guests on deck'],
        [day, 'Ann Lee'],
      ],
      Menus: [['Soup'], ['Fish'], ['Cake']],
      'Log 1972': [
        ['Sailed on', 'Weather on deck', 'Who sailed'],
        ['7. März 1972', 'Fog', 'Tom Okafor'],
      ],
    });
    const { operation_id: id, ...report } = await previewFile(workbook, 'sheets.xlsx');
    expect(report).toMatchObject({
      needs_columns: true,
      found_reading: {
        sheet: 'Log 1971',
        sheets: [
          { name: 'Log 1971', rows: 2 },
          { name: 'Menus', rows: 3 },
          { name: 'Log 1972', rows: 2 },
        ],
      },
    });
    const reading = { ...CHOSEN, separator: null, date_order: null, sheet: 'Log 1972' };
    expect((await curator.post(path(id, '/columns'), { columns: null, reading })).status).toBe(202);
    const chosen = await waitForReport(curator, id, hasEnded);
    expect(chosen).toMatchObject({ needs_columns: true, reading, found_reading: { sheet: 'Log 1972' } });
    expect(chosen.columns?.map(({ name, column }) => [name, column])).toEqual([
      ['Sailed on', 'start_date'],
      ['Weather on deck', null],
      ['Who sailed', null],
    ]);
    const fields = ['start_date', 'notes', 'passengers'];
    expect((await curator.post(path(id, '/columns'), { columns: fields, reading })).status).toBe(202);
    const planned = await waitForReport(curator, id, hasEnded);
    expect(planned).toMatchObject({ needs_columns: false, plan: { create: 1 } });
    expect(planned.problems.map(({ message }) => message)).toContain(
      'The sheet “Log 1972” is read. The workbook also has “Log 1971” and “Menus”.',
    );
    await apply(id);
    expect(await aboard()).toEqual(['1972-03-07: Tom Okafor']);
  });

  test('are asked for again when a preview that waits for them is refreshed, also with a corrected document', async () => {
    const { operation_id: id } = await previewFile(Buffer.from('Sailing day;Seen\n05.06.1971;Fog\n'));
    const refresh = async (body: object) => {
      const response = await curator.post(path(id, '/refresh'), body);
      expect(response.status).toBe(202);
      const { operation_id } = (await response.json()) as { operation_id: string };
      return waitForReport(curator, operation_id, hasEnded);
    };
    expect(await refresh({})).toMatchObject({ needs_columns: true, plan: { create: 0 } });
    const corrected = await refresh({ document: 'Sailing day;Seen;Guests\n05.06.1971;Fog;Ann Lee\n' });
    expect(corrected).toMatchObject({ needs_columns: true, plan: { create: 0 } });
    expect(corrected.columns?.map(({ column }) => column)).toEqual(['start_date', null, 'passengers']);
  });

  test('are remembered with the encoding of the file', async () => {
    const bytes = Buffer.from('Sailed;Called\n05.06.1971;Ren\u008e M\u009fller\n', 'latin1');
    const { operation_id: id } = await previewFile(bytes);
    const reading = { encoding: 'windows-1252', separator: null, date_order: null, sheet: null };
    await curator.post(path(id, '/columns'), { columns: ['start_date', 'title'], reading });
    await waitForReport(curator, id, hasEnded);
    const later = await previewFile(bytes, 'later.csv');
    expect(later).toMatchObject({ needs_columns: false, columns_chosen_by: 'curator', reading });
    expect((await planOf(later.operation_id))[0]?.title).toBe('RenŽ MŸller');
  });

  test('can be read again in the encoding that a curator chose', async () => {
    const mac = Buffer.from('Datum;Name\n05.06.1971;Ren\u008e M\u009fller\n', 'latin1');
    const { operation_id: id, ...report } = await previewFile(mac);
    expect(report).toMatchObject({ found_reading: { encoding: 'macintosh' } });
    expect(report.columns?.[1]?.samples).toEqual(['René Müller']);
    const reading = { encoding: 'windows-1252', separator: null, date_order: null, sheet: null };
    await curator.post(path(id, '/columns'), { columns: ['start_date', 'title'], reading });
    const { columns } = await waitForReport(curator, id, hasEnded);
    expect(columns?.[1]?.samples).toEqual(['RenŽ MŸller']);
    expect(await curator.json(path(id, '/document'))).toMatchObject({ text: 'Datum;Name\n05.06.1971;RenŽ MŸller\n' });
  });

  test('must include the start date, and each field only once', async () => {
    const { operation_id: id } = await preview(TABLE);
    const detailOf = async (columns: (string | null)[]) => {
      const response = await mapColumns(id, columns);
      return [response.status, ((await response.json()) as Problem).detail];
    };
    expect(await detailOf([null, 'passengers', null, 'notes'])).toEqual([409, 'Choose a column for the start date.']);
    expect(await detailOf(['start_date', 'notes', null, 'notes'])).toEqual([
      409,
      '“Guests” and “Remarks” have the same field. Choose another field for one of them.',
    ]);
    expect((await mapColumns(id, ['start_date'])).status).toBe(409);
  });
});
