import { Migration } from '@mikro-orm/migrations';

const PARTIAL = `[0-9]{4}(-[0-9]{2}){0,2}`;
const QUALIFIED = `${PARTIAL}[~?%]?`;
const UNTIL = String.raw`^\[\.\.${PARTIAL}\]$`;
const SINCE = String.raw`^\[${PARTIAL}\.\.\]$`;
const SET = String.raw`^\[${PARTIAL}(,${PARTIAL})+\]$`;
const WIKIPEDIA = String.raw`^https://[a-z-]+\.wikipedia\.org/wiki/`;

/**
 * Extensions, and the functions that checks, generated columns, indexes and search use.
 *
 * A date is a day, a month or a year, or an approximate date (EDTF). `written` is the date as text, `clock` a time (HH:MM). Most date
 * functions are PL/pgSQL, which evaluates only the branch that a date needs: as SQL functions, they took 40 µs per call instead of 5. They
 * qualify names, because ANALYZE and CREATE INDEX call them with an empty search path.
 */
export class Functions extends Migration {
  override up(): void {
    this.addSql(String.raw`
      create extension if not exists unaccent;
      create extension if not exists pg_trgm;

      create or replace function is_partial_date(written text) returns boolean language sql immutable parallel safe
      return case
        when written !~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$' then false
        when left(written, 4)::int not between 1600 and 2100 then false
        when length(written) = 4 then true
        when substr(written, 6, 2)::int not between 1 and 12 then false
        when length(written) = 7 then true
        else substr(written, 9, 2)::int between 1 and
          extract(day from make_date(left(written, 4)::int, substr(written, 6, 2)::int, 1) + interval '1 month - 1 day')::int
      end;

      create or replace function last_day_of_partial_date(written text) returns date language sql immutable parallel safe
      return case length(written)
        when 4 then make_date(written::int, 12, 31)
        when 7 then (make_date(left(written, 4)::int, right(written, 2)::int, 1) + interval '1 month - 1 day')::date
        else make_date(left(written, 4)::int, substr(written, 6, 2)::int, right(written, 2)::int)
      end;

      -- Of an open date ([..1946] or [1951..]), ten years on its open side count.
      create or replace function start_of_date(written text) returns text language sql immutable parallel safe
      return case
        when written ~ '^[0-9]{4}-2[1-4]$' then left(written, 5) || (array['03', '06', '09', '12'])[right(written, 1)::int]
        when written ~ '^[0-9]{3}X$' then translate(written, 'X', '0')
        when written ~ '^${QUALIFIED}(/${QUALIFIED})?$' then rtrim(split_part(written, '/', 1), '~?%')
        when written ~ '${UNTIL}' then lpad((substr(written, 4, 4)::int - 10)::text, 4, '0')
        when written ~ '${SINCE}' or written ~ '${SET}' then btrim(split_part(written, ',', 1), '[.]')
      end;

      create or replace function end_of_date(written text) returns text language sql immutable parallel safe
      return case
        when written ~ '^[0-9]{4}-24$' then lpad((left(written, 4)::int + 1)::text, 4, '0') || '-02'
        when written ~ '^[0-9]{4}-2[1-3]$' then left(written, 5) || (array['05', '08', '11'])[right(written, 1)::int]
        when written ~ '^[0-9]{3}X$' then translate(written, 'X', '9')
        when written ~ '^${QUALIFIED}(/${QUALIFIED})?$' then rtrim(regexp_replace(written, '^.*/', ''), '~?%')
        when written ~ '${SINCE}' then lpad((substr(written, 2, 4)::int + 10)::text, 4, '0')
        when written ~ '${UNTIL}' or written ~ '${SET}' then btrim(regexp_replace(written, '^.*,', ''), '[.]')
      end;

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
      end $$;

      create or replace function earliest_day(written text) returns date language plpgsql immutable parallel safe as $$
      begin
        if not public.is_partial_date(written) then
          written := case when public.is_edtf_date(written) then public.start_of_date(written) end;
        end if;
        return make_date(
          left(written, 4)::int,
          coalesce(nullif(substr(written, 6, 2), '')::int, 1),
          coalesce(nullif(substr(written, 9, 2), '')::int, 1));
      end $$;

      create or replace function latest_day(written text) returns date language plpgsql immutable parallel safe as $$
      begin
        if public.is_partial_date(written) then return public.last_day_of_partial_date(written); end if;
        if public.is_edtf_date(written) then return public.last_day_of_partial_date(public.end_of_date(written)); end if;
        return null;
      end $$;

      -- The timestamp of a full date and a local time; null without either.
      create or replace function archive_instant(written text, clock text) returns timestamptz
      language plpgsql immutable parallel safe as $$
      begin
        if clock is null or written !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then return null; end if;
        return (public.earliest_day(written) + make_time(left(clock, 2)::int, right(clock, 2)::int, 0)) at time zone 'America/New_York';
      end $$;

      -- The words by which a date is found.
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
      end $$;

      create or replace function instant_text(moment timestamptz) returns text language sql stable parallel safe strict
      return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

      create or replace function media_url(storage_key text) returns text language sql immutable parallel safe strict
      return '/media-files/' || case
        when storage_key ~ '^[A-Za-z0-9_.!~*''()/-]*$' then storage_key
        else (
          select string_agg(
            case
              when sign ~ '^[A-Za-z0-9_.!~*''()/-]$' then sign
              else upper(regexp_replace(encode(convert_to(sign, 'UTF8'), 'hex'), '(..)', '%\1', 'g'))
            end, '' order by place)
          from unnest(string_to_array(storage_key, null)) with ordinality signs(sign, place))
      end;

      -- Only text that isn't ASCII is searched for accents, because that takes most of the time.
      create or replace function fold(words text) returns text language sql immutable parallel safe strict
      return case when octet_length(words) = length(words) then lower(words)
        else lower(public.unaccent('public.unaccent'::regdictionary, words)) end;

      create or replace function words_of(list text[]) returns text language sql immutable parallel safe strict
      return array_to_string(list, ' ');

      create or replace function file_words(path text) returns text language sql immutable parallel safe strict
      return translate(regexp_replace(path, '^.*/', ''), '._-%+', '     ');

      create or replace function percent_decoded(encoded text) returns text language sql immutable parallel safe strict
      return convert_from((
        select string_agg(case when part[1] ~ '^%..$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end,
          ''::bytea order by place)
        from regexp_matches(encoded, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality parts(part, place)), 'UTF8');

      create or replace function article_name(address text) returns text language sql immutable parallel safe strict
      return case when address ~ '${WIKIPEDIA}' then
        replace(percent_decoded(regexp_replace(regexp_replace(address, '${WIKIPEDIA}', ''), '_*\(.*\)$', '')), '_', ' ') end;

      create or replace function name_words(name text) returns text[] language sql immutable parallel safe strict
      return array_remove(string_to_array(regexp_replace(
        regexp_replace(fold(name), '[''’${'`'}]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'), ' '), '');

      -- Each word of a name, and its initials after =. The mark is needed because the words of a search are looked up by prefix.
      create or replace function name_lexemes(name text) returns text[] language sql immutable parallel safe strict
      return name_words(name) || array['=' || coalesce((
        select string_agg(left(word, 1), '' order by place) from unnest(name_words(name)) with ordinality w(word, place)
        where word <> all ('{jr,sr,ii,iii,iv}')), '')];

      -- Surnames of more than one word written as one: "vankirk" for Van Kirk, "saintclair" for St. Clair.
      create or replace function joined_surnames(name text) returns text[] language sql immutable parallel safe strict
      return string_to_array(regexp_replace(regexp_replace(array_to_string(name_words(name), ' '), '\mste?\M', 'saint', 'g'),
        '\m(de|del|della|dello|dalla|der|den|des|di|da|das|dos|du|van|vander|von|vom|zur|zum|zu|ter|ten|la|las|le|los|bin|binti|bint|ibn|al|el|saint|mac|mc) (?=\w)', '\1', 'g'), ' ');

      -- Like phoneticKey in libs/voyage-document.
      create or replace function phonetic_key(word text) returns text language sql immutable parallel safe strict
      return replace(left(word, 1), 'c', 'k') || regexp_replace(substr(
        regexp_replace(translate(word, 'bfpvcgjkqsxzdtlmnr', '111122222222334556'), '(.)\1+', '\1', 'g'), 2), '[aeiouyhw]', '', 'g');

      -- Every form by which a name is found: also without umlauts ("muller" for Mueller), and by its phonetic key after ~.
      create or replace function name_document(names text[]) returns tsvector language sql immutable parallel safe
      return array_to_tsvector(array(
        select distinct form from unnest(names) name, unnest(name_lexemes(name) || joined_surnames(name)) lexeme, unnest(
          case when lexeme like '=%' then array[lexeme]
          else array[lexeme, regexp_replace(lexeme, '([aou])e(?!$)', '\1', 'g'), '~' || phonetic_key(lexeme)] end) form));

      -- Sorts numbers in texts as numbers: Copy 2 before Copy 10.
      create collation if not exists natural_order (provider = icu, locale = 'und-u-kn-true');

      do $$ begin
        if exists (select from pg_ts_config where cfgname = 'archive' and cfgnamespace = 'public'::regnamespace) then return; end if;
        create text search configuration archive (copy = english);
        alter text search configuration archive
          alter mapping for asciiword, asciihword, hword_asciipart, hword, hword_part, word with unaccent, english_stem;
      end $$;

      create or replace function passenger_words(title text, capacity_role text) returns tsvector language sql immutable parallel safe
      return to_tsvector('archive', coalesce(title, '') || ' ' || coalesce(capacity_role, ''));
    `);
  }
}
