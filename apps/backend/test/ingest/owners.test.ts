// cspell:ignore Fahrten Liste Balch Gruber Grubers Winterbottom Winterbottoms Präsident Regierung
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { IngestItem, IngestName, IngestReport, NameDecision, Problem } from '@archive/contracts';
import { CURATOR, type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { clearImports, hasEnded, ingest, startImport, undoIngest, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { aWordDocument } from '../support/word.ts';

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

const path = (id: string, pathEnd = '') => `/api/curator/ingest/${id}${pathEnd}`;
const preview = (text: string) => ingest(curator, text, { dryRun: true });
const namesOf = (id: string, show = '') => curator.json<IngestName[]>(path(id, `/names${show && `?show=${show}`}`));
const planOf = (id: string) => curator.json<IngestItem[]>(path(id, '/plan'));
const decide = async (
  id: string,
  written: string,
  decision: NameDecision | null,
  by = curator,
): Promise<IngestReport> => {
  const name = (await namesOf(id)).find((item) => item.written === written);
  const response = await by.post(path(id, '/names'), { decisions: [{ key: name?.key, decision }] });
  expect([response.status, await response.json()]).toMatchObject([202, { operation_id: id }]);
  return waitForReport(curator, id, hasEnded);
};
const apply = async (id: string, query = '?confirm_names=1'): Promise<IngestReport> => {
  const response = await curator.post(path(id, `/apply${query}`));
  expect(response.status).toBe(202);
  return waitForReport(curator, ((await response.json()) as { operation_id: string }).operation_id, hasEnded);
};
const addPerson = async (full_name: string, more: object = {}) => {
  const response = await curator.post('/api/curator/people', { full_name, ...more });
  return ((await response.json()) as { person_slug: string }).person_slug;
};
/** The stored owner of each voyage, with the people aboard. */
const stored = async () => {
  const { rows } = await api.database.pool.query<{ line: string }>(
    `select v.start_date || ' ' || coalesce(o.slug, '-') || ': ' || coalesce((
       select string_agg(p.full_name, ', ' order by l.sort_order)
       from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id), '-')
       || coalesce(' + ' || v.additional_guests, '') as line
     from voyage v left join person o on o.id = v.president_id order by v.start_date`,
  );
  return rows.map(({ line }) => line);
};
const voyage = (date: string, ...lines: string[]) => [`## ${date}`, 'Location: Potomac', ...lines].join('\n\n');

describe('the owner of a voyage', () => {
  const TEXT = [
    voyage('1950-06-01', 'Passengers: Ann Lee'),
    voyage('1955-06-01', 'Passengers: [Richard Nixon](https://en.wikipedia.org/wiki/Richard_Nixon)'),
    voyage('1960-06-01', 'Passengers: John F. Kennedy', 'President: Dwight Eisenhower'),
    voyage('1964-06-01', 'Passengers: Lyndon B. Johnson'),
    '# Richard Nixon Administration',
    voyage('1970-06-01', 'Passengers: Ann Lee'),
    '# Before / After Presidential Service',
    voyage('1979-06-01', 'Passengers: Bob May'),
  ].join('\n\n');

  test('is stated, by the heading, aboard, or by the term, and the preview says why', async () => {
    const { operation_id: id, names } = await preview(TEXT);
    const plan = await planOf(id);
    expect(plan.map(({ card }) => card?.owner && `${card.owner.person_slug} ${card.owner.reason}`)).toEqual([
      'truman-harry-s term',
      'eisenhower-dwight-d term',
      'eisenhower-dwight-d voyage',
      'johnson-lyndon-b aboard',
      'nixon-richard heading',
      null,
    ]);
    expect(names.check).toBe(3);
    expect(await namesOf(id, 'check')).toMatchObject([
      { kind: 'proposed_owner', written: 'Harry S. Truman', reason: 'term', voyages: 1, state: 'likely' },
      { kind: 'proposed_owner', written: 'Dwight D. Eisenhower', reason: 'term' },
      { kind: 'proposed_owner', written: 'Lyndon B. Johnson', reason: 'aboard' },
    ]);
  });

  test('is stored as a curator confirms, changes or rejects it, and not asked about again', async () => {
    const { operation_id: id } = await preview(TEXT);
    await decide(id, 'Harry S. Truman', { kind: 'text' });
    await decide(id, 'Dwight D. Eisenhower', { kind: 'person', person_slug: 'nixon-richard' });
    const report = await decide(id, 'Lyndon B. Johnson', { kind: 'person', person_slug: 'johnson-lyndon-b' });
    expect(report.names.check).toBe(0);
    await apply(id, '');
    expect((await stored()).map((line) => line.split(':')[0])).toEqual([
      '1950-06-01 -',
      '1955-06-01 nixon-richard',
      '1960-06-01 eisenhower-dwight-d',
      '1964-06-01 johnson-lyndon-b',
      '1970-06-01 nixon-richard',
      '1979-06-01 -',
    ]);
    const again = await preview(TEXT);
    expect([again.plan, again.names.check]).toEqual([{ create: 0, update: 0, unchanged: 6, conflict: 0 }, 0]);
  });

  test('that a curator changed is not proposed again for the same document', async () => {
    await ingest(curator, TEXT);
    await api.database.pool.query(`update voyage set president_id = null, version = version + 1`);
    const { plan } = await ingest(curator, `${TEXT}\n\nNotes: Rain.`);
    expect(plan).toMatchObject({ create: 0 });
    expect((await stored())[3]).toBe('1964-06-01 -: Lyndon B. Johnson');
  });

  test('is asked if a president was aboard although the document says that there was none', async () => {
    const { operation_id: id, problems } = await preview(
      `# After Presidential Service\n\n${voyage('1978-06-01', 'Passengers: Jimmy Carter')}\n\n${voyage('1979-06-01', 'Passengers: Ann Lee')}`,
    );
    expect(problems.map(({ message }) => message)).toContain(
      'The document says that there was no president. “Jimmy Carter” is proposed, who was aboard.',
    );
    await decide(id, 'Jimmy Carter', { kind: 'text' });
    await apply(id);
    expect(await stored()).toEqual(['1978-06-01 -: Jimmy Carter', '1979-06-01 -: Ann Lee']);
  });

  test('may be one that the same document adds', async () => {
    await ingest(
      curator,
      [
        voyage('1927-06-01', 'Passengers: Ann Lee'),
        '# Richard Cadwalader, 1925–1928',
        voyage('1926-06-01', 'Passengers: Bob May'),
      ].join('\n\n'),
    );
    expect(await stored()).toEqual([
      '1926-06-01 cadwalader-richard: Bob May',
      '1927-06-01 cadwalader-richard: Ann Lee',
    ]);
  });
});

describe('a heading that may be a title', () => {
  const TITLE = 'Presidential yacht trips, 1933-36';
  const text = (heading: string) => `# ${heading}\n\n${voyage('1934-06-01', 'Passengers: Ann Lee')}`;

  test('isn’t read as an owner', async () => {
    const { operation_id: id } = await preview(text(TITLE));
    expect(await namesOf(id)).toMatchObject([
      { kind: 'owner', state: 'text', person: null },
      { kind: 'proposed_owner', written: 'Franklin D. Roosevelt' },
      { kind: 'person' },
    ]);
    await apply(id);
    expect(await stored()).toEqual(['1934-06-01 roosevelt-franklin-d: Ann Lee']);
    const { rows } = await api.database.pool.query('select 1 from person where full_name ilike $1', ['%trips%']);
    expect(rows).toEqual([]);
  });

  test('is an owner once a curator confirms it, or if the archive knows the name', async () => {
    const { operation_id: id } = await preview(text('Emory Balch'));
    await decide(id, 'Emory Balch', { kind: 'new' });
    await apply(id);
    expect(await stored()).toEqual(['1934-06-01 balch-emory: Ann Lee']);
    const next = await preview(`# Emory Balch Administration\n\n${voyage('1935-06-01', 'Passengers: Ann Lee')}`);
    expect(await namesOf(next.operation_id)).toMatchObject([
      { kind: 'owner', state: 'known', person: { person_slug: 'balch-emory' } },
      {},
    ]);
    await api.database.pool.query(
      `delete from voyage; delete from president where person_id in (select id from person where slug = 'balch-emory')`,
    );
  });

  test('is the same in the cell of a table and in JSON', async () => {
    const csv = `owner,start_date,passengers\n"${TITLE}",1934-06-01,Ann Lee\nHarry Truman Administration,1950-06-01,Bob May\nBefore / After Presidential Service,1980-06-01,Eve Fox\nRegierung Ford,1975-06-01,Dan Roe\n`;
    const rows = csv.split('\n').slice(1, -1);
    const json = JSON.stringify(
      rows.map((row) => {
        const [owner, start_date, name] = row.split(/,(?=\d{4}-|\w+ \w+$)/);
        return { owner: owner?.replaceAll('"', ''), start_date, passengers: name };
      }),
    );
    for (const document of [csv, json]) {
      await ingest(curator, document);
      expect((await stored()).map((line) => line.split(':')[0])).toEqual([
        '1934-06-01 roosevelt-franklin-d',
        '1950-06-01 truman-harry-s',
        '1975-06-01 ford-gerald',
        '1980-06-01 -',
      ]);
      await clearImports(api);
    }
  });
});

test('a Word document states owners in headings, fields and titles', async () => {
  const document = [
    '# Herbert Hoover, 1929–1933',
    voyage('1931-06-01', 'Passengers: Ann Lee'),
    '# Liste der Fahrten, 1965-68',
    voyage('1966-06-01', 'Präsident: Lyndon Johnson', 'Passengers: Bob May'),
    voyage('1967-06-01', 'Passengers: Eve Fox'),
  ].join('\n\n');
  const response = await curator.post('/api/curator/ingest?confirm_names=1', {
    document: (await aWordDocument(document)).toString('base64'),
    encoding: 'base64',
    filename: 'log.docx',
  });
  const { operation_id } = (await response.json()) as { operation_id: string };
  expect(await waitForReport(curator, operation_id, hasEnded)).toMatchObject({ format: 'docx', dry_run: false });
  expect((await stored()).map((line) => line.split(':')[0])).toEqual([
    '1931-06-01 hoover-herbert',
    '1966-06-01 johnson-lyndon-b',
    '1967-06-01 johnson-lyndon-b',
  ]);
});

describe('an entry for more than one person', () => {
  const PAIRS = 'the President & Mrs. Nixon, the Rogers’ (Bill and Adele), the Grubers, Mr. and Mrs. John Doe, Ann Lee';
  const TEXT = `# President Nixon\n\n${voyage('1970-06-01', `Passengers: ${PAIRS}`)}\n\n${voyage('1970-06-02', 'Passengers: Tom Gruber, Eva Gruber')}`;

  test('is proposed as people, and kept as text until a curator takes the proposal', async () => {
    await addPerson('Pat Nixon');
    await addPerson('Bill Rogers');
    const { operation_id: id } = await preview(TEXT);
    const groups = (await namesOf(id, 'check')).filter(({ kind }) => kind === 'group');
    expect(
      groups.map(({ written, proposal }) => [
        written,
        proposal.map(({ person_slug, full_name }) => person_slug ?? full_name),
      ]),
    ).toEqual([
      ['the President & Mrs. Nixon', ['nixon-richard', 'nixon-pat']],
      ['the Rogers’ (Bill and Adele)', ['rogers-bill', 'Adele Rogers']],
      ['the Grubers', ['Tom Gruber', 'Eva Gruber']],
      ['Mr. and Mrs. John Doe', ['John Doe', 'Mrs. John Doe']],
    ]);
    for (const { written, proposal } of groups.slice(0, 3))
      await decide(id, written, { kind: 'split', names: proposal.map(({ full_name }) => full_name) });
    const report = await decide(id, 'Mr. and Mrs. John Doe', { kind: 'text' });
    expect(report.names.check).toBe(0);
    await apply(id, '');
    expect(await stored()).toEqual([
      '1970-06-01 nixon-richard: Ann Lee, Richard Nixon, Pat Nixon, Bill Rogers, Adele Rogers, Tom Gruber, Eva Gruber + Mr. and Mrs. John Doe',
      '1970-06-02 nixon-richard: Tom Gruber, Eva Gruber',
    ]);
  });

  test('has no proposal if the same words mean other people on another voyage', async () => {
    const { operation_id: id } = await preview(
      [
        '# President Truman',
        voyage('1950-06-01', 'Passengers: the President and Secretary Gruber'),
        '# President Nixon',
        voyage('1970-06-01', 'Passengers: the President and Secretary Gruber'),
      ].join('\n\n'),
    );
    expect(await namesOf(id, 'check')).toMatchObject([{ kind: 'group', voyages: 2, proposal: [] }]);
  });

  test('of a large family is not proposed', async () => {
    for (const name of ['Al', 'Bea', 'Cy', 'Dot', 'Ed', 'Flo', 'Gus']) await addPerson(`${name} Winterbottom`);
    const { operation_id: id } = await preview(voyage('1920-06-01', 'Passengers: the Winterbottoms, Ann Lee'));
    expect((await namesOf(id, 'check'))[0]).toMatchObject({ kind: 'group', proposal: [] });
  });
});

describe('an import without a preview', () => {
  const TEXT = `# President Nixon\n\n${voyage('1970-06-01', 'Passengers: Henry Kisinger, Ben and Tony Bradlee')}`;

  test('waits with the names that need review, and saves nothing', async () => {
    const slug = await addPerson('Henry Kissinger');
    const id = await startImport(curator, TEXT, { confirmed: false });
    const report = await waitForReport(curator, id, hasEnded);
    expect(report).toMatchObject({ status: 'completed', dry_run: true, needs_names: true, plan: { create: 1 } });
    expect(await stored()).toEqual([]);
    expect((await namesOf(id, 'check')).map(({ written }) => written)).toEqual([
      'Henry Kisinger',
      'Ben and Tony Bradlee',
    ]);
    const rejected = await curator.post(path(id, '/apply'));
    expect([rejected.status, (await rejected.json()) as Problem]).toMatchObject([
      422,
      { detail: '2 names need review. Confirm it to import the document.', errors: [{ path: 'confirm_names' }] },
    ]);
    await decide(id, 'Henry Kisinger', { kind: 'person', person_slug: slug });
    await decide(id, 'Ben and Tony Bradlee', { kind: 'split', names: ['Ben Bradlee', 'Tony Bradlee'] });
    await apply(id, '');
    expect(await stored()).toEqual(['1970-06-01 nixon-richard: Henry Kissinger, Ben Bradlee, Tony Bradlee']);
    // Both answers are remembered.
    const next = await startImport(curator, TEXT.replace('1970-06-01', '1970-06-02'), { confirmed: false });
    expect(await waitForReport(curator, next, hasEnded)).toMatchObject({ dry_run: false, needs_names: false });
  });

  test('is saved as the preview would say if that is confirmed, or if no name needs review', async () => {
    await addPerson('Henry Kissinger');
    expect(await ingest(curator, TEXT)).toMatchObject({ dry_run: false, needs_names: false, plan: { create: 1 } });
    const id = await startImport(curator, `# President Nixon\n\n${voyage('1971-06-01', 'Passengers: Ann Lee')}`, {
      confirmed: false,
    });
    expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ dry_run: false, plan: { create: 1 } });
  });
});

