import { Migration } from '@mikro-orm/migrations';

/**
 * Records of people that went into others, and where their addresses lead. Neither refers to the person by a foreign key: a record
 * that was deleted and brought back has its key again, and what led to it leads to it again.
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
