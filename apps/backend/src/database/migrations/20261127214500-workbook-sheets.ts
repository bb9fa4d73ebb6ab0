import { Migration } from '@mikro-orm/migrations';

/** The sheet of a workbook can be chosen. */
export class WorkbookSheets extends Migration {
  override up(): void {
    for (const [table, column, value] of COLUMNS)
      this.addSql(`update ${table} set ${column} = ${column} || '${value}' where ${column} is not null`);
  }

  override down(): void {
    for (const [table, column] of COLUMNS)
      this.addSql(`update ${table} set ${column} = ${column} - 'sheet' - 'sheets' where ${column} is not null`);
  }
}

const COLUMNS = [
  ['ingest_operation', 'reading', '{"sheet": null}'],
  ['ingest_operation', 'found_reading', '{"sheet": null, "sheets": []}'],
  ['column_mapping', 'reading', '{"sheet": null}'],
] as const;
