import { Migration } from '@mikro-orm/migrations';

/** Sorts numbers in texts as numbers: Copy 2 before Copy 10. */
export class NaturalOrder extends Migration {
  override up(): void {
    this.addSql(`create collation natural_order (provider = icu, locale = 'und-u-kn-true')`);
  }

  override down(): void {
    this.addSql(`drop collation natural_order`);
  }
}
