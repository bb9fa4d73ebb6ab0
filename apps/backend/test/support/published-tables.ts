// cspell:disable
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** A table that others have published, what its columns mean, and the dates and people in its rows, as a person reads them. */
export interface PublishedTable {
  name: string;
  /** The field that each column means. The page proposes these fields. */
  fields: Record<string, string>;
  /** What a curator chooses in addition: fields that no heading says. Empty for Additional Information. */
  chosen?: Record<string, string>;
  /** The first and last day of each row; empty for a row without a date that the archive can have. */
  days: string;
  /** The names in each row that has a date. */
  people?: string[];
  /** The approximate dates in words that are kept as written, by row. */
  written?: Record<number, string>;
  /** Whether it was saved as German Excel does: with semicolons, in Windows-1252. */
  isGermanExcel?: boolean;
}

/** Days of rows: `1934-04-11 1934-06-30`, or whole years. */
const DAYS = (days: string) =>
  days.split(/\s*;\s*/).map((row) => {
    const [first = '', last = first] = row.split(' ');
    return row === '' ? null : ([first.padEnd(10, '-01-01'), last.padEnd(10, '-12-31')] as const);
  });

const TABLES: PublishedTable[] = [
  {
    name: 'collectionbuilder.csv',
    fields: {
      title: 'title',
      date: 'start_date',
      description: 'summary_markdown',
      location: 'start_location',
      source: 'sources',
    },
    days: '1910; 1912-09-08; 1947; 1925-10-30; 2014-06-16; 1932-09-01; 2003',
  },
  {
    name: 'nypl-menus.csv',
    fields: { event: 'title', place: 'start_location', notes: 'notes', date: 'start_date' },
    days: '1900-04-15; 1900-04-15; 1900-04-16; 1900-04-16; 1900-04-16; 1900-04-17; 1900-04-18; 1900-04-18; 1900-04-18; 1900-04-19; 1900-04-20; 1888-01-23; 1865-09-28; 1901-06-04',
  },
  {
    name: 'inrap.csv',
    fields: { Commune: 'start_location', 'Date début': 'start_date', 'Date fin': 'end_date' },
    chosen: { "Nom de l'intervention": 'title' },
    days: '2003-06-16 2004-03-05; 2007-09-25 2008-01-22; 2004-12-06 2005-04-29; 2002-01-01 2003-12-31; 2005-05-09 2005-05-27; 2004-02-23 2004-10-01; ; ; 2008-06-28 2008-10-15; 2007-04-10 2007-09-14; 1995-07-24 2004-12-04; 2003-01-15 2003-01-16',
  },
  {
    name: 'bne-newspapers.csv',
    fields: { titulo: 'title', poblacion: 'start_location', año_inicio: 'start_date', año_final: 'end_date' },
    days: '1934; 1935 1936; 1813 1814; 2014 2023; 1936 1937; 1999; 1999 2009; 1872; 1795; 1911; 1883; 1841 1982; 1938; 1910 1911',
  },
  {
    name: 'moma-staff.csv',
    fields: {},
    chosen: {
      DisplayName: 'passengers',
      PositionNote: 'title',
      PositionBeginYear: 'start_date',
      PositionEndYear: 'end_date',
    },
    days: '1929 1943; 1949 1968; 1970 1972; 1995; 1940 1943; 1946 1949; 1932 1934; 1941 1942; 1940 1946; 1975 1978; 1947 1962; 1944 1948',
    people: [
      'Alfred H. Barr Jr.',
      "René d'Harnoncourt",
      'John B. Hightower',
      'Glenn D. Lowry',
      'Alfred H. Barr Jr.',
      'Dorothy C. Miller',
      'Philip Johnson',
      'Janet Henrich',
      'Eliot Noyes',
      'Ted Perry',
      'Edward Steichen',
      'George Amberg',
    ],
  },
  {
    name: 'candidate-visits.csv',
    fields: { Date: 'start_date', City: 'start_location', Notes: 'notes' },
    chosen: { 'Candidate name': 'passengers', 'Primary Purpose': 'title' },
    days: '2023-01-19; 2023-02-18; 2023-02-23; 2023-03-03; 2023-03-26; 2023-04-10; 2023-05-10; 2023-05-27; 2023-05-30; 2023-06-01; 2023-06-02; 2023-06-09; 2023-06-10',
    people: [
      'Donald Trump',
      'Nikki Haley',
      'Vivek Ramaswamy',
      'Nikki Haley',
      'Vivek Ramaswamy',
      'Nikki Haley',
      'Asa Hutchinson',
      'Vivek Ramaswamy',
      'Ron DeSantis',
      'Asa Hutchinson',
      'Tim Scott',
      'Ron DeSantis',
      'Donald Trump',
    ],
  },
  {
    name: 'himalaya-expeditions.csv',
    fields: { year: 'start_date' },
    chosen: { year: '', basecamp_date: 'start_date', termination_date: 'end_date', peak_name: 'title' },
    days: '1960-03-15; 1969-09-25 1969-10-26; 1978-09-08 1978-10-05; ; 1980-03-25 1980-05-01; 1983-08-19 1983-10-16; 1983-11-25 1983-12-15; 1986-03-26 1986-05-02; ; ; 1989-01-15 1989-01-17; 1988-07-25',
  },
  {
    name: 'tate-artworks.csv',
    fields: { title: 'title', dateText: 'start_date_written', year: 'start_date' },
    chosen: { artist: 'passengers' },
    days: '; 1785; 1826; 1825; 1825; 1803; 1794; 1789; 1786; 1800; 1825; 1800; ',
    people: ['Robert Blake', ...Array.from({ length: 10 }, () => 'William Blake')],
  },
  {
    name: 'archivesspace-bulk.csv',
    fields: { title: 'title', begin_1: 'start_date', end_1: 'end_date', expression_1: 'start_date_written' },
    days: '; 1800 1900',
  },
  {
    name: 'cooper-hewitt-exhibitions.csv',
    fields: { title: 'title', date_start: 'start_date', date_end: 'end_date', url: 'sources' },
    days: '1997-01-15 1997-01-26; 1936-05-02 1936-06-08; 1937-12-04 1938-01-16; 1995-04-11 1995-08-20; 1979-07-01 1979-09-09; ; ; 1987-04-22 1987-06-17; 1975-12-07; 2003-06-28 2004-06-28; 1972-05-03 1972-06-03; 1964-01-01 1966-01-01',
  },
  {
    name: 'whaling-crew-lists.csv',
    fields: { voyage: 'title', list_date: 'start_date', destination: 'end_location', source: 'sources' },
    chosen: { master: 'passengers', port: 'start_location' },
    days: '1868-08-04; 1910-04-26; 1853-06-27; 1857-07-07; 1877-07-16; 1851-06-02; 1874-11-25; 1825-12-27; 1831-06-19; 1828-06-14; 1839-05-10; 1841-01-03; 1845-07-18',
    people: [
      'Wells S. Field',
      'Benjamin D. Cleveland',
      'John C. Marble',
      'Orlando G. Robinson',
      'James N. Hyatt',
      'Thomas Bailey',
      'Amos Crowell Baker Jr.',
      'Stephen Potter',
      'George Allen II',
      'Edward C.? Barnard',
      'Thomas E. Swan',
      'Valentine Pease',
      'William B. Rogers',
    ],
  },
  {
    name: 'campaign-trail.csv',
    fields: { date: 'start_date', location: 'start_location' },
    days: '2016-09-05; 2016-09-05; 2016-09-06; 2016-09-08; 2016-09-12; 2016-09-15; 2016-09-19; 2016-10-02; 2016-10-09; 2016-10-27; 2016-11-03; 2016-11-09',
  },
  {
    name: 'traites-alchimie.csv',
    fields: { Titre: 'title', Date: 'start_date' },
    // The archive has no dates before 1600.
    days: '; ; ; 1602; ; 1672; 1702; ; 1677; ; ; ',
  },
  {
    name: 'uster-photographs.csv',
    fields: {
      Titel: 'title',
      'Entstehungszeitraum (JJJJ)': 'start_date',
      Inhalt: 'summary_markdown',
      URL: 'sources',
    },
    chosen: { Urheber: 'passengers', Adresse: 'start_location' },
    days: '1885 1892; 1885 1892; 1890; 1885 1892; 1891-04-01 1891-04-30; 1892; 1892-09-01 1892-11-30; 1892-09-01 1892-11-30; 1885 1892',
    people: Array.from({ length: 9 }, () => 'Julius Gujer'),
    written: { 7: 'Herbst 1892', 8: 'Herbst 1892' },
  },
  {
    name: 'uster-votes.csv',
    isGermanExcel: true,
    fields: { Titel: 'title', Entstehungszeitraum: 'start_date', URL: 'sources' },
    chosen: { Kategorie: 'notes' },
    days: '1981-04-05; 1989-03-05; 1986-02-02; 1978-04-02; 1978-04-02; 1983-06-19; 1984-09-23; 1985-04-28; 1994-04-10',
  },
  {
    // Without headings.
    name: 'nypl-collections.csv',
    fields: { 'Column 33': 'sources' },
    chosen: {
      'Column 3': 'title',
      'Column 7': 'start_date',
      'Column 8': 'end_date',
      'Column 10': 'summary_markdown',
      'Column 11': 'notes',
    },
    // The archive has no dates before 1600, and one row has none.
    days: '1900 1999; 1865 2005; ; 1850 1930; ; 1851 1930; 1935 1945; 1851 1960; 1794 1886; 1854 1855',
  },
];

