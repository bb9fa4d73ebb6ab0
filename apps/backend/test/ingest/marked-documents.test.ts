// cspell:ignore Forrestal Jnne Potornac Trurnan hains ickes morgenthau nitze Vardaman Hopk
import { describe, expect, test } from '@jest/globals';
import type { IngestMarks, IngestName, IngestReport, Voyage, VoyagePassage } from '@archive/contracts';
import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import type { Browser } from '../support/browser.ts';
import { hasEnded, waitForReport, withImports } from '../support/ingest.ts';

let curator: Browser;
withImports((started) => {
  ({ curator } = started);
});

const pathOf = (id: string, part = '') => `/api/curator/ingest/${id}${part}`;
const marksOf = (id: string) => curator.json<IngestMarks>(pathOf(id, '/marks'));

/** Previews a document as the import page does. */
async function preview(document: string | Buffer, filename: string): Promise<IngestReport> {
  const body =
    typeof document === 'string'
      ? { document, filename }
      : { document: document.toString('base64'), encoding: 'base64', filename };
  const response = await curator.post('/api/curator/ingest?dry_run=1&ask_columns=1', body);
  expect(response.status).toBe(202);
  const { operation_id } = (await response.json()) as { operation_id: string };
  return waitForReport(curator, operation_id, hasEnded);
}

async function mark(id: string, marks: readonly number[], columns?: { name: string; column: string | null }[]) {
  const { version } = await marksOf(id);
  const response = await curator.send('PUT', pathOf(id, '/marks'), { version, marks, ...(columns && { columns }) });
  expect(response.status).toBe(200);
  return (await response.json()) as IngestMarks;
}

/** Continues with the marks and parts as they are. */
async function proceed(id: string, remember = true): Promise<IngestReport> {
  const columns = (await marksOf(id)).columns.map(({ column }) => column);
  expect((await curator.post(pathOf(id, '/columns'), { columns, remember })).status).toBe(202);
  return waitForReport(curator, id, (report) => hasEnded(report) && !report.needs_columns);
}

/** Imports a preview, and returns its voyages by date. */
async function importAll(id: string): Promise<Voyage[]> {
  const response = await curator.post(`${pathOf(id, '/apply')}?confirm_removals=1&confirm_same_day=1&confirm_names=1`);
  expect(response.status).toBe(202);
  const { operation_id } = (await response.json()) as { operation_id: string };
  const report = await waitForReport(curator, operation_id, hasEnded);
  expect(report.error_message).toBeNull();
  const voyages = await curator.json<{ voyage_slug: string }[]>('/api/voyages?limit=1000');
  return Promise.all(voyages.map(({ voyage_slug }) => curator.json<Voyage>(`/api/voyages/${voyage_slug}`)));
}

/** What a reader of the document would write down. */
const noted = ({ start_date, end_date, start_time, end_time, start_location, passengers, ...voyage }: Voyage) => ({
  date: end_date === null ? start_date : `${start_date} to ${end_date}`,
  time: start_time === null && end_time !== null ? `-${end_time}` : [start_time, end_time].filter(Boolean).join('-'),
  place: start_location,
  aboard: passengers.map(({ title, full_name }) => (title ? `${title} ${full_name}` : full_name)),
  rest: [voyage.additional_guests, voyage.notes, voyage.additional_information].filter(Boolean).join('\n'),
});

/** Minutes whose voyages are the rows of a table in Word. */
const minutes = () => {
  const rows = [
    ['Date', 'Hours', 'Where', 'Present', 'Remarks'],
    ['June 3', '2:00 to 6:30 p.m.', 'Mount Vernon', 'Secretary Hull; Norman Davis', 'Discussed the trade agreement.'],
    ['June 11', '', 'Quantico', 'Henry Morgenthau Jr., Harry Hopkins', ''],
    ['July 4–5', '', 'Chesapeake Bay', 'Harry Hopkins', 'Stayed out overnight.'],
  ];
  return Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph('Minutes of the Yacht Committee, Season of 1938'),
            new Paragraph('The following cruises were recorded.'),
            new Table({
              rows: rows.map(
                (cells) =>
                  new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
              ),
            }),
          ],
        },
      ],
    }),
  );
};

interface Example {
  name: string;
  filename: string;
  document: () => string | Buffer | Promise<Buffer>;
  /** A mark that the reader takes away. */
  remove?: number;
  columns?: { name: string; column: string | null }[];
  /** Whether it has a table that needs no marks. */
  isTable?: boolean;
  voyages: ReturnType<typeof noted>[];
}

