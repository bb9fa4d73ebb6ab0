import { Migration } from '@mikro-orm/migrations';

/** Tables whose triggers update the search document, and their voyage column. */
const VOYAGE_COLUMN = { voyage: 'id', passenger: 'voyage_id' };

/**
 * The undo of an import: who requested it and its progress, both null when it is done. A transaction that writes voyages and passengers
 * can postpone updates of search documents with `archive.search_later`, and then call `refresh_voyage_search` once.
 */
export class IngestUndoing extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column undo_by text,
        add column undo_progress int check (undo_progress between 0 and 100),
        add constraint ingest_operation_undo check ((undo_by is null) = (undo_progress is null))`);
    this.keepSearch(`if coalesce(current_setting('archive.search_later', true), '') = 'on' then return null; end if;`);
  }

  override down(): void {
    this.keepSearch('');
    this.addSql(`alter table ingest_operation drop column undo_by, drop column undo_progress`);
  }

  private keepSearch(unless: string): void {
    for (const [table, column] of Object.entries(VOYAGE_COLUMN))
      this.addSql(`
        create or replace function ${table}_search_kept() returns trigger language plpgsql as $$
        begin
          ${unless}
          perform refresh_voyage_search(array(select distinct ${column} from changed));
          return null;
        end $$`);
  }
}
