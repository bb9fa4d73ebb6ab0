import { Migration } from '@mikro-orm/migrations';

/** Lists the changes of all records: in order of time, by curator, and by the file of deleted media. */
export class HistoryLists extends Migration {
  override up(): void {
    this.addSql(`
      create index history_by_time on history (changed_at, kind, slug, revision) include (action, changed_by, operation_id)`);
    this.addSql(`create index history_by_curator on history (changed_by, changed_at)`);
    this.addSql(`
      create index history_by_deleted_file on history ((before #>> '{keys,file,storage_key}'))
      where kind = 'media' and action = 'delete'`);
  }

  override down(): void {
    this.addSql(`drop index history_by_deleted_file`);
    this.addSql(`drop index history_by_curator`);
    this.addSql(`drop index history_by_time`);
  }
}