const EXAMPLES: Example[] = [
  {
    name: 'a plain log, with the year in a line of its own',
    filename: 'log.txt',
    document: () => `LOG OF THE YACHT

1947

Mar. 16  1300-1745  Potomac R.  Pres. Truman; Adm. Leahy.  Rain.
Mar. 23  1000-1600  Mt. Vernon  Clark Clifford; Adm. Leahy.  Clear, wind NW.
Dec. 30  1100-1300  Anacostia  Clark Clifford.  Snow.
Jan. 4   1300-1500  Potomac R.  Pres. Truman.  Cloudy.
`,
    columns: [{ name: 'Weather', column: 'notes' }],
    voyages: [
      {
        date: '1947-03-16',
        time: '13:00-17:45',
        place: 'Potomac R.',
        aboard: ['Harry S. Truman', 'Adm. Leahy'],
        rest: 'Rain',
      },
      {
        date: '1947-03-23',
        time: '10:00-16:00',
        place: 'Mt. Vernon',
        aboard: ['Clark Clifford', 'Adm. Leahy'],
        rest: 'Clear, wind NW',
      },
      { date: '1947-12-30', time: '11:00-13:00', place: 'Anacostia', aboard: ['Clark Clifford'], rest: 'Snow' },
      { date: '1948-01-04', time: '13:00-15:00', place: 'Potomac R.', aboard: ['Harry S. Truman'], rest: 'Cloudy' },
    ],
  },
  {
    name: 'typed notes, with dates in italics',
    filename: 'notes.md',
    document: () => `NOTES ON TRIPS, 1949

*May 8.* Potomac River. Aboard: Dean Acheson, Paul Nitze. Dinner was served on
deck.

*May 14.* Quantico. Aboard: James Forrestal. The engine was repaired at the pier.

*June 2–3.* Annapolis. Aboard: Dean Acheson. They stayed for the night.
`,
    voyages: [
      {
        date: '1949-05-08',
        time: '',
        place: 'Potomac River',
        aboard: ['Dean Acheson', 'Paul Nitze'],
        rest: 'Dinner was served on deck.',
      },
      {
        date: '1949-05-14',
        time: '',
        place: 'Quantico',
        aboard: ['James Forrestal'],
        rest: 'The engine was repaired at the pier.',
      },
      {
        date: '1949-06-02 to 1949-06-03',
        time: '',
        place: 'Annapolis',
        aboard: ['Dean Acheson'],
        rest: 'They stayed for the night.',
      },
    ],
  },
  {
    name: 'a notebook with abbreviations and the day first',
    filename: 'notebook.txt',
    document: () => `1951

16/3 lv 1300 ret 1745. Pot. R. w/ HST, Adm. Leahy.
18/3 lv 0930. Mt. Vernon w/ Clark Clifford.
2/4 lv 1400 ret 1530. Hains Pt. w/ HST.
`,
    voyages: [
      {
        date: '1951-03-16',
        time: '13:00-17:45',
        place: 'Pot. R.',
        aboard: ['Harry S. Truman', 'Adm. Leahy'],
        rest: '',
      },
      { date: '1951-03-18', time: '09:30', place: 'Mt. Vernon', aboard: ['Clark Clifford'], rest: '' },
      { date: '1951-04-02', time: '14:00-15:30', place: 'Hains Pt.', aboard: ['Harry S. Truman'], rest: '' },
    ],
  },
  {
    name: 'minutes with a table in Word, and the year in the title',
    filename: 'minutes.docx',
    document: minutes,
    isTable: true,
    voyages: [
      {
        date: '1938-06-03',
        time: '14:00-18:30',
        place: 'Mount Vernon',
        aboard: ['Secretary Hull', 'Norman Davis'],
        rest: 'Discussed the trade agreement.',
      },
      { date: '1938-06-11', time: '', place: 'Quantico', aboard: ['Henry Morgenthau Jr.', 'Harry Hopkins'], rest: '' },
      {
        date: '1938-07-04 to 1938-07-05',
        time: '',
        place: 'Chesapeake Bay',
        aboard: ['Harry Hopkins'],
        rest: 'Stayed out overnight.',
      },
    ],
  },
  {
    name: 'a newspaper’s list of cruises',
    filename: 'newspaper.txt',
    document: () => `October 2, 1938
CRUISES OF THE PRESIDENT'S YACHT THIS SEASON

April 30—Quantico; Harold Ickes, Harry Hopkins.
May 21—Mount Vernon; Henry Morgenthau Jr.
Sept. 5—Annapolis; Harry Hopkins, James Farley.
`,
    remove: 1,
    voyages: [
      { date: '1938-04-30', time: '', place: 'Quantico', aboard: ['Harold Ickes', 'Harry Hopkins'], rest: '' },
      { date: '1938-05-21', time: '', place: 'Mount Vernon', aboard: ['Henry Morgenthau Jr.'], rest: '' },
      { date: '1938-09-05', time: '', place: 'Annapolis', aboard: ['Harry Hopkins', 'James Farley'], rest: '' },
    ],
  },
  {
    name: 'a recognized page with misreadings',
    filename: 'page.txt',
    document: () => `l947

Mar. l6   13OO-l745   Potornac R.   Pres. Trurnan; Adm. Leahy
Jnne 2   O9OO-1130   Anacostia R.   Clark Clifford
June I5   1400-1800   Mount Vernon   Adm. Leahy
`,
    voyages: [
      {
        date: '1947-03-16',
        time: '13:00-17:45',
        place: 'Potornac R.',
        aboard: ['Pres. Trurnan', 'Adm. Leahy'],
        rest: '',
      },
      { date: '1947-06-02', time: '09:00-11:30', place: 'Anacostia R.', aboard: ['Clark Clifford'], rest: '' },
      { date: '1947-06-15', time: '14:00-18:00', place: 'Mount Vernon', aboard: ['Adm. Leahy'], rest: '' },
    ],
  },
  {
    name: 'notes in sentences, whose words stay together',
    filename: 'sentences.txt',
    document: () => `FROM THE SECRETARY'S PAPERS

On March 7, 1946 the President sailed with Clark Clifford to Quantico. It
rained all day.

April 2.  They left the Navy Yard at 2:30 p.m. with Mr. Ray for Mount Vernon
and returned at 6 p.m.
`,
    voyages: [
      {
        date: '1946-03-07',
        time: '',
        place: 'Quantico',
        aboard: ['Clark Clifford'],
        rest: 'On March 7, 1946 the President sailed with Clark Clifford to Quantico. It rained all day.',
      },
      {
        date: '1946-04-02',
        time: '14:30-18:00',
        place: 'Navy Yard',
        aboard: ['Mr. Ray'],
        rest: 'They left the Navy Yard at 2:30 p.m. with Mr. Ray for Mount Vernon and returned at 6 p.m.',
      },
    ],
  },
  {
    name: 'a log with the guests in lines of their own, and Roman months',
    filename: 'guests.txt',
    document: () => `4.V.46 - Quantico
    Clark Clifford
    Harry Vaughan
    Heavy seas
11.V.46 - Mount Vernon
    James Vardaman
    Returned 6:15 p.m.
`,
    columns: [{ name: 'Weather', column: 'notes' }],
    voyages: [
      {
        date: '1946-05-04',
        time: '',
        place: 'Quantico',
        aboard: ['Clark Clifford', 'Harry Vaughan'],
        rest: 'Heavy seas',
      },
      { date: '1946-05-11', time: '-18:15', place: 'Mount Vernon', aboard: ['James Vardaman'], rest: '' },
    ],
  },
];

