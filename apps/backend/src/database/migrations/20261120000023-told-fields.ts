import { Migration } from '@mikro-orm/migrations';

/** Documents have come to tell a voyage's type and summary: those taken in before have said nothing of them. */
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
