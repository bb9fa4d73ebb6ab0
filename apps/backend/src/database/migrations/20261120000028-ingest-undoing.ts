import { Migration } from '@mikro-orm/migrations';

/** An ingest that is to be taken back: by whom, and how far it is. Both are empty again when it is done. */
export class IngestUndoing extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column undo_by text,
        add column undo_progress int check (undo_progress between 0 and 100),
        add constraint ingest_operation_undo check ((undo_by is null) = (undo_progress is null))`);
  }

  override down(): void {
    this.addSql(`alter table ingest_operation drop column undo_by, drop column undo_progress`);
  }
}
