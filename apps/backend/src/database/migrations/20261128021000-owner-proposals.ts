import { Migration } from '@mikro-orm/migrations';

const KINDS = `'person', 'owner', 'group'`;

/**
 * Proposed owners and people of groups in previews, imports that wait until their names are reviewed, and for each decision about a name the
 * import that it was made for, with the decisions that it replaced.
 */
export class OwnerProposals extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_name
        add column proposal jsonb not null default '[]', add column reason text check (reason in ('aboard', 'term')),
        drop constraint ingest_name_kind_check, add constraint ingest_name_kind_check check (kind in (${KINDS}, 'proposed_owner'))`);
    this.addSql(`
      alter table ingest_operation
        add column confirmed_names boolean not null default false, add column needs_names boolean not null default false`);
    this.addSql(
      `alter table name_decision add column operation_id uuid, add column earlier jsonb not null default '[]'`,
    );
  }

  override down(): void {
    this.addSql('alter table name_decision drop column operation_id, drop column earlier');
    this.addSql('alter table ingest_operation drop column confirmed_names, drop column needs_names');
    this.addSql(`delete from ingest_name where kind = 'proposed_owner'`);
    this.addSql(`
      alter table ingest_name
        drop column proposal, drop column reason,
        drop constraint ingest_name_kind_check, add constraint ingest_name_kind_check check (kind in (${KINDS}))`);
  }
}
