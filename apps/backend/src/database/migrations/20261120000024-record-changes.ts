import { Migration } from '@mikro-orm/migrations';

/** Tables whose rows are the source of read responses. */
const RECORDS = [
  'person',
  'person_alias',
  'person_redirect',
  'person_merge',
  'person_apart',
  'president',
  'voyage',
  'passenger',
  'media',
  'derivative',
  'derivative_task',
  'voyage_media',
  'album',
  'album_media',
  'history',
  'search_word',
  'voyage_search',
];

/**
 * Counts the transactions that changed a record, so that one number shows whether a cached response is valid. Each transaction increments
 * a row that no other one has locked, so writers never wait for each other. The sum of the rows grows with every visible change.
 */
export class RecordChanges extends Migration {
  override up(): void {
    this.addSql(`
      create table record_change (
        slot int generated always as identity primary key,
        changes bigint not null
      ) with (fillfactor = 50)`);
    this.addSql(`insert into record_change (changes) values (0)`);
    this.addSql(`
      create function count_record_change() returns trigger language plpgsql as $$
      begin
        if current_setting('archive.counted', true) is distinct from pg_current_xact_id()::text then
          perform set_config('archive.counted', pg_current_xact_id()::text, true);
          update record_change set changes = changes + 1
            where slot = (select slot from record_change limit 1 for update skip locked);
          if not found then
            insert into record_change (changes) values (1);
          end if;
        end if;
        return null;
      end $$`);
    this.addSql(`
      create procedure count_changes_of(records regclass) language plpgsql as $$
      begin
        execute format('create trigger record_changed after insert or update or delete or truncate on %s
          for each statement execute function count_record_change()', records);
      end $$`);
    for (const table of RECORDS) this.addSql(`call count_changes_of('${table}')`);
  }

  override down(): void {
    this.addSql(`drop function count_record_change cascade`);
    this.addSql(`drop procedure count_changes_of`);
    this.addSql(`drop table record_change`);
  }
}
