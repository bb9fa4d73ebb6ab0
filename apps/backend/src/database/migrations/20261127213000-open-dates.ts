import { Migration } from '@mikro-orm/migrations';

const PARTIAL = `[0-9]{4}(-[0-9]{2}){0,2}`;
const QUALIFIED = `${PARTIAL}[~?%]?`;
const UNTIL = String.raw`^\[\.\.${PARTIAL}\]$`;
const SINCE = String.raw`^\[${PARTIAL}\.\.\]$`;
const SET = String.raw`^\[${PARTIAL}(,${PARTIAL})+\]$`;

/** A date can be before or after another (`[..1946]`, `[1951..]`), or one of several (`[1945,1947]`): EDTF level 2. */
export class OpenDates extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function start_of_date(written text) returns text language sql immutable parallel safe
      return case
        when written ~ '^[0-9]{4}-2[1-4]$' then left(written, 5) || (array['03', '06', '09', '12'])[right(written, 1)::int]
        when written ~ '^[0-9]{3}X$' then translate(written, 'X', '0')
        when written ~ '^${QUALIFIED}(/${QUALIFIED})?$' then rtrim(split_part(written, '/', 1), '~?%')
        when written ~ '${UNTIL}' then lpad((substr(written, 4, 4)::int - 10)::text, 4, '0')
        when written ~ '${SINCE}' or written ~ '${SET}' then btrim(split_part(written, ',', 1), '[.]')
      end`);
    this.addSql(`
      create or replace function end_of_date(written text) returns text language sql immutable parallel safe
      return case
        when written ~ '^[0-9]{4}-24$' then lpad((left(written, 4)::int + 1)::text, 4, '0') || '-02'
        when written ~ '^[0-9]{4}-2[1-3]$' then left(written, 5) || (array['05', '08', '11'])[right(written, 1)::int]
        when written ~ '^[0-9]{3}X$' then translate(written, 'X', '9')
        when written ~ '^${QUALIFIED}(/${QUALIFIED})?$' then rtrim(regexp_replace(written, '^.*/', ''), '~?%')
        when written ~ '${SINCE}' then lpad((substr(written, 2, 4)::int + 10)::text, 4, '0')
        when written ~ '${UNTIL}' or written ~ '${SET}' then btrim(regexp_replace(written, '^.*,', ''), '[.]')
      end`);
    this.addSql(`
      create or replace function is_edtf_date(written text) returns boolean language plpgsql immutable parallel safe as $$
      declare
        starts text;
        ends text;
        previous text;
        member text;
      begin
        if written is null then return null; end if;
        if public.is_partial_date(written) then return true; end if;
        if length(written) > 30 then return false; end if;
        starts := public.start_of_date(written);
        ends := public.end_of_date(written);
        if not coalesce(public.is_partial_date(starts) and public.is_partial_date(ends), false) then return false; end if;
        if left(written, 1) = '[' then
          if strpos(written, '..') > 0 then
            return coalesce(public.is_partial_date(replace(btrim(written, '[]'), '..', '')), false);
          end if;
          foreach member in array string_to_array(btrim(written, '[]'), ',') loop
            if not public.is_partial_date(member) then return false; end if;
            if previous is not null and (
              left(member || '-01-01', 10) collate "C" <= left(previous || '-01-01', 10)
              or public.last_day_of_partial_date(member) <= public.last_day_of_partial_date(previous)) then return false; end if;
            previous := member;
          end loop;
          return true;
        end if;
        return left(starts || '-01-01', 10) collate "C" <= left(ends || '-01-01', 10)
          and public.last_day_of_partial_date(starts) <= public.last_day_of_partial_date(ends)
          and (strpos(written, '/') = 0 or starts <> ends);
      end $$`);
    this.addSql(`
      create or replace function date_words(written text) returns text language plpgsql immutable parallel safe as $$
      declare
        months constant text[] := '{January,February,March,April,May,June,July,August,September,October,November,December}';
        seasons constant text[] := '{spring,summer,fall autumn,winter}';
        starts text;
        ends text;
      begin
        if written is null then return ''; end if;
        if public.is_partial_date(written) then
          return concat_ws(' ', written,
            case when length(written) > 4 then left(written, 4) end,
            months[nullif(substr(written, 6, 2), '')::int],
            nullif(substr(written, 9, 2), '')::int);
        end if;
        -- Of an open date, only the bound is known.
        starts := case when written like '[..%' then public.end_of_date(written) else public.start_of_date(written) end;
        ends := case when written like '%..]' then starts else public.end_of_date(written) end;
        return concat_ws(' ', left(starts, 4), left(ends, 4),
          case
            when written ~ '^[0-9]{4}-2[1-4]$' then seasons[right(written, 1)::int]
            when written ~ 'X$' then translate(written, 'X', '0') || 's'
            else concat_ws(' ', starts, ends,
              months[nullif(substr(starts, 6, 2), '')::int],
              months[nullif(substr(ends, 6, 2), '')::int],
              nullif(substr(starts, 9, 2), '')::int,
              nullif(substr(ends, 9, 2), '')::int)
          end);
      end $$`);
  }

  /** Keeps the functions, because rows may have dates that the previous ones reject. */
  override down(): void {}
}
