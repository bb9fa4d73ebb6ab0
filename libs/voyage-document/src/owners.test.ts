// cspell:ignore Pulliam Liste Fahrten bord Amtszeit Balch Eigentümer Präsident Présidence Regierung
import { describe, expect, test } from '@jest/globals';
import { readOwnerHeading } from './owner-heading.ts';
import { parseVoyageDocument } from './parse.ts';
import { readRows } from './voyage-row.ts';

const ownersOf = (text: string) => {
  const { sections, voyages, problems } = parseVoyageDocument(text);
  return {
    owners: voyages.map(({ section, without_president }) => {
      if (without_president) return 'without';
      const owner = section === null ? undefined : sections[section];
      return owner ? `${owner.unconfirmed ? '? ' : ''}${owner.kind} ${owner.name}` : null;
    }),
    problems: problems.map(({ line, message }) => `${line}: ${message}`),
  };
};

describe('a heading', () => {
  test.each([
    ['Richard Nixon Administration', 'president Richard Nixon', null],
    ['The Truman Years', 'president Truman', null],
    ['Administration of John F. Kennedy', 'president John F. Kennedy', null],
    ['Regierung Ford', 'president Ford', null],
    ['Amtszeit von Dwight D. Eisenhower', 'president Dwight D. Eisenhower', null],
    ['Présidence de Lyndon Johnson', 'president Lyndon Johnson', null],
    ['Herbert Hoover, 1929–1933', 'president Herbert Hoover', '1929'],
    ['Herbert Hoover, March 4, 1929 – March 4, 1933', 'president Herbert Hoover', '1929-03-04'],
    ['Jimmy Carter 1977-81', 'president Jimmy Carter', '1977'],
    ['Präsident Truman (1945 bis 1953)', 'president Truman', '1945'],
    ['Eigentümer Thomas Malloy', 'owner Thomas Malloy', null],
    ['Norman Pulliam, 1981–1983', 'owner Norman Pulliam', '1981'],
    ['Cadwalader (1925 to 1928)', 'owner Cadwalader', '1925'],
    ['Owner Yacht Trips, Inc.', 'owner Yacht Trips, Inc.', null],
  ])('%s names an owner', (heading, owner, start) => {
    const { kind, name, term_start, isCertain } = readOwnerHeading(heading);
    expect([`${kind} ${name}`, term_start, isCertain]).toEqual([owner, start, true]);
  });

  test.each([
    'Presidential yacht trips, 1933-36',
    'Presidents’ voyages (1933 to 1936)',
    'President Roosevelt’s cruises, 1933-36',
    'Summer of Ford',
    'Liste der Fahrten, 1965-68',
    'Journal de bord, 1961-63',
    'Ann Kennedy',
    'Emory Balch',
    'Maritime Administration',
    'Washington trips (rainy 1933)',
  ])('%s may be a title', (heading) => {
    expect(readOwnerHeading(heading).isCertain).toBe(false);
  });

  test.each([
    'Before / After Presidential Service',
    'After Presidential Service',
    'before and after the presidential years',
    'Pre-presidential service',
    'Non-presidential',
  ])('%s is the title of voyages without a president', (heading) => {
    expect(readOwnerHeading(heading)).toMatchObject({ isNone: true });
  });

  test('that may be a title is not the owner of the section above either, and is reported', () => {
    expect(ownersOf('# President Ford\n\n## 1975\n\n# Potomac outings\n\n## 1976')).toEqual({
      owners: ['president Ford', '? owner Potomac outings'],
      problems: [
        '5: “Potomac outings” may be a title. It’s read as an owner only if the archive knows one of this name, or if you confirm it.',
      ],
    });
  });

  test('of the archive’s sections starts a section on the second level, too', () => {
    const text =
      '## Lyndon Johnson Administration\n\n### 1965-06-01\n\nNotes: a\n\n## Before / After Presidential Service\n\n### 1979-06-01\n\nNotes: b';
    const { owners, problems } = ownersOf(text);
    expect(owners).toEqual(['president Lyndon Johnson', 'without']);
    expect(problems).toContain(
      '7: “Before / After Presidential Service” is read as a section without a president or owner.',
    );
  });
});

test('a cell of a table leads to the same owners', () => {
  const cells = ['Richard Nixon Administration', 'Before / After Presidential Service', 'Harry Truman, 1945–1953', ''];
  const { sections, voyages } = readRows(
    cells.map((owner, index) => ({
      cells: { owner, start_date: `197${index}-05-01`, notes: 'x' },
      others: [],
      line: index + 2,
      end_line: index + 2,
    })),
  );
  expect(sections.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'president Richard Nixon',
    'president Harry Truman',
  ]);
  expect(voyages.map(({ section, without_president }) => [section, without_president])).toEqual([
    [0, undefined],
    [null, true],
    [1, undefined],
    [null, undefined],
  ]);
});

describe('a statement within a voyage', () => {
  test('is its owner, and not that of the voyages below', () => {
    const text = [
      '# President Truman',
      '## 1975-06-01\n\nPresident: Gerald Ford (POTUS)\nLocation: Mount Vernon',
      '## 1950-06-01\n\nLocation: Potomac',
      '## 1979-06-01\n\nOwner: Thomas Malloy\n\nLocation: Maine',
      '## 1980-06-01\n\nOwner: Before / After Presidential Service\n\nLocation: Maine',
      '## 1969-06-01\n\nPräsident: Nixon, Richard\n\nLocation: Potomac',
    ].join('\n\n');
    expect(ownersOf(text).owners).toEqual([
      'president Gerald Ford',
      'president Truman',
      'owner Thomas Malloy',
      'without',
      'president Richard Nixon',
    ]);
  });

  test.each(['President: Gerald Ford and Betty Ford', 'Owner: see the log of 1977', 'President: unknown'])(
    '%s is kept as text and reported',
    (line) => {
      const { voyages, problems } = parseVoyageDocument(
        `# President Ford\n\n## 1975-06-01\n\nLocation: Pier\n\n${line}`,
      );
      expect(voyages[0]).toMatchObject({ section: 0, additional_information: line });
      expect(problems).toHaveLength(1);
    },
  );

  test('in a paragraph is text, unless it names a president', () => {
    const { voyages } = parseVoyageDocument(
      '## 1975-06-01\n\nNotes: They talked.\n\nPresident: I am late\n\nOwner: No You Are\n\nPresident: Ford',
    );
    expect(voyages[0]).toMatchObject({
      notes: 'They talked.\n\nPresident: I am late\n\nOwner: No You Are',
      section: 0,
    });
  });
});
