import { Migration } from '@mikro-orm/migrations';

/** Functions that format addresses and instants for the API, and indexes for reads. */
export class Reading extends Migration {
  override up(): void {
    this.addSql(`
      create function media_url(storage_key text) returns text language sql immutable parallel safe strict
      return '/media-files/' || case
        when storage_key ~ '^[A-Za-z0-9_.!~*''()/-]*$' then storage_key
        else (
          select string_agg(
            case
              when sign ~ '^[A-Za-z0-9_.!~*''()/-]$' then sign
              else upper(regexp_replace(encode(convert_to(sign, 'UTF8'), 'hex'), '(..)', '%\\1', 'g'))
            end, '' order by place)
          from unnest(string_to_array(storage_key, null)) with ordinality signs(sign, place))
      end`);
    this.addSql(`
      create function instant_text(moment timestamptz) returns text language sql stable parallel safe strict
      return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
    this.addSql(`
      create function passenger_words(title text, capacity_role text) returns tsvector language sql immutable parallel safe
      return to_tsvector('archive', coalesce(title, '') || ' ' || coalesce(capacity_role, ''))`);

    this.addSql(`create index passenger_by_words on passenger using gin (passenger_words(title, capacity_role))`);
    this.addSql(`
      create index voyage_by_anniversary on voyage (right(start_date, 5) collate "C", start_day, slug)
      where length(start_date) = 10`);
  }

  override down(): void {
    this.addSql(`drop index voyage_by_anniversary`);
    this.addSql(`drop index passenger_by_words`);
    this.addSql(`drop function passenger_words(text, text)`);
    this.addSql(`drop function instant_text(timestamptz)`);
    this.addSql(`drop function media_url(text)`);
  }
}
