import { Migration } from '@mikro-orm/migrations';

/** Baselines of voyages imported before documents could contain a type and a summary. */
export class ToldFields extends Migration {
  override up(): void {
    this.addSql(`
      update ingest_record set fields = '{"voyage_type": null, "summary_markdown": null}' || fields
      where not fields ?& array['voyage_type', 'summary_markdown']`);
  }

  override down(): void {
    this.addSql(`update ingest_record set fields = fields - array['voyage_type', 'summary_markdown']`);
  }
}
