import { Migration } from '@mikro-orm/migrations';

const NAMES = `
        select string_agg(quote_ident(attname), ', ' order by attnum),
          string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
        into names, typed from pg_attribute
        where attrelid = records and attnum > 0 and not attisdropped and attgenerated = ''`;

/** Rows of packages are read without their generated columns, whose text the database can't parse if it was edited. */
export class RowsOfPackages extends Migration {
  override up(): void {
    this.load('jsonb_to_recordset($1) as loaded(%s)', 'typed');
  }

  override down(): void {
    this.load('jsonb_populate_recordset(null::%s, $1)', 'records');
  }

  private load(rows: string, by: string): void {
    this.addSql(`
      create or replace function load_records(records regclass, rows jsonb) returns int language plpgsql as $$
      declare
        names text;
        typed text;
        loaded int;
      begin
        ${NAMES};
        execute format('insert into %s (%s) overriding system value select %s from ${rows}', records, names, names, ${by}) using rows;
        get diagnostics loaded = row_count;
        return loaded;
      end $$`);
  }
}
