import { Migration } from '@mikro-orm/migrations';

/** Loads rows as they were exported, including their ids. Leaves out generated columns, which the database computes. */
export class ArchivePackages extends Migration {
  override up(): void {
    this.addSql(`
      create function load_records(records regclass, rows jsonb) returns int language plpgsql as $$
      declare
        names text;
        loaded int;
      begin
        select string_agg(quote_ident(attname), ', ' order by attnum) into names from pg_attribute
        where attrelid = records and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('insert into %s (%s) overriding system value select %s from jsonb_populate_recordset(null::%s, $1)',
          records, names, names, records) using rows;
        get diagnostics loaded = row_count;
        return loaded;
      end $$`);
    this.addSql(`
      create function continue_numbering(records regclass) returns void language plpgsql as $$
      declare
        name text;
      begin
        for name in select attname from pg_attribute where attrelid = records and attnum > 0 and attidentity <> '' loop
          execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
            records::text, name, name, records);
        end loop;
      end $$`);
  }

  override down(): void {
    this.addSql('drop function continue_numbering(regclass)');
    this.addSql('drop function load_records(regclass, jsonb)');
  }
}
