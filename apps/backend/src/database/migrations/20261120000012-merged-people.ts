import { Migration } from '@mikro-orm/migrations';

/**
 * Merges of people, and redirects from their slugs. They have no foreign keys to the person, so that they survive the deletion of a
 * record. A restored record gets its old id.
 */
export class MergedPeople extends Migration {
  override up(): void {
    this.addSql(`
      create table person_redirect (
        slug text primary key,
        person_id int not null
      )`);
    this.addSql(`create index person_redirect_by_person on person_redirect (person_id)`);
    this.addSql(`
      create table person_merge (
        id int generated always as identity primary key,
        kept_id int not null,
        kept_version int not null,
        kept_before jsonb not null,
        gone_slug text not null,
        gone_name text not null,
        gone_before jsonb not null,
        links jsonb not null,
        aliases text[] not null,
        redirects text[] not null,
        merged_by text not null,
        merged_at timestamptz not null default now()
      )`);
    this.addSql(`create index person_merge_by_kept on person_merge (kept_id)`);
  }

  override down(): void {
    this.addSql(`drop table person_merge`);
    this.addSql(`drop table person_redirect`);
  }
}
