import { describe, expect, test } from '@jest/globals';
import { displayTitle } from './display-title.ts';
import { samePersonKey } from '../test/same-person.ts';
import { parseVoyageDocument } from './parse.ts';
import { archiveText } from '../test/archive.ts';
import { contentOf } from '../test/content.ts';
import { writeVoyageDocument } from './write.ts';

const archive = parseVoyageDocument(archiveText);
const lines = archiveText.split('\n');

function voyageOf(date: string) {
  const voyage = archive.voyages.find(({ start_date }) => start_date === date);
  if (!voyage) throw new Error(`no voyage of ${date}`);
  return voyage;
}

describe('the archive document', () => {
  test('has thirty-three voyages and no problems', () => {
    expect(archive).toMatchObject({ fatal: null, rejected: [], problems: [] });
    expect(archive.voyages).toHaveLength(33);
  });

  test('has six presidents, each with their term and voyages', () => {
    const counted = archive.sections.map(({ kind, name, term_start, term_end }, index) => {
      const count = archive.voyages.filter(({ section }) => section === index).length;
      return [kind, name, term_start, term_end, count];
    });
    expect(counted).toEqual([
      ['president', 'Hoover', '1929-03-04', '1933-03-04', 1],
      ['president', 'Franklin D. Roosevelt', '1933-03-04', '1945-04-12', 2],
      ['president', 'Truman', '1945-04-12', '1953-01-20', 23],
      ['president', 'Kennedy', '1961-01-20', '1963-11-22', 1],
      ['president', 'Nixon', '1969-01-20', '1974-08-09', 3],
      ['president', 'Ford', '1974-08-09', '1977-01-20', 3],
    ]);
  });

  test('records the exact lines of each voyage, including codes, without overlaps', () => {
    let last = 0;
    for (const { line, end_line, original_markdown } of archive.voyages) {
      expect(line).toBeGreaterThan(last);
      expect(original_markdown).toBe(lines.slice(line - 1, end_line).join('\n'));
      expect(original_markdown).toMatch(/^(?:\(|## )/);
      last = end_line;
    }
    expect(voyageOf('1931-04-25').original_markdown.startsWith('(HH)\n\n## **1.\t1931-04-25 to 1931-04-27**')).toBe(
      true,
    );
  });

  test('has the dinner for Trudeau with nine people, one of them crew, and Canada', () => {
    const voyage = voyageOf('1976-06-16');
    expect(voyage.passengers).toHaveLength(9);
    expect(voyage.passengers.filter(({ is_crew }) => is_crew)).toEqual([
      {
        name: 'Dewey Beliech',
        wikipedia_url: null,
        title: 'Lt. Cdr.',
        role: 'Commanding Officer of the Sequoia',
        is_crew: true,
      },
    ]);
    expect(voyage).toMatchObject({
      number: 2,
      foreign_leader_country: 'Canada',
      presidential_initials: 'GRF',
      mention_menu: true,
      mention_captain: true,
      start_time: '19:00',
      end_time: '21:03',
    });
    expect(displayTitle(voyage)).toBe('Potomac River, June 16, 1976');
  });

  test('has no other crew', () => {
    expect(archive.voyages.flatMap(({ passengers }) => passengers).filter(({ is_crew }) => is_crew)).toHaveLength(1);
  });

  test('parses unnamed guests', () => {
    expect(voyageOf('1947-07-01').additional_guests).toBe('19 other guests');
    expect(voyageOf('1976-07-04')).toMatchObject({ additional_guests: '27 other guests', claims_photo: true });
    expect(voyageOf('1976-07-04').passengers.map(({ name }) => name)).toEqual([
      'Susan Ford',
      'William Pifer',
      'Gardner Britt',
    ]);
  });

  test('keeps partial dates as written', () => {
    const partial = archive.voyages.map(({ start_date }) => start_date).filter((date) => date.length < 10);
    expect(partial).toEqual(['1945-05', '1946-03', '1946', '1952-03']);
  });

  test('parses the quote with its source', () => {
    expect(voyageOf('1952-03').spins).toEqual([
      { spin: 'the yacht is small, but pleasantly designed and comfortable, and snug', source: 'Daily Press' },
    ]);
  });

  test('has one Harriman, one Nimitz, and two Eisenhowers, Dwight and David', () => {
    const people = archive.voyages.flatMap(({ passengers }) => passengers);
    const keysOf = (surname: string) => new Set(people.filter(({ name }) => name.includes(surname)).map(samePersonKey));
    expect(keysOf('Harriman').size).toBe(1);
    expect(keysOf('Nimitz').size).toBe(1);
    expect([...keysOf('Eisenhower')].filter((key) => !key.includes('Julie'))).toHaveLength(2);
  });

  test('has the same content after writing and parsing, and the same text when written again', () => {
    const sourceText = writeVoyageDocument(archive);
    const reparsed = parseVoyageDocument(sourceText);
    expect(reparsed.problems).toEqual([]);
    expect(contentOf(reparsed)).toEqual(contentOf(archive));
    expect(writeVoyageDocument(reparsed)).toBe(sourceText);
  });

  test('is written without extended syntax', () => {
    expect(writeVoyageDocument(archive)).not.toMatch(/[\\{}<>]/);
  });
});
