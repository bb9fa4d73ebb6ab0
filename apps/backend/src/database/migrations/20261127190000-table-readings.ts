import { Migration } from '@mikro-orm/migrations';

/** How the cells of an imported table are read, and previews that wait until someone has checked the columns. */
export class TableReadings extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column reading jsonb, add column found_reading jsonb,
        add column ask_columns boolean not null default false, add column needs_columns boolean not null default false,
        drop constraint ingest_operation_format_check,
        add constraint ingest_operation_format_check check (format in ('markdown', 'docx', 'json', 'csv', 'xlsx'))`);
    this.addSql('alter table column_mapping add column reading jsonb');
    this.addSql(`
      update ingest_operation set columns = (
        select jsonb_agg(column_of_table || jsonb_build_object('samples', jsonb_build_array(column_of_table -> 'sample')) order by at)
        from jsonb_array_elements(columns) with ordinality as n (column_of_table, at))
      where jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) > 0`);
  }

  override down(): void {
    this.addSql('alter table column_mapping drop column reading');
    this.addSql(`update ingest_operation set format = 'csv' where format = 'xlsx'`);
    this.addSql(`
      alter table ingest_operation
        drop column reading, drop column found_reading, drop column ask_columns, drop column needs_columns,
        drop constraint ingest_operation_format_check,
        add constraint ingest_operation_format_check check (format in ('markdown', 'docx', 'json', 'csv'))`);
  }
}
