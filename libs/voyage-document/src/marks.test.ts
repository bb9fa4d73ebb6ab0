// cspell:ignore Apri Auq Blakistone Hains Jnne Mav Vaughan Chas Chiang Kinley Quan shek tico
import { describe, expect, test } from '@jest/globals';
import { moveMarks, proposeMarks } from './marks.ts';
import { readMarked } from './parts.ts';

const lines = (...text: string[]) => text.join('\n');
const datesOf = (text: string) => {
  const { headings, rows } = readMarked(text, proposeMarks(text));
  return rows.map(({ cells }) => cells[headings.indexOf('Date')]);
};

describe('proposed marks', () => {
  test.each([
    ['a year above', lines('1947', '', 'Mar. 16  Rain', 'April 2  Fog'), [3, 4], ['1947-03-16', '1947-04-02']],
    ['a month above', lines('MARCH 1947', '16  Potomac', '17  Potomac'), [2, 3], ['1947-03-16', '1947-03-17']],
    [
      'another year in a date',
      lines('1947', 'Mar. 16  a', 'Jan. 2, 1949  b', 'Jan. 9  c'),
      [2, 3, 4],
      ['1947-03-16', '1949-01-02', '1949-01-09'],
    ],
    [
      'the end of a year',
      lines('1947', 'Dec. 30  a', 'Jan. 2  b', 'Jan. 9  c'),
      [2, 3, 4],
      ['1947-12-30', '1948-01-02', '1948-01-09'],
    ],
    [
      'italics, numbers and bullets',
      lines('1947', '1. *Mar. 16*: a', '2) **17 March** b', '- Mar. 18: c'),
      [2, 3, 4],
      ['1947-03-16', '1947-03-17', '1947-03-18'],
    ],
    [
      'ranges',
      lines('1947', 'Mar. 16-18  a', 'Mar. 30 to April 2  b'),
      [2, 3],
      ['1947-03-16 to 1947-03-18', '1947-03-30 to 1947-04-02'],
    ],
    ['weekdays', lines('1947', 'Sun., Mar. 16  a'), [2], ['1947-03-16']],
    ['misread digits and months', lines('l947', 'Mar. l6  a', 'Jnne 2  b'), [2, 3], ['1947-03-16', '1947-06-02']],
    [
      'dates within paragraphs',
      lines('Cruises of 1947', '', 'Quantico, on June 4; Adm. Leahy', '', 'Norfolk, June 9; alone'),
      [3, 5],
      ['1947-06-04', '1947-06-09'],
    ],
    ['no year anywhere', lines('Mar. 16  a'), [1], ['Mar. 16']],
    [
      'Roman months, dots and hyphens',
      lines('17.VII.49  a', '3-Sep-49  b', '20.9.49  c', '4.X  d'),
      [1, 2, 3, 4],
      ['1949-07-17', '1949-09-03', '1949-09-20', '1949-10-04'],
    ],
    [
      'misread months, ordinals and words before a date',
      lines(
        'Apri1 6, l94O  a',
        'Mav 11  b',
        'On the 9th of Ju1y  c',
        'Date: July 23rd–24th  d',
        'Auq 3l  e',
        '0ct. 2  f',
      ),
      [1, 2, 3, 4, 5, 6],
      ['1940-04-06', '1940-05-11', '1940-07-09', '1940-07-23 to 1940-07-24', '1940-08-31', '1940-10-02'],
    ],
    ['a short year above', lines('’48', 'Mar. 16  a'), [2], ['1948-03-16']],
  ])('%s', (_, text, marks, dates) => {
    expect(proposeMarks(text)).toEqual(marks);
    expect(datesOf(text)).toEqual(dates);
  });

  test.each([
    'May I ask for rain',
    'Marc 16 was absent',
    'Mix 3 parts',
    'constructor',
    'Marching 16 miles',
    '',
    '16 Potomac',
    'Page 12',
  ])('“%s” begins no voyage', (line) => expect(proposeMarks(lines('1947', line))).toEqual([]));
});

test('marks move with their lines when a part of the document is edited', () => {
  const before = lines('1947', 'Mar. 1  a', 'Mar. 2  b', 'Mar. 3  c');
  expect(moveMarks(before, lines('1947', 'Mar. 1  a', 'new', 'Mar. 9  d', 'Mar. 2  b', 'Mar. 3  c'), [2, 4])).toEqual([
    2, 4, 6,
  ]);
  expect(moveMarks(before, before, [2, 4])).toEqual([2, 4]);
  expect(moveMarks(before, '1947', [2, 4])).toEqual([]);
});