test.each(EXAMPLES)('$name becomes the voyages that a reader would write down', async (example) => {
  const { operation_id: id, ...report } = await preview(await example.document(), example.filename);
  const isMarked = example.isTable !== true;
  expect(report).toMatchObject({ status: 'completed', marked: isMarked, needs_columns: isMarked, error_message: null });
  if (isMarked) {
    const { marks } = await marksOf(id);
    await mark(
      id,
      marks.filter((line) => line !== example.remove),
      example.columns,
    );
    await proceed(id);
  }
  expect((await importAll(id)).map(noted)).toEqual(example.voyages);
});

const LOG = EXAMPLES[0]?.document() as string;

test('what is corrected or taken from elsewhere is said, and what stays unclear is kept', async () => {
  const page =
    'CRUISES OF 1947\n\nMar. l6  1300  Potomac R.  Adm. Leahy.\nMar. 18  1400  Quantico  Adm. Leahy.\nMar. 20  0900  Hull painted\n';
  const { operation_id: id } = await preview(page, 'page.txt');
  const report = await proceed(id);
  const messages = report.problems.map(({ line, message }) => `${line}: ${message}`);
  expect(messages).toContain('3: “Mar. l6” is read as 1947-03-16.');
  expect(messages).toContain('3: The year 1947 is taken from line 1: “CRUISES OF 1947”.');
  expect(messages).toContain('5: It isn’t clear what “Hull painted” is. It’s kept in Additional Information.');
  expect((await importAll(id)).at(-1)?.additional_information).toBe('Hull painted');
});

