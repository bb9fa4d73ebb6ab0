import { Migration } from '@mikro-orm/migrations';

/**
 * Pairs of people of whom a curator has said that they are two, however alike their names. As with merges without foreign keys: a record
 * that was deleted and brought back has its key again, and what was said of it holds again.
 */
export class PeopleApart extends Migration {
  override up(): void {
    this.addSql(`
      create table person_apart (
        one_id int not null,
        other_id int not null check (one_id < other_id),
        said_by text not null,
        said_at timestamptz not null default now(),
        primary key (one_id, other_id)
      )`);
  }

  override down(): void {
    this.addSql(`drop table person_apart`);
  }
}