const FOLDER = new URL('../ingest/fixtures/published/', import.meta.url);
/** Fields whose text is exactly that of the cell, but for white space. */
const TEXTS = 'title start_date_written start_location end_location summary_markdown notes notes_internal'.split(' ');
const PROSE = new Set(['summary_markdown', 'notes', 'notes_internal']);
/** What the tables write into empty cells. */
const EMPTY = new Set(['NULL', '0000-00-00']);

const toLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
const labelOf = (heading: string) => {
  const label = heading.replaceAll('_', ' ').trim();
  return label.slice(0, 1).toUpperCase() + label.slice(1);
};

/** What a row becomes, by the meanings of its columns: made from the cells only. */
function voyageOf(
  cells: readonly string[],
  headings: readonly string[],
  fields: Record<string, string>,
  days: readonly [string, string],
  row: number,
  written?: string,
): PublishedVoyage {
  const texts: Record<string, string> = written === undefined ? {} : { start_date_written: written };
  const others: string[] = [];
  let source: string | null = null;
  for (const [index, heading] of headings.entries()) {
    const cell = cells[index]?.trim() ?? '';
    const field = fields[heading] ?? '';
    if (cell === '' || EMPTY.has(cell)) continue;
    if (field === '') others.push(`${labelOf(heading)}: ${cell}`);
    else if (field === 'sources') source = cell;
    else if (TEXTS.includes(field))
      texts[field] = PROSE.has(field) ? cell : toLine(cell).replace(field.includes('location') ? /;$/ : /$/, '');
  }
  return { row, days, texts, additional_information: others.join('\n\n'), source };
}