test('a table of a document has the year of its title, and what names nobody waits for a review', async () => {
  const text = 'Cruises of 1938\n\n| Date | Time out / in | Place | Guests |\n| --- | --- | --- | --- |\n';
  const rows =
    '| June 3 | 2 p.m. - 6:30 p.m. | Quantico | The President; Norman Davis; Harry Hopk1ns; Rain |\n| Dec. 30, 1939 | | Quantico | |\n| Jan. 4 | | Annapolis | |\n';
  const { operation_id: id, ...report } = await preview(text + rows, 'table.md');
  expect(report).toMatchObject({ marked: false, rejected: 0, plan: { create: 3 } });
  expect(report.problems.map(({ message }) => message)).toContain(
    'The year 1938 is taken from line 1: “Cruises of 1938”.',
  );
  const names = await curator.json<IngestName[]>(pathOf(id, '/names?show=check'));
  const [president, hopkins] = ['The President', 'Harry Hopk1ns'].map((text) =>
    names.find(({ written }) => written === text),
  );
  expect(names.map(({ written }) => written)).toContain('Rain');
  expect(president?.proposal.map(({ full_name }) => full_name)).toEqual(['Franklin D. Roosevelt']);
  const decisions = [
    { key: president?.key, decision: { kind: 'split', names: ['Franklin D. Roosevelt'] } },
    { key: hopkins?.key, decision: { kind: 'split', names: ['Harry Hopkins'] } },
  ];
  expect((await curator.post(pathOf(id, '/names'), { decisions })).status).toBe(202);
  await waitForReport(curator, id, hasEnded);
  const voyages = await importAll(id);
  expect(voyages.map(({ start_date, start_time }) => [start_date, start_time])).toEqual([
    ['1938-06-03', '14:00'],
    ['1939-12-30', null],
    ['1940-01-04', null],
  ]);
  expect(voyages[0]?.passengers.map(({ full_name }) => full_name).toSorted()).toEqual([
    'Franklin D. Roosevelt',
    'Harry Hopkins',
    'Norman Davis',
  ]);
  expect(voyages[0]?.additional_guests).toBe('Rain');
  // In another document, the President is someone else.
  const later = await preview(text + rows, 'later.md');
  const decided = await curator.json<IngestName[]>(pathOf(later.operation_id, '/names?show=decided'));
  expect(decided.map(({ written }) => written)).toEqual(['Harry Hopk1ns']);
});

describe('marks', () => {
  test('are kept with their version, and a change that is based on another one is refused', async () => {
    const { operation_id: id } = await preview(LOG, 'log.txt');
    const { version, marks, rows } = await marksOf(id);
    expect(marks).toEqual([5, 6, 7, 8]);
    expect(rows[0]).toMatchObject({ line: 5, end_line: 5 });
    expect(rows[0]?.values).toContainEqual({ column: 'start_location', value: 'Potomac R.' });
    const response = await curator.send('PUT', pathOf(id, '/marks'), { version, marks: [8, 5] });
    expect(await response.json()).toMatchObject({ version: version + 1, marks: [5, 8] });
    expect((await curator.send('PUT', pathOf(id, '/marks'), { version, marks: [6] })).status).toBe(409);
    expect((await marksOf(id)).marks).toEqual([5, 8]);
  });

  test('replace a plan, can’t be imported before they are confirmed, and lines that don’t exist are ignored', async () => {
    const { operation_id: id } = await preview(LOG, 'log.txt');
    expect((await proceed(id)).plan.create).toBe(4);
    const read = await mark(id, [5, 400]);
    expect(read.rows.filter(({ values }) => values.length > 0)).toHaveLength(1);
    const waiting = await curator.json<IngestReport>(pathOf(id));
    expect(waiting).toMatchObject({ needs_columns: true, plan: { create: 0 }, problems: [] });
    expect((await curator.post(pathOf(id, '/apply'))).status).toBe(409);
    expect((await proceed(id)).plan.create).toBe(1);
  });

  test('can be set in a document with headings and in one whose preview failed, not in a table or an import', async () => {
    const headed = await preview('# President Truman (1945 to 1953)\n\n## 1947-03-16\n\nNotes: Rain.\n', 'headed.md');
    expect(headed).toMatchObject({ marked: false, needs_columns: false, plan: { create: 1 } });
    expect((await marksOf(headed.operation_id)).marks).toEqual([3]);
    const failed = await preview('Nothing here has a date.\nNothing at all.\n', 'undated.md');
    expect(failed).toMatchObject({ status: 'failed', marked: false });
    expect(failed.error_message).toMatch(/^No voyage was found in this document/);
    const [row] = (await mark(failed.operation_id, [2])).rows;
    expect(row).toMatchObject({ line: 2, values: [] });
    const table = await preview('start_date,notes\n1947-03-16,Rain\n', 'table.csv');
    expect((await curator.get(pathOf(table.operation_id, '/marks'))).status).toBe(409);
    const { operation_id: id } = await preview(LOG, 'log.txt');
    await proceed(id);
    await importAll(id);
    expect((await curator.send('PUT', pathOf(id, '/marks'), { version: 1, marks: [5] })).status).toBe(409);
  });

  test('move with the lines when the document is edited', async () => {
    const { operation_id: id } = await preview(LOG, 'log.txt');
    await mark(id, [5, 7]);
    const edited = LOG.replace('1947\n', '1947\nA line that was missing.\n');
    const response = await curator.post(pathOf(id, '/refresh'), { document: edited });
    const { operation_id } = (await response.json()) as { operation_id: string };
    await waitForReport(curator, operation_id, hasEnded);
    expect((await marksOf(operation_id)).marks).toEqual([6, 8]);
  });
});

