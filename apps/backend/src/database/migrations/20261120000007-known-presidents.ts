import { Migration } from '@mikro-orm/migrations';

type Known = [
  slug: string,
  name: string,
  party: string,
  initials: string,
  start: string,
  end: string | null,
  birth: number,
  death: number | null,
  article: string,
];

const PRESIDENTS: Known[] = [
  ['hoover-herbert', 'Herbert Hoover', 'Republican', 'HH', '1929-03-04', '1933-03-04', 1874, 1964, 'Herbert_Hoover'],
  [
    'roosevelt-franklin-d',
    'Franklin D. Roosevelt',
    'Democratic',
    'FDR',
    '1933-03-04',
    '1945-04-12',
    1882,
    1945,
    'Franklin_D._Roosevelt',
  ],
  ['truman-harry-s', 'Harry S. Truman', 'Democratic', 'HST', '1945-04-12', '1953-01-20', 1884, 1972, 'Harry_S._Truman'],
  [
    'eisenhower-dwight-d',
    'Dwight D. Eisenhower',
    'Republican',
    'DDE',
    '1953-01-20',
    '1961-01-20',
    1890,
    1969,
    'Dwight_D._Eisenhower',
  ],
  ['kennedy-john-f', 'John F. Kennedy', 'Democratic', 'JFK', '1961-01-20', '1963-11-22', 1917, 1963, 'John_F._Kennedy'],
  [
    'johnson-lyndon-b',
    'Lyndon B. Johnson',
    'Democratic',
    'LBJ',
    '1963-11-22',
    '1969-01-20',
    1908,
    1973,
    'Lyndon_B._Johnson',
  ],
  ['nixon-richard', 'Richard Nixon', 'Republican', 'RMN', '1969-01-20', '1974-08-09', 1913, 1994, 'Richard_Nixon'],
  ['ford-gerald', 'Gerald Ford', 'Republican', 'GRF', '1974-08-09', '1977-01-20', 1913, 2006, 'Gerald_Ford'],
  ['carter-jimmy', 'Jimmy Carter', 'Democratic', 'JEC', '1977-01-20', '1981-01-20', 1924, 2024, 'Jimmy_Carter'],
  ['reagan-ronald', 'Ronald Reagan', 'Republican', 'RWR', '1981-01-20', '1989-01-20', 1911, 2004, 'Ronald_Reagan'],
  [
    'bush-george-h-w',
    'George H. W. Bush',
    'Republican',
    'GHWB',
    '1989-01-20',
    '1993-01-20',
    1924,
    2018,
    'George_H._W._Bush',
  ],
  ['clinton-bill', 'Bill Clinton', 'Democratic', 'WJC', '1993-01-20', '2001-01-20', 1946, null, 'Bill_Clinton'],
  ['bush-george-w', 'George W. Bush', 'Republican', 'GWB', '2001-01-20', '2009-01-20', 1946, null, 'George_W._Bush'],
  ['obama-barack', 'Barack Obama', 'Democratic', 'BHO', '2009-01-20', '2017-01-20', 1961, null, 'Barack_Obama'],
  ['trump-donald', 'Donald Trump', 'Republican', 'DJT', '2017-01-20', '2021-01-20', 1946, null, 'Donald_Trump'],
  ['biden-joe', 'Joe Biden', 'Democratic', 'JRB', '2021-01-20', '2025-01-20', 1942, null, 'Joe_Biden'],
];

const text = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);

/** The presidents and the later owner that a new archive contains. */
export class KnownPresidents extends Migration {
  override up(): void {
    for (const [slug, name, party, initials, start, end, birth, death, article] of PRESIDENTS) {
      const address = `https://en.wikipedia.org/wiki/${article}`;
      this.addSql(`
        with person as (
          insert into person (slug, full_name, role_title, birth_year, death_year, wikipedia_url, wikipedia_key)
          values (${text(slug)}, ${text(name)}, 'President of the United States', ${birth}, ${death ?? 'null'}, ${text(address)}, ${text(address)})
          returning id)
        insert into president (person_id, party, initials, term_start, term_end)
        select id, ${text(party)}, ${text(initials)}, ${text(start)}, ${text(end)} from person`);
    }
    this.addSql(`
      with person as (insert into person (slug, full_name) values ('post-presidential', 'Owners after presidential service') returning id)
      insert into president (person_id, party, term_start) select id, 'Private Owner', '1977' from person`);
  }

  override down(): void {
    const slugs = [...PRESIDENTS.map(([slug]) => slug), 'post-presidential'].map(text).join(', ');
    this.addSql(`delete from president where person_id in (select id from person where slug in (${slugs}))`);
    this.addSql(`delete from person where slug in (${slugs})`);
  }
}