export interface PublishedVoyage {
  /** 1-based. */
  row: number;
  days: readonly [first: string, last: string];
  texts: Record<string, string>;
  additional_information: string;
  source: string | null;
}

/** The tables with their files and the voyages that are right. */
export const PUBLISHED_TABLES = TABLES.map(({ days, ...table }) => {
  const file = readFileSync(new URL(table.name, FOLDER));
  const rows = table.isGermanExcel
    ? (parse(new TextDecoder('windows-1252').decode(file), { delimiter: ';' }) as string[][])
    : (parse(file, { relax_column_count: true }) as string[][]);
  const width = rows[0]?.length ?? 0;
  const hasHeadings = !('Column 33' in table.fields);
  const headings = hasHeadings
    ? (rows.shift() ?? []).map((heading) => heading.trim())
    : Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
  const daysOfRows = DAYS(days);
  if (daysOfRows.length !== rows.length) throw new Error(`${table.name}: ${rows.length} rows`);
  const voyages = rows.flatMap((cells, index) => {
    const found = daysOfRows[index];
    const { fields, chosen, written } = table;
    return found ? [voyageOf(cells, headings, { ...fields, ...chosen }, found, index + 1, written?.[index + 1])] : [];
  });
  return { ...table, file, voyages, rejected: daysOfRows.filter((row) => row === null).length };
});
