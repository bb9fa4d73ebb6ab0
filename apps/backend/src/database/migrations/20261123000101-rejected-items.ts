import { Migration } from '@mikro-orm/migrations';

/** Voyages that an import leaves out because of errors are items too, without a date. */
export class RejectedItems extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_item
        drop constraint ingest_item_action_check,
        add constraint ingest_item_action_check check (action in ('create', 'update', 'unchanged', 'conflict', 'rejected')),
        alter column start_date drop not null,
        add check (start_date is not null or action = 'rejected')`);
  }

  override down(): void {
    this.addSql(`delete from ingest_item where action = 'rejected'`);
    this.addSql(`
      alter table ingest_item
        drop constraint ingest_item_action_check,
        add constraint ingest_item_action_check check (action in ('create', 'update', 'unchanged', 'conflict')),
        alter column start_date set not null`);
  }
}