describe('the parts of passages', () => {
  const partsOf = (text: string, marks = proposeMarks(text)) => {
    const { headings, rows } = readMarked(text, marks);
    return rows.map(({ cells }) =>
      Object.fromEntries(cells.flatMap((cell, index) => (cell === '' ? [] : [[headings[index], cell]]))),
    );
  };

  test('are in the order of the line, and found by their words where one is missing', () => {
    const text = lines(
      '1947',
      'Mar. 16  1300-1745  Potomac R.  Adm. Leahy.  Rain.',
      'Mar. 17  Quantico  Mr. Clifford  Fog',
      'Mar. 18  1000  Fog',
    );
    expect(partsOf(text)).toEqual([
      { Date: '1947-03-16', Time: '1300–1745', Place: 'Potomac R.', Aboard: 'Adm. Leahy', Weather: 'Rain' },
      { Date: '1947-03-17', Place: 'Quantico', Aboard: 'Mr. Clifford', Weather: 'Fog' },
      { Date: '1947-03-18', Time: '1000', Weather: 'Fog' },
    ]);
  });

  test('join wrapped lines, and keep lines below with their labels', () => {
    const text = lines(
      '1947',
      'Mar. 16  Potomac R.  Adm. Leahy, Mr.',
      '   Clifford.',
      'Weather: Rain',
      '',
      'Painted the hull.',
      '---',
      'Mar. 17  Quantico  Mr. Ray',
    );
    expect(partsOf(text)[0]).toEqual({
      Date: '1947-03-16',
      Place: 'Potomac R.',
      Aboard: 'Adm. Leahy, Mr. Clifford',
      Weather: 'Rain',
      'Other lines': 'Painted the hull.',
    });
  });

  test.each([' - ', ' – ', ' — ', '—', '\t'])('are separated by “%s”, also in a single line', (separator) => {
    const text = lines(
      '1946',
      ['May 4', 'Quantico', 'Adm. Leahy, Clark Clifford'].join(separator),
      'May 5, Anacostia R.',
    );
    expect(partsOf(text)).toEqual([
      { Date: '1946-05-04', Place: 'Quantico', Aboard: 'Adm. Leahy, Clark Clifford' },
      { Date: '1946-05-05', Place: 'Anacostia R.' },
    ]);
  });

  test('are the guests in lines of their own, without what names nobody', () => {
    const text = lines(
      '1946',
      'May 4 - Quantico',
      '    Adm. Leahy',
      '    Harry Vaughan',
      '    Heavy seas',
      '    Left Navy Yard 10 a.m.',
      '    Painted the boats',
      'May 11, Mount Vernon',
      '',
      '* Clark Clifford, counsel',
      '',
      '* Rain',
    );
    expect(partsOf(text)).toEqual([
      {
        Date: '1946-05-04',
        Time: '10 a.m.',
        Place: 'Quantico',
        Aboard: 'Adm. Leahy; Harry Vaughan',
        Weather: 'Heavy seas',
        'Other lines': 'Left Navy Yard 10 a.m.\nPainted the boats',
      },
      { Date: '1946-05-11', Place: 'Mount Vernon', Aboard: 'Clark Clifford, counsel', Weather: 'Rain' },
    ]);
  });

  test('are whole sentences, and what these say', () => {
    const first = 'On March 7, 1946 the President sailed with Adm. Leahy and Clark Clifford to Quantico. It rained.';
    const text = lines(
      first,
      '',
      'April 2.  They left at 2:30 p.m. with Mr. Ray for Mt. Vernon and returned at 6 p.m.',
      '',
      'April 9.  Overnight to Blakistone Island with John Snyder.',
    );
    expect(partsOf(text)).toEqual([
      { Date: '1946-03-07', Place: 'Quantico', Aboard: 'Adm. Leahy, Clark Clifford', Sentences: first },
      {
        Date: '1946-04-02',
        Time: '2:30 p.m.–6 p.m.',
        Place: 'Mt. Vernon',
        Aboard: 'Mr. Ray',
        Sentences: 'They left at 2:30 p.m. with Mr. Ray for Mt. Vernon and returned at 6 p.m.',
      },
      {
        Date: '1946-04-09',
        Place: 'Blakistone Island',
        Aboard: 'John Snyder',
        Sentences: 'Overnight to Blakistone Island',
      },
    ]);
  });

  test('are routes, times and weather as notebooks have them', () => {
    const text = lines(
      '1948',
      '24/4 lv 1400. Navy Yard to Hains Pt. w/ HST, Chas. Ross. ret 1915. Wx rain',
      '25/4 ret 1730. Quantico',
    );
    expect(partsOf(text)).toEqual([
      {
        Date: '1948-04-24',
        Time: '1400–1915',
        Place: 'Navy Yard; Hains Pt.',
        Aboard: 'HST, Chas. Ross',
        Weather: 'rain',
      },
      { Date: '1948-04-25', Returned: '1730', Place: 'Quantico' },
    ]);
  });

  test('keep every letter of wrapped lines, and the hyphens that divide no word', () => {
    const text = lines(
      '1947',
      'March 16. The President sailed with Adm. Leahy to Quan-',
      'tico, and with a well-',
      'known Under-',
      'Secretary. Mr. Mc-',
      'Kinley came in MARCH-',
      'Chiang Kai-',
      'shek saw 1300-',
      '1745 as ANNA-',
      'POLIS. Chiang Kai-shek left.',
    );
    expect(partsOf(text)[0]?.['Sentences']).toBe(
      'The President sailed with Adm. Leahy to Quantico, and with a well-known Under-Secretary. Mr. McKinley came in MARCH-Chiang Kai-shek saw 1300-1745 as ANNAPOLIS. Chiang Kai-shek left.',
    );
  });

  test('are known by their words before their place in the line, and numbers of guests aren’t times', () => {
    const text = lines(
      '1947',
      'Mar. 16  Quantico  Fog',
      'Mar. 17  Norfolk  Rain',
      'Mar. 18  Harry Vaughan  Rain',
      'Mar. 19  150 guests  Clear',
      'Mar. 20  1500 gallons of fuel',
      'Mar. 21  1500 Quantico',
    );
    expect(partsOf(text).slice(2)).toEqual([
      { Date: '1947-03-18', Aboard: 'Harry Vaughan', Weather: 'Rain' },
      { Date: '1947-03-19', Aboard: '150 guests', Weather: 'Clear' },
      { Date: '1947-03-20', Unclear: '1500 gallons of fuel' },
      { Date: '1947-03-21', Time: '1500', Place: 'Quantico' },
    ]);
  });

  test.each([
    ['The crew was busy with Sequoia business and Navy honors.', {}],
    ['We met with Sen. Taft ashore. They did not sail with Mr. Ray.', {}],
    ['They cruised with Adm. Leahy, Barbara Anne following.', { Aboard: 'Adm. Leahy' }],
    ['They left with 45 guests and arrived at 7, dinner was at 8 p.m.', {}],
    ['They arrived at 6 p.m. and sailed at 6:30 p.m. with Mrs. Ray.', { Time: '6:30 p.m.', Aboard: 'Mrs. Ray' }],
    ['They were to have sailed at 5 p.m. but left at 6:15 p.m. and returned 2300.', { Time: '6:15 p.m.–2300' }],
    ['The President left by train at 3 p.m. and we sailed at 4 p.m. alone.', { Time: '4 p.m.' }],
    ['We left at 10 a.m. and guests left the yacht at 10:45 p.m.', { Time: '10 a.m.–10:45 p.m.' }],
  ])('say of “%s” only what is certain, and report it', (sentences, read) => {
    const text = lines('1947', `April 2. ${sentences}`);
    expect(partsOf(text)).toEqual([{ Date: '1947-04-02', Sentences: sentences, ...read }]);
    const messages = readMarked(text, proposeMarks(text)).problems.map(({ message }) => message);
    for (const value of Object.values(read)) expect(messages.join()).toContain(`“${value}”`);
    expect(messages).toHaveLength(Object.keys(read).length === 0 ? 0 : 1);
  });

  test('have names that are words of objects', () => {
    const text = lines('1947', 'Mar. 16', 'Constructor: toString', 'Notes: __proto__');
    expect(partsOf(text)[0]).toMatchObject({ Notes: '__proto__' });
  });

  test('keep every word of a passage', () => {
    const text = lines(
      '1947',
      'Mar. 16 (Sunday) -- Potomac R.; w/ Adm. Leahy, ret. 1745; "no wind" [sic]',
      '  See p. 12!',
      '',
      '* last line',
    );
    const cells = readMarked(text, proposeMarks(text))
      .rows.flatMap((row) => row.cells)
      .join(' ');
    for (const word of ['Sunday', 'Potomac', 'Leahy', '1745', 'wind', 'sic', 'See', '12', 'last'])
      expect(cells).toContain(word);
  });

  test('of a line without a date are a row without one', () => {
    expect(partsOf(lines('a', 'b'), [1, 2, 9])).toEqual([{ 'Part 1': 'a' }, { 'Part 1': 'b' }]);
  });
});
