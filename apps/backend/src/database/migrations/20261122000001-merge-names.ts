import { Migration } from '@mikro-orm/migrations';

const COLUMNS = {
  kept_id: 'survivor_id',
  kept_version: 'survivor_version',
  kept_before: 'survivor_before',
  gone_slug: 'merged_slug',
  gone_name: 'merged_name',
  gone_before: 'merged_before',
};

/** Members of `person_merge.links`. */
const MEMBERS = { kept: 'survivor', gone: 'merged' };

/** Renames merges and dismissed duplicates to the terms of the glossary. */
export class MergeNames extends Migration {
  override up(): void {
    for (const [from, to] of Object.entries(COLUMNS)) this.rename('person_merge', from, to);
    for (const [from, to] of Object.entries(MEMBERS)) this.renameMember(from, to);
    this.addSql('alter index person_merge_by_kept rename to person_merge_by_survivor');
    this.addSql('alter table person_apart rename to person_not_duplicate');
    this.rename('person_not_duplicate', 'said_by', 'dismissed_by');
    this.rename('person_not_duplicate', 'said_at', 'dismissed_at');
  }

  override down(): void {
    this.rename('person_not_duplicate', 'dismissed_at', 'said_at');
    this.rename('person_not_duplicate', 'dismissed_by', 'said_by');
    this.addSql('alter table person_not_duplicate rename to person_apart');
    this.addSql('alter index person_merge_by_survivor rename to person_merge_by_kept');
    for (const [from, to] of Object.entries(MEMBERS)) this.renameMember(to, from);
    for (const [from, to] of Object.entries(COLUMNS)) this.rename('person_merge', to, from);
  }

  private rename(table: string, from: string, to: string): void {
    this.addSql(`alter table ${table} rename column ${from} to ${to}`);
  }

  private renameMember(from: string, to: string): void {
    this.addSql(`
      update person_merge set links = coalesce((
        select jsonb_agg(link - '${from}' || jsonb_build_object('${to}', link -> '${from}') order by at)
        from jsonb_array_elements(links) with ordinality entry(link, at)), '[]')`);
  }
}
