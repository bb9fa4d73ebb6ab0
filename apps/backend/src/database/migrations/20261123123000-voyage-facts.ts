import { Migration } from '@mikro-orm/migrations';

/**
 * An index of the facts of voyages that search filters use. Voyage rows are long, so without the index, filtering and counting results
 * would read most of the table. Places aren't included, because the length of index entries is limited.
 */
export class VoyageFacts extends Migration {
  override up(): void {
    this.addSql(`
      create index voyage_facts on voyage (id) include (start_day, end_day, president_id, has_photo, presidential_use, has_royalty,
        has_foreign_leader, mention_camp_david, mention_mount_vernon, mention_captain, mention_crew, mention_rmd, mention_yacht_spin,
        mention_menu, mention_drinks_wine)`);
  }

  override down(): void {
    this.addSql(`drop index voyage_facts`);
  }
}
