import { Migration } from '@mikro-orm/migrations';
import { earlierArchive } from './20261128040000-earlier-archives.ts';

/** The presidents and the later owner that a new archive contains. */
export class KnownPresidents extends Migration {
  override async up(): Promise<void> {
    if (await earlierArchive(this)) return;
    await this.execute(`
      with known (slug, full_name, birth, death, party, initials, term_start, term_end) as (values
        ('hoover-herbert', 'Herbert Hoover', 1874, 1964, 'Republican', 'HH', '1929-03-04', '1933-03-04'),
        ('roosevelt-franklin-d', 'Franklin D. Roosevelt', 1882, 1945, 'Democratic', 'FDR', '1933-03-04', '1945-04-12'),
        ('truman-harry-s', 'Harry S. Truman', 1884, 1972, 'Democratic', 'HST', '1945-04-12', '1953-01-20'),
        ('eisenhower-dwight-d', 'Dwight D. Eisenhower', 1890, 1969, 'Republican', 'DDE', '1953-01-20', '1961-01-20'),
        ('kennedy-john-f', 'John F. Kennedy', 1917, 1963, 'Democratic', 'JFK', '1961-01-20', '1963-11-22'),
        ('johnson-lyndon-b', 'Lyndon B. Johnson', 1908, 1973, 'Democratic', 'LBJ', '1963-11-22', '1969-01-20'),
        ('nixon-richard', 'Richard Nixon', 1913, 1994, 'Republican', 'RMN', '1969-01-20', '1974-08-09'),
        ('ford-gerald', 'Gerald Ford', 1913, 2006, 'Republican', 'GRF', '1974-08-09', '1977-01-20'),
        ('carter-jimmy', 'Jimmy Carter', 1924, 2024, 'Democratic', 'JEC', '1977-01-20', '1981-01-20'),
        ('reagan-ronald', 'Ronald Reagan', 1911, 2004, 'Republican', 'RWR', '1981-01-20', '1989-01-20'),
        ('bush-george-h-w', 'George H. W. Bush', 1924, 2018, 'Republican', 'GHWB', '1989-01-20', '1993-01-20'),
        ('clinton-bill', 'Bill Clinton', 1946, null, 'Democratic', 'WJC', '1993-01-20', '2001-01-20'),
        ('bush-george-w', 'George W. Bush', 1946, null, 'Republican', 'GWB', '2001-01-20', '2009-01-20'),
        ('obama-barack', 'Barack Obama', 1961, null, 'Democratic', 'BHO', '2009-01-20', '2017-01-20'),
        ('trump-donald', 'Donald Trump', 1946, null, 'Republican', 'DJT', '2017-01-20', '2021-01-20'),
        ('biden-joe', 'Joe Biden', 1942, null, 'Democratic', 'JRB', '2021-01-20', '2025-01-20')),
      people as (
        insert into person (slug, full_name, role_title, birth_year, death_year, wikipedia_url, wikipedia_key)
        select slug, full_name, 'President of the United States', birth, death, article, article
        from known, concat('https://en.wikipedia.org/wiki/', replace(full_name, ' ', '_')) article order by term_start
        returning id, slug)
      insert into president (person_id, party, initials, term_start, term_end)
      select id, party, initials, term_start, term_end from people join known using (slug) order by id`);
    await this.execute(`
      with owner as (insert into person (slug, full_name) values ('post-presidential', 'Owners after presidential service') returning id)
      insert into president (person_id, party, term_start) select id, 'Private Owner', '1977' from owner`);
  }
}
