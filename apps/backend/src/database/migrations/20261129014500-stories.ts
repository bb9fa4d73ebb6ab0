import { Migration } from '@mikro-orm/migrations';

const KINDS = ['voyage', 'person', 'president', 'media', 'album', 'place'];
const checkedKinds = (table: string, kinds: readonly string[]) => `
  alter table ${table} drop constraint ${table}_kind_check,
    add constraint ${table}_kind_check check (kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}))`;

/** Illustrated essays, and the records that their texts name. */
export class Stories extends Migration {
  override up(): void {
    this.addSql(`
      -- The addresses of records that links and pictures in Markdown lead to.
      create function record_links(markdown text) returns text[] language sql immutable parallel safe
      return array(select distinct m[1]
        from regexp_matches(markdown, '\\]\\((/(?:voyages|people|places|media)/[a-z0-9]+(?:-[a-z0-9]+)*)(?:#[^)\\s]*)?\\)', 'g') m order by 1);

      create table story (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        title text not null check (btrim(title) <> ''),
        summary text,
        author text,
        body text,
        mentions text[] not null generated always as (record_links(coalesce(body, ''))) stored,
        -- The slug of a media item. Not a foreign key, like the portrait of a person.
        cover text,
        -- A day. Without it, the story is a draft.
        published_on text check (published_on ~ '^\\d{4}-\\d{2}-\\d{2}$'),
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index story_mentions on story using gin (mentions);
      create index story_by_day on story (published_on desc, slug);
      call count_changes_of('story')`);
    this.addSql(checkedKinds('history', [...KINDS, 'story']));
    this.addSql(checkedKinds('proposal', [...KINDS, 'story']));
  }

  override down(): void {
    for (const table of ['history', 'proposal']) {
      this.addSql(`delete from ${table} where kind = 'story'`);
      this.addSql(checkedKinds(table, KINDS));
    }
    this.addSql('drop table story; drop function record_links(text)');
  }
}
