import { describe, expect, test } from '@jest/globals';
import { contentOf } from '../test/content.ts';
import { emptyCodes } from './codes.ts';
import { parseVoyageDocument } from './parse.ts';
import { mapTexts } from './text-fields.ts';
import type { PassengerRecord, SourceRecord, VoyageContent } from './types.ts';
import { writeVoyageDocument } from './write.ts';

function aVoyage(fields: Partial<VoyageContent>): VoyageContent {
  return {
    section: null,
    number: null,
    start_date: '1976-06-16',
    end_date: null,
    start_date_written: null,
    end_date_written: null,
    title: null,
    voyage_type: null,
    start_time: null,
    end_time: null,
    start_location: null,
    end_location: null,
    start_location_markdown: null,
    end_location_markdown: null,
    passengers: [],
    additional_guests: null,
    ...mapTexts(() => null),
    sources: [],
    additional_sources: [],
    spins: [],
    ...emptyCodes(),
    ...fields,
  };
}

function writeVoyage(fields: Partial<VoyageContent>): string {
  return writeVoyageDocument({ sections: [], voyages: [aVoyage(fields)] });
}

function aPassenger(fields: Partial<PassengerRecord>): PassengerRecord {
  return { name: 'William Pifer', wikipedia_url: null, title: null, role: null, is_crew: false, ...fields };
}

function aSource(fields: Partial<SourceRecord>): SourceRecord {
  return { url: 'https://example.org/a', title: null, media_type: 'unchecked', ...fields };
}

describe('a passenger', () => {
  test.each<[string, Partial<PassengerRecord>, string]>([
    ['only a name', {}, 'William Pifer'],
    ['title and role', { title: 'General', role: 'aide' }, 'General William Pifer (aide)'],
    ['a link', { wikipedia_url: 'https://example.org/p_(x)' }, '[William Pifer](https://example.org/p_(x))'],
    ['a title that isn’t a known rank', { title: 'Pilot' }, 'Pilot [William Pifer]()'],
    ['a name that looks like a title', { name: 'General Aldo Urbani' }, '[General Aldo Urbani]()'],
    ['a name that looks like guests', { name: '27 other guests' }, '[27 other guests]()'],
    ['a name with a comma', { name: 'Smith, John' }, '[Smith, John]()'],
    ['a crew mark if the role isn’t a crew role', { role: 'pilot', is_crew: true }, 'William Pifer (pilot) {crew}'],
    ['a guest mark if the role is a crew role', { role: 'cook' }, 'William Pifer (cook) {guest}'],
    ['an unclosed parenthesis', { name: 'A (B' }, String.raw`[A \(B]()`],
  ])('is written with %s', (_case, fields, expected) => {
    expect(writeVoyage({ passengers: [aPassenger(fields)] })).toBe(`## 1976-06-16\n\nPassengers: ${expected}\n`);
  });

  test('without a name is omitted', () => {
    expect(writeVoyage({ passengers: [aPassenger({ name: ' ' })] })).toBe('## 1976-06-16\n');
  });

  test('comes before unnamed guests', () => {
    const text = writeVoyage({ passengers: [aPassenger({})], additional_guests: '19 other guests, the band' });
    expect(text).toContain('Passengers: William Pifer, (19 other guests\\, the band)\n');
    expect(writeVoyage({ additional_guests: '19 other guests, 3 aides' })).toContain(
      'Passengers: 19 other guests, 3 aides\n',
    );
  });
});

describe('a source', () => {
  test.each<[string, Partial<SourceRecord>, string]>([
    ['an address', {}, 'https://example.org/a'],
    ['a title', { title: 'A; B' }, '[A; B](https://example.org/a)'],
    ['plain text', { url: '*Book*, p. 15' }, '*Book*, p. 15'],
    ['plain text with a semicolon', { url: 'A; B' }, String.raw`A\; B`],
    [
      'the type that its extension implies',
      { url: 'https://example.org/a.pdf', media_type: 'document' },
      'https://example.org/a.pdf',
    ],
    ['another type', { url: '*Book*', media_type: 'book' }, '*Book* {book}'],
    [
      'a type that differs from its extension',
      { url: 'https://example.org/a.pdf' },
      'https://example.org/a.pdf {unchecked}',
    ],
  ])('is written with %s', (_case, fields, expected) => {
    expect(writeVoyage({ sources: [aSource(fields)] })).toBe(`## 1976-06-16\n\nSources: ${expected}\n`);
  });
});

describe('codes', () => {
  test('are written without initials, and with details of an absent attribute', () => {
    const codes = { ...emptyCodes(), presidential_use: true, royalty_details: 'was ill', has_foreign_leader: true };
    expect(writeVoyage(codes)).toBe('(Presidential Use) (No Royalty: was ill) (Foreign Leader)\n\n## 1976-06-16\n');
  });
});

describe('a document', () => {
  test('without voyages and owners is empty', () => {
    expect(writeVoyageDocument({ sections: [], voyages: [] })).toBe('');
  });

  test('groups voyages by owner in the given order, those without one first', () => {
    const sections = [
      { kind: 'owner' as const, name: 'R. Cadwalader', term_start: '1925', term_end: '1928' },
      { kind: 'president' as const, name: 'Ford', term_start: '1974-08-09', term_end: null },
    ];
    const voyages = [
      aVoyage({ section: 1, start_date: '1976' }),
      aVoyage({ section: 0, start_date: '1926-03', end_date: '1926-04', title: 'South', number: 4 }),
      aVoyage({ section: null, start_date: '1924' }),
      aVoyage({ section: 1, start_date: '1975' }),
    ];
    expect(writeVoyageDocument({ sections, voyages })).toBe(
      [
        '## 1924',
        '# Owner R. Cadwalader (1925 to 1928)',
        '## 4. 1926-03 to 1926-04: South',
        '# President Ford (since August 9, 1974)',
        '## 1976',
        '## 1975\n',
      ].join('\n\n'),
    );
  });

  test('escapes lines of text that look like syntax, and the parser unescapes them', () => {
    const notes = 'one\n## 1946\nTime: 19:00\n(Menu)\n\\---\n\n# end';
    const text = writeVoyage({ notes });
    expect(text).toContain('Notes: one\n\\## 1946\n\\Time: 19:00\n\\(Menu)\n\\\\---\n\n\\# end\n');
    expect(parseVoyageDocument(text).voyages.map((voyage) => voyage.notes)).toEqual([notes]);
  });
});

test('keeps the link of a third place', () => {
  const location = 'Navy Yard; [Mount Vernon](https://example.org/m) ; [Quantico](https://example.org/q)';
  const read = parseVoyageDocument(
    `# President Ford (August 9, 1974 to January 20, 1977)\n\n## 1976-06-16\n\nLocation: ${location}\n`,
  );
  expect(read.voyages[0]).toMatchObject({
    end_location: 'Mount Vernon ; Quantico',
    end_location_markdown: String.raw`[Mount Vernon](https://example.org/m) \; [Quantico](https://example.org/q)`,
  });
  expect(contentOf(parseVoyageDocument(writeVoyageDocument(read)))).toEqual(contentOf(read));
});
