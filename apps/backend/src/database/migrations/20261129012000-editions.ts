import { Migration } from '@mikro-orm/migrations';

/** Media with these statements are published unless a curator decides otherwise. */
const OPEN_RIGHTS = [
  'https://creativecommons.org/publicdomain/mark/1.0/',
  'https://creativecommons.org/publicdomain/zero/1.0/',
  'https://creativecommons.org/licenses/by/4.0/',
  'https://creativecommons.org/licenses/by-sa/4.0/',
  'https://creativecommons.org/licenses/by-nd/4.0/',
  'https://creativecommons.org/licenses/by-nc/4.0/',
  'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  'https://rightsstatements.org/vocab/NoC-US/1.0/',
];

/**
 * Published editions. An edition is a list of paths, each with the hash of its content; files with equal content are stored once. It is
 * complete when its files are listed, and readers see the one that `edition_setting` names.
 */
export class Editions extends Migration {
  override up(): void {
    this.addSql(String.raw`
      create function rights_key(rights text) returns text language sql immutable parallel safe strict
      return regexp_replace(replace(replace(rights, 'http:', 'https:'), '/page/', '/vocab/'), '/?$', '/')`);
    this.addSql(`
      create table edition (
        number int generated always as identity primary key,
        state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
        step text not null default 'Waiting',
        progress int not null default 0 check (progress between 0 and 100),
        attempt int not null default 1 check (attempt >= 1),
        counts jsonb check ((counts is not null) = (state = 'completed')),
        error text check ((error is not null) = (state = 'failed')),
        started_by text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        finished_at timestamptz check ((finished_at is null) = (state in ('waiting', 'running')))
      )`);
    this.addSql(`create unique index edition_active on edition ((true)) where state in ('waiting', 'running')`);
    // Pages of records also have the record, to find what has changed since.
    this.addSql(`
      create table edition_file (
        edition int not null references edition on delete cascade,
        path text not null,
        sha256 bytea not null check (length(sha256) = 32),
        source text not null,
        size int not null check (size >= 0),
        kind text check (kind in ('voyage', 'person', 'media', 'album', 'place')),
        record_id int,
        version int,
        slug text,
        title text,
        primary key (edition, path),
        check (num_nulls(kind, record_id, version, slug, title) in (0, 5))
      )`);
    this.addSql(
      `create index edition_file_by_record on edition_file (edition, kind, record_id) where kind is not null`,
    );
    this.addSql(`
      create table edition_address (
        kind text not null,
        slug text not null,
        record_id int not null,
        primary key (kind, slug)
      )`);
    this.addSql(`
      create table edition_withheld (
        kind text not null check (kind in ('voyage', 'person', 'media', 'album', 'place')),
        record_id int not null,
        primary key (kind, record_id)
      )`);
    this.addSql(`
      create table edition_setting (
        only_row boolean primary key default true check (only_row),
        current int references edition,
        rights text[] not null
      )`);
    this.addSql(
      `insert into edition_setting (rights) values (array[${OPEN_RIGHTS.map((value) => `'${value}'`).join(', ')}])`,
    );
  }

  override down(): void {
    this.addSql('drop table edition_setting, edition_withheld, edition_address, edition_file, edition');
    this.addSql('drop function rights_key(text)');
  }
}
