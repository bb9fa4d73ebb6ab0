import { Migration } from '@mikro-orm/migrations';

/**
 * Pairs of people that a curator marked as different. Like merges, they have no foreign keys: a restored record has its old id, so the
 * mark applies to it again.
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
