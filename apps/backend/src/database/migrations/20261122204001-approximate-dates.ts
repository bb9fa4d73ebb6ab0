import { Migration } from '@mikro-orm/migrations';
import { addVoyageField, dropVoyageField } from '../voyage-search.ts';

const QUALIFIED = `[0-9]{4}(-[0-9]{2}){0,2}[~?%]?`;
const DAY = `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`;

/** Voyages may have approximate dates (EDTF level 1), with the text that they were parsed from. */
export class ApproximateDates extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function start_of_date(written text) returns text language sql immutable parallel safe
      return case
        when written ~ '^[0-9]{4}-2[1-4]$' then left(written, 5) || (array['03', '06', '09', '12'])[right(written, 1)::int]
        when written ~ '^[0-9]{3}X$' then translate(written, 'X', '0')
        when written ~ '^${QUALIFIED}(/${QUALIFIED})?$' then rtrim(split_part(written, '/', 1), '~?%')
      end`);
    this.addSql(`
      create function end_of_date(written text) returns text language sql immutable parallel safe
      return case
        when written ~ '^[0-9]{4}-24$' then lpad((left(written, 4)::int + 1)::text, 4, '0') || '-02'
        when written ~ '^[0-9]{4}-2[1-3]$' then left(written, 5) || (array['05', '08', '11'])[right(written, 1)::int]
        when written ~ '^[0-9]{3}X$' then translate(written, 'X', '9')
        when written ~ '^${QUALIFIED}(/${QUALIFIED})?$' then rtrim(regexp_replace(written, '^.*/', ''), '~?%')
      end`);
    this.addSql(`
      create function is_edtf_date(written text) returns boolean language sql immutable parallel safe
      return case when written is null then null
        when is_partial_date(written) then true
        else coalesce(
          is_partial_date(start_of_date(written)) and is_partial_date(end_of_date(written))
          and left(start_of_date(written) || '-01-01', 10) collate "C" <= left(end_of_date(written) || '-01-01', 10)
          and left(start_of_date(written) || '-99-99', 10) collate "C" <= left(end_of_date(written) || '-99-99', 10)
          and (strpos(written, '/') = 0 or start_of_date(written) <> end_of_date(written)), false)
      end`);
    this.addSql(`
      create or replace function earliest_day(written text) returns date language sql immutable parallel safe
      return case
        when is_partial_date(written) then make_date(
          left(written, 4)::int,
          coalesce(nullif(substr(written, 6, 2), '')::int, 1),
          coalesce(nullif(substr(written, 9, 2), '')::int, 1))
        when is_edtf_date(written) then left(start_of_date(written) || '-01-01', 10)::date
      end`);
    this.addSql(`
      create function last_day_of_partial_date(written text) returns date language sql immutable parallel safe
      return case length(written)
        when 4 then make_date(written::int, 12, 31)
        when 7 then (make_date(left(written, 4)::int, right(written, 2)::int, 1) + interval '1 month - 1 day')::date
        else make_date(left(written, 4)::int, substr(written, 6, 2)::int, right(written, 2)::int)
      end`);
    this.addSql(`
      create or replace function latest_day(written text) returns date language sql immutable parallel safe
      return case
        when is_partial_date(written) then last_day_of_partial_date(written)
        when is_edtf_date(written) then last_day_of_partial_date(end_of_date(written))
      end`);
    this.addSql(`
      create or replace function archive_instant(written text, clock text) returns timestamptz language sql immutable parallel safe
      return case when written ~ '${DAY}' and clock is not null then
        (earliest_day(written) + make_time(left(clock, 2)::int, right(clock, 2)::int, 0)) at time zone 'America/New_York' end`);
    this.addSql(`
      create or replace function date_words(written text) returns text language sql immutable parallel safe
      return case when written is null then ''
        when is_partial_date(written) then concat_ws(' ', written,
          case when length(written) > 4 then left(written, 4) end,
          (array[${MONTHS}])[nullif(substr(written, 6, 2), '')::int],
          nullif(substr(written, 9, 2), '')::int)
        else concat_ws(' ', left(start_of_date(written), 4), left(end_of_date(written), 4),
          case
            when written ~ '^[0-9]{4}-2[1-4]$' then (array['spring', 'summer', 'fall autumn', 'winter'])[right(written, 1)::int]
            when written ~ 'X$' then translate(written, 'X', '0') || 's'
            else concat_ws(' ', start_of_date(written), end_of_date(written),
              (array[${MONTHS}])[nullif(substr(start_of_date(written), 6, 2), '')::int],
              (array[${MONTHS}])[nullif(substr(end_of_date(written), 6, 2), '')::int],
              nullif(substr(start_of_date(written), 9, 2), '')::int,
              nullif(substr(end_of_date(written), 9, 2), '')::int)
          end)
      end`);

    this.addSql(`alter table voyage drop constraint voyage_start_date_check, drop constraint voyage_end_date_check`);
    this.addSql(`
      alter table voyage add constraint voyage_start_date_check check (is_edtf_date(start_date)),
        add constraint voyage_end_date_check check (is_edtf_date(end_date))`);
    this.addSql(`drop index voyage_by_anniversary`);
    this.addSql(`
      create index voyage_by_anniversary on voyage (right(start_date, 5) collate "C", start_day, slug)
      where start_date ~ '${DAY}'`);
    await addVoyageField(this, 'start_date_written', 'end_date_written');
  }

  /** Fails because of the old constraints if any voyage has an approximate date. */
  override async down(): Promise<void> {
    this.addSql(`alter table voyage drop constraint voyage_start_date_check, drop constraint voyage_end_date_check`);
    this.addSql(`
      alter table voyage add constraint voyage_start_date_check check (is_partial_date(start_date)),
        add constraint voyage_end_date_check check (is_partial_date(end_date))`);
    this.addSql(`drop index voyage_by_anniversary`);
    this.addSql(`
      create index voyage_by_anniversary on voyage (right(start_date, 5) collate "C", start_day, slug)
      where length(start_date) = 10`);
    await dropVoyageField(this, 'start_date_written', 'end_date_written');
    this.addSql(`
      create or replace function archive_instant(written text, clock text) returns timestamptz language sql immutable parallel safe
      return case when length(written) = 10 and clock is not null then
        (earliest_day(written) + make_time(left(clock, 2)::int, right(clock, 2)::int, 0)) at time zone 'America/New_York' end`);
    this.addSql(`
      create or replace function date_words(written text) returns text language sql immutable parallel safe
      return concat_ws(' ', written,
        case when length(written) > 4 then left(written, 4) end,
        (array[${MONTHS}])[nullif(substr(written, 6, 2), '')::int],
        nullif(substr(written, 9, 2), '')::int)`);
    this.addSql(`
      create or replace function earliest_day(written text) returns date language sql immutable parallel safe
      return case when is_partial_date(written) then make_date(
        left(written, 4)::int,
        coalesce(nullif(substr(written, 6, 2), '')::int, 1),
        coalesce(nullif(substr(written, 9, 2), '')::int, 1)) end`);
    this.addSql(`
      create or replace function latest_day(written text) returns date language sql immutable parallel safe
      return case
        when not is_partial_date(written) then null
        when length(written) = 4 then make_date(written::int, 12, 31)
        when length(written) = 7 then
          (make_date(left(written, 4)::int, substr(written, 6, 2)::int, 1) + interval '1 month - 1 day')::date
        else earliest_day(written)
      end`);
    for (const name of ['last_day_of_partial_date', 'is_edtf_date', 'end_of_date', 'start_of_date'])
      this.addSql(`drop function ${name}(text)`);
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