test('what the parts are is remembered for documents with the same parts, unless it is not wanted', async () => {
  const choose = async (id: string, remember: boolean) => {
    const { marks } = await marksOf(id);
    await mark(id, marks, [{ name: 'Weather', column: 'notes' }]);
    await proceed(id, remember);
  };
  const fieldOfWeather = async (id: string) =>
    (await marksOf(id)).columns.find(({ name }) => name === 'Weather')?.column;
  await choose((await preview(LOG, 'log.txt')).operation_id, false);
  const second = await preview(LOG, 'second.txt');
  expect(await fieldOfWeather(second.operation_id)).toBeNull();
  await choose(second.operation_id, true);
  const third = await preview(LOG.replace('Snow', 'Sleet'), 'third.txt');
  expect(third.needs_columns).toBe(true);
  expect(await fieldOfWeather(third.operation_id)).toBe('notes');
  expect((await marksOf(third.operation_id)).columns_chosen_by).toBe('curator');
});

describe('the passage of a voyage', () => {
  const passageOf = (slug: string) => curator.json<VoyagePassage | null>(`/api/voyages/${slug}/passage`);

  test('stays after the voyage is edited, deleted and restored', async () => {
    const { operation_id: id } = await preview(LOG, 'log.txt');
    await proceed(id);
    const [voyage] = await importAll(id);
    const slug = voyage?.voyage_slug ?? '';
    const passage = {
      document: 'log.txt',
      line: 5,
      end_line: 5,
      text: 'Mar. 16  1300-1745  Potomac R.  Pres. Truman; Adm. Leahy.  Rain.',
    };
    expect(await passageOf(slug)).toEqual(passage);
    // The original text isn’t a Markdown of the archive’s own.
    expect(voyage?.original_markdown).toBe(passage.text);
    expect((await curator.send('PUT', `/api/curator/voyages/${slug}`, { notes: 'Edited.' })).status).toBe(200);
    expect(await passageOf(slug)).toEqual(passage);
    expect((await curator.send('DELETE', `/api/curator/voyages/${slug}`)).ok).toBe(true);
    expect((await curator.get(`/api/voyages/${slug}/passage`)).status).toBe(404);
    const [deleted] = await curator.json<{ revision: number }[]>(`/api/curator/history/voyage/${slug}`);
    expect((await curator.post(`/api/curator/history/voyage/${slug}/${deleted?.revision}/restore`)).ok).toBe(true);
    expect(await passageOf(slug)).toEqual(passage);
  });

  test('is that of an ordinary document too, and null for a voyage that nobody imported', async () => {
    const { operation_id: id } = await preview('## 1947-03-16: Rain\n\nNotes: Rain.\n\n## 1947-03-17\n', 'plain.md');
    const [voyage] = await importAll(id);
    expect(await passageOf(voyage?.voyage_slug ?? '')).toMatchObject({ document: 'plain.md', line: 1, end_line: 3 });
    const created = await curator.post('/api/curator/voyages/', { start_date: '1950-01-01' });
    const { voyage_slug } = (await created.json()) as Voyage;
    expect(await passageOf(voyage_slug)).toBeNull();
  });
});
