import { describe, expect, test } from '@jest/globals';
import { proposeMarks } from './marks.ts';
import { parseVoyageDocument } from './parse.ts';
import { archiveText } from '../test/archive.ts';
import { contentOf } from '../test/content.ts';
import { writeVoyageDocument } from './write.ts';

describe('line endings and byte order marks', () => {
  test.each([
    ['Windows', archiveText.replaceAll('\n', '\r\n')],
    ['old Macintosh', archiveText.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${archiveText}`],
  ])('%s has no effect', (_name, text) => {
    expect(parseVoyageDocument(text)).toEqual(parseVoyageDocument(archiveText));
  });
});

describe('an invalid document', () => {
  test.each(['', '   \n\t\n', '\uFEFF'])('reports %j as empty', (text) => {
    expect(parseVoyageDocument(text)).toMatchObject({ fatal: 'The document is empty.', voyages: [] });
  });

  test.each([
    '%PDF-1.7\n## 1976',
    'PK\u0003\u0004word/document.xml',
    '## 1976\u0000',
    '\uFFFD\uFFFD\u0001\uFFFD\u0002x\uFFFD',
  ])('rejects %j as binary', (text) => {
    expect(parseVoyageDocument(text).fatal).toContain('can be imported');
  });

  test('reports a document without voyages', () => {
    expect(parseVoyageDocument('# Read me\n\n## Install\n\nRun it.\n').fatal).toContain('No voyage was found');
  });

  test('doesn’t take the date of an e-mail as that of a voyage', () => {
    const header = 'From: Ann Lee <ann@example.org>\nDate: Tue, 14 Mar 2023 09:12:44 -0500\nSubject: Cruises\n\n';
    const { voyages } = parseVoyageDocument(`${header}- Aug 8, 1962: Luncheon\n- June 20, 1962: Evening cruise\n`);
    expect(voyages.map(({ start_date, title }) => [start_date, title])).toEqual([
      ['1962-08-08', 'Luncheon'],
      ['1962-06-20', 'Evening cruise'],
    ]);
  });

  test('leaves a list to its reader if some of its dates would become the text of others', () => {
    const list = '- Aug 8, 1962: Luncheon\n- June 20, 1962: Evening cruise\n';
    expect(parseVoyageDocument(list).voyages).toHaveLength(2);
    const long =
      '- May 29, 1963 - birthday party, with Robert Kennedy, Ethel Kennedy, David Niven and George Smathers\n';
    expect(parseVoyageDocument(long + list).fatal).toContain('No voyage was found');
    const header = 'From: Ann Lee <ann@example.org>\nDate: Tue, 14 Mar 2023 09:12:44 -0500\n\n';
    expect(proposeMarks(header + long + list)).toEqual([4, 5, 6]);
  });

  test('reads two digits after a year as a year', () => {
    const { voyages } = parseVoyageDocument('## 1919–21: Laid up\n');
    expect(voyages.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([['1919', '1921']]);
  });

  test('accepts a document whose voyages all have errors', () => {
    const { fatal, rejected } = parseVoyageDocument('## 1946-02-30\n');
    expect(fatal).toBe(null);
    expect(rejected).toHaveLength(1);
  });
});

/** Each of these takes quadratic time in a parser with unlimited lookahead or lookbehind. */
const HOSTILE = [
  '(¦)¦[¦]¦](¦[a](¦[a](<¦"¦ "¦“¦*¦**¦_¦\\¦ \\¦{¦{crew¦:¦ : ¦,¦;¦.¦. ¦,.¦a¦Aa ¦and ¦Jr., ¦General ¦😀¦\ud800',
  ' ¦\t¦\n¦#¦# ¦-¦---\n¦(a) ¦(Menu)\n\n¦(Mneu) ¦## 1976\n¦### 1976\n\n¦1976-¦1.¦[a](b)¦* x\n',
  'Spin from ¦Weather: x\n¦Notes: x\n',
].flatMap((pieces) => pieces.split('¦'));

/** A document with the hostile text in every position. */
function documentOf(hostile: string): string {
  const fields = `Passengers: ${hostile}x\nSources: ${hostile}x\nLocation: ${hostile}x\nTime: ${hostile}x`;
  return [
    hostile,
    `## 1976\n${fields}`,
    `# ${hostile}x\n## 1976: ${hostile}x\nNotes: x\n${hostile}x`,
    `(Royalty: ${hostile}x)\n\n## 1976 ${hostile}x\nSpin from ${hostile}x:\n${hostile}`,
  ].join('\n\n');
}

const IS_FULL = process.env.TEST_FULL === '1';
const SHORT = IS_FULL ? 2000 : 800;
const GROWTH_FACTOR = 16;

/** CPU milliseconds for parsing, the best of three runs, so that other load doesn't matter. */
function workOfReading(text: string): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    parseVoyageDocument(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}

describe('hostile texts', () => {
  test.each(HOSTILE)('%j repeated has the same content after writing and parsing', (piece) => {
    const parsed = parseVoyageDocument(documentOf(piece.repeat(SHORT / piece.length)));
    const reparsed = parseVoyageDocument(writeVoyageDocument(parsed));
    expect(JSON.stringify(contentOf(reparsed))).toBe(JSON.stringify(contentOf(parsed)));
  });

  test.each(HOSTILE)('%j repeated takes linear time', (piece) => {
    const hostile = piece.repeat(SHORT / piece.length);
    const short = workOfReading(documentOf(hostile));
    const long = workOfReading(documentOf(hostile.repeat(GROWTH_FACTOR)));
    // Quadratic time would be more than twice this; the effect of slower memory access is far smaller.
    expect(long).toBeLessThan((GROWTH_FACTOR ** 2 / 2) * Math.max(short, 5));
  });
});

/** 20,000 voyages in a full run. */
const COPIES = IS_FULL ? 607 : 61;

test(`parses a document of ${33 * COPIES} voyages completely`, () => {
  const text = Array.from({ length: COPIES }, () => archiveText).join('\n');
  const { voyages, problems } = parseVoyageDocument(text);
  expect(voyages).toHaveLength(33 * COPIES);
  expect(problems).toEqual([]);
  expect(voyages.at(-1)?.end_line).toBe(text.trimEnd().split('\n').length);
});

test.each([
  ['5/32/71', '5/32/71'],
  ['13/13/1971: Dinner', '13/13/1971'],
  ['31.2.1971', '31.2.1971'],
])('says that the date of ## %s does not exist', (heading, date) => {
  const { voyages, rejected, problems } = parseVoyageDocument(`## 1971-05-04\n\n## ${heading}\n`);
  expect(voyages).toHaveLength(1);
  expect(rejected.map((voyage) => voyage.heading)).toEqual([heading]);
  expect(problems.map(({ message }) => message)).toEqual([`This date doesn’t exist: ${date}.`]);
});

test.each(['13/1974', '3/5'])('quotes the whole date of ## %s in the problem, because it is incomplete', (date) => {
  const { problems } = parseVoyageDocument(`## 1971-05-04\n\n## ${date}\n`);
  expect(problems.map(({ message }) => message)).toEqual([
    `The date “${date}” isn’t a date such as 1976-06-16, 1976-06 or 1976.`,
  ]);
});

test('text below a table is reported, but a voyage below a table is not', () => {
  const table = '| Date | Notes |\n|---|---|\n| 1974-03-03 | One. |\n\n';
  expect(
    parseVoyageDocument(`${table}From the log of the mate.\n`).problems.map(({ line, message }) => [line, message]),
  ).toContainEqual([5, '“From the log of the mate.” stands below the table and is read as part of its last voyage.']);
  for (const next of ['## 1974-03-04', '# President Ford', '(GRF)\n\n## 1974-03-04', '1974-03-04\nNotes: x'])
    expect(
      parseVoyageDocument(table + next)
        .problems.map(({ message }) => message)
        .join(),
    ).not.toContain('below the table');
});

test('lines in a table cell stay separate lines', () => {
  const table =
    '| Date | Guests | Notes |\n|---|---|---|\n| 1974-03-03 | Ann Lee<br>Bob May <br/> Cy Dee | One.<br>Two. |\n';
  const [voyage] = parseVoyageDocument(table).voyages;
  expect(voyage?.passengers.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob May', 'Cy Dee']);
  expect(voyage?.notes).toBe('One.\nTwo.');
});
