import { Migration } from '@mikro-orm/migrations';

/**
 * The search document of a voyage: its own text and the names of its people, president/owner and media. It is in a separate table, so that
 * lists don't read it. Triggers keep it up to date.
 */
export class VoyageSearch extends Migration {
  override up(): void {
    this.addSql(`
      create table voyage_search (
        voyage_id int primary key references voyage on delete cascade,
        document tsvector not null
      )`);
    this.addSql(`create index voyage_search_document on voyage_search using gin (document)`);

    this.addSql(`
      create function refresh_voyage_search(voyage_ids int[]) returns void language sql
      begin atomic
        with fresh as (
          select v.id,
            setweight(to_tsvector('archive', v.title || ' ' || date_words(v.start_date) || ' ' || coalesce(date_words(v.end_date), '')), 'A') ||
            setweight(to_tsvector('archive', concat_ws(' ', v.start_location, v.end_location, owner.full_name, v.presidential_initials,
              v.royalty_details, v.foreign_leader_country, v.voyage_type, v.additional_guests)), 'B') ||
            setweight(to_tsvector('archive', coalesce(aboard.words, '')), 'B') ||
            setweight(to_tsvector('archive', concat_ws(' ', v.summary_markdown, v.additional_information, v.notes, v.notes_internal)), 'C') ||
            setweight(to_tsvector('archive', coalesce(shown.words, '')), 'C') ||
            setweight(jsonb_to_tsvector('archive', v.spin || v.source_urls || v.additional_sources, '["string"]'), 'D') document
          from unnest(voyage_ids) wanted(id)
          join voyage v on v.id = wanted.id
          left join person owner on owner.id = v.president_id
          left join lateral (
            select string_agg(concat_ws(' ', l.title, p.full_name, l.capacity_role, p.role_title, p.organization, l.notes), ' ') words
            from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id) aboard on true
          left join lateral (
            select string_agg(concat_ws(' ', m.title, m.credit, m.description_markdown, m.alt_text), ' ') words
            from voyage_media l join media m on m.id = l.media_id where l.voyage_id = v.id) shown on true),
        saved as (
          insert into voyage_search (voyage_id, document) select id, document from fresh
          on conflict (voyage_id) do update set document = excluded.document
          where voyage_search.document is distinct from excluded.document
          returning document)
        insert into search_word (word)
        select distinct word from saved, unnest(tsvector_to_array(document)) word
        where length(word) between 3 and 40 and word !~ '[0-9]' order by word
        on conflict do nothing;
      end`);

    this.keep('voyage', 'id', ['insert', 'update']);
    this.keep('passenger', 'voyage_id', ['insert', 'update', 'delete']);
    this.keep('voyage_media', 'voyage_id', ['insert', 'delete']);
    this.follow(
      'person',
      `select voyage_id from passenger where person_id = new.id union select id from voyage where president_id = new.id`,
    );
    this.follow('media', `select voyage_id from voyage_media where media_id = new.id`);

    this.addSql(`
      create function keep_search_words() returns trigger language plpgsql as $$
      begin
        insert into search_word (word)
        select word from unnest(tsvector_to_array(new.search)) word where length(word) between 3 and 40 and word !~ '[0-9]' order by word
        on conflict do nothing;
        return null;
      end $$`);
    for (const table of ['person', 'media'])
      this.addSql(
        `create trigger ${table}_words after insert or update on ${table} for each row execute function keep_search_words()`,
      );
  }

  private keep(table: string, column: string, events: ('insert' | 'update' | 'delete')[]): void {
    this.addSql(`
      create function ${table}_search_kept() returns trigger language plpgsql as $$
      begin
        perform refresh_voyage_search(array(select distinct ${column} from changed));
        return null;
      end $$`);
    for (const event of events)
      this.addSql(`
        create trigger ${table}_search_${event} after ${event} on ${table}
        referencing ${event === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function ${table}_search_kept()`);
  }

  private follow(table: string, voyages: string): void {
    this.addSql(`
      create function ${table}_search_followed() returns trigger language plpgsql as $$
      begin
        perform refresh_voyage_search(array(${voyages}));
        return null;
      end $$`);
    this.addSql(`
      create trigger ${table}_search_followed after update on ${table} for each row
      when (old.search is distinct from new.search) execute function ${table}_search_followed()`);
  }

  override down(): void {
    for (const table of ['person', 'media']) {
      this.addSql(`drop trigger ${table}_words on ${table}`);
      this.addSql(`drop function ${table}_search_followed() cascade`);
    }
    this.addSql(`drop function keep_search_words()`);
    for (const table of ['voyage', 'passenger', 'voyage_media'])
      this.addSql(`drop function ${table}_search_kept() cascade`);
    this.addSql(`drop function refresh_voyage_search(int[])`);
    this.addSql(`drop table voyage_search`);
  }
}