describe('undoing an import', () => {
  const text = (date: string) => `# President Nixon\n\n${voyage(date, 'Passengers: Henry Kisinger, Ann Lee')}`;
  const decisionFor = async (date: string) => {
    const { operation_id } = await preview(text(date));
    return (await namesOf(operation_id)).find(({ written }) => written === 'Henry Kisinger')?.decision ?? null;
  };

  test('forgets its choices about names, and a new preview of its document asks again', async () => {
    const person_slug = await addPerson('Henry Kissinger');
    const { operation_id: id } = await preview(text('1970-06-01'));
    await decide(id, 'Henry Kisinger', { kind: 'person', person_slug });
    const { operation_id: imported } = await apply(id);
    expect(await decisionFor('1970-07-01')).toEqual({ kind: 'person', person_slug });
    expect((await undoIngest(curator, imported)).status).toBe(202);
    expect(await decisionFor('1970-07-01')).toBeNull();
    const response = await curator.post(path(id, '/refresh'), {});
    const { operation_id: refreshed } = (await response.json()) as { operation_id: string };
    const report = await waitForReport(curator, refreshed, hasEnded);
    expect(report.names).toMatchObject({ check: 1, decided: 0 });
    // Redone
    await decide(refreshed, 'Henry Kisinger', { kind: 'person', person_slug });
    await apply(refreshed);
    expect(await decisionFor('1970-07-01')).toEqual({ kind: 'person', person_slug });
  });

  test('brings back what another import had decided, and forgets what led to new people', async () => {
    const person_slug = await addPerson('Henry Kissinger');
    const first = await preview(text('1970-06-01'));
    await decide(first.operation_id, 'Henry Kisinger', { kind: 'person', person_slug });
    await apply(first.operation_id);
    const second = await preview(text('1970-06-02'));
    await decide(second.operation_id, 'Henry Kisinger', { kind: 'new' });
    const { operation_id: imported } = await apply(second.operation_id);
    expect(await decisionFor('1970-07-01')).toMatchObject({ kind: 'person', person_slug: 'kisinger-henry' });
    await undoIngest(curator, imported);
    expect(await decisionFor('1970-07-01')).toEqual({ kind: 'person', person_slug });
  });

  test('leaves the later choice of another curator', async () => {
    const person_slug = await addPerson('Henry Kissinger');
    const other = await addPerson('Heinz Kisinger');
    const first = await preview(text('1970-06-01'));
    await decide(first.operation_id, 'Henry Kisinger', { kind: 'person', person_slug });
    const { operation_id: imported } = await apply(first.operation_id);
    const colleague = await api.signIn();
    const second = await preview(text('1970-06-02'));
    await decide(second.operation_id, 'Henry Kisinger', { kind: 'person', person_slug: other }, colleague);
    await undoIngest(curator, imported);
    expect(await decisionFor('1970-07-01')).toEqual({ kind: 'person', person_slug: other });
    const { operation_id: applied } = await apply(second.operation_id);
    await undoIngest(curator, applied);
    expect(await decisionFor('1970-07-01')).toBeNull();
    expect(CURATOR.username).toBe('curator');
  });
});
