import { Migration } from '@mikro-orm/migrations';

/** Media may have approximate dates (EDTF level 1), as voyages do. */
export class ApproximateMediaDates extends Migration {
  override up(): void {
    this.checkDates('is_edtf_date');
  }

  /** Fails because of the old constraint if any media item has an approximate date. */
  override down(): void {
    this.checkDates('is_partial_date');
  }

  private checkDates(rule: string): void {
    this.addSql(`alter table media drop constraint media_date_check`);
    this.addSql(`alter table media add constraint media_date_check check (${rule}(date))`);
  }
}
