import { Migration } from '@mikro-orm/migrations';

/** Extensions, and the functions that checks, generated columns and search use. */
export class Foundations extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists unaccent`);
    this.addSql(`create extension if not exists pg_trgm`);

    // A date as the archive stores it: a day, a month or a year. `written` is the date as text, `clock` a time (HH:MM).
    this.addSql(`
      create function is_partial_date(written text) returns boolean language sql immutable parallel safe
      return case
        when written !~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$' then false
        when left(written, 4)::int not between 1600 and 2100 then false
        when length(written) = 4 then true
        when substr(written, 6, 2)::int not between 1 and 12 then false
        when length(written) = 7 then true
        else substr(written, 9, 2)::int between 1 and
          extract(day from make_date(left(written, 4)::int, substr(written, 6, 2)::int, 1) + interval '1 month - 1 day')::int
      end`);
    this.addSql(`
      create function earliest_day(written text) returns date language sql immutable parallel safe
      return case when is_partial_date(written) then make_date(
        left(written, 4)::int,
        coalesce(nullif(substr(written, 6, 2), '')::int, 1),
        coalesce(nullif(substr(written, 9, 2), '')::int, 1)) end`);
    this.addSql(`
      create function latest_day(written text) returns date language sql immutable parallel safe
      return case
        when not is_partial_date(written) then null
        when length(written) = 4 then make_date(written::int, 12, 31)
        when length(written) = 7 then
          (make_date(left(written, 4)::int, substr(written, 6, 2)::int, 1) + interval '1 month - 1 day')::date
        else earliest_day(written)
      end`);
    // The timestamp of a full date and a local time; null without either.
    this.addSql(`
      create function archive_instant(written text, clock text) returns timestamptz language sql immutable parallel safe
      return case when length(written) = 10 and clock is not null then
        (earliest_day(written) + make_time(left(clock, 2)::int, right(clock, 2)::int, 0)) at time zone 'America/New_York' end`);
    this.addSql(`
      create function date_words(written text) returns text language sql immutable parallel safe
      return concat_ws(' ', written,
        case when length(written) > 4 then left(written, 4) end,
        (array[${MONTHS}])[nullif(substr(written, 6, 2), '')::int],
        nullif(substr(written, 9, 2), '')::int)`);
    this.addSql(`
      create function fold(words text) returns text language sql immutable parallel safe strict
      return lower(public.unaccent('public.unaccent'::regdictionary, words))`);

    this.addSql(`create text search configuration archive (copy = english)`);
    this.addSql(`
      alter text search configuration archive
      alter mapping for asciiword, asciihword, hword_asciipart, hword, hword_part, word with unaccent, english_stem`);
    this.addSql(`create table search_word (word text primary key)`);
    this.addSql(`create index search_word_trigram on search_word using gin (word gin_trgm_ops)`);
  }

  override down(): void {
    this.addSql(`drop table search_word`);
    this.addSql(`drop text search configuration archive`);
    for (const name of [
      'fold(text)',
      'date_words(text)',
      'archive_instant(text, text)',
      'latest_day(text)',
      'earliest_day(text)',
      'is_partial_date(text)',
    ])
      this.addSql(`drop function ${name}`);
  }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
  .map((month) => `'${month}'`)
  .join(', ');
