import { Migration } from '@mikro-orm/migrations';

const TABLES = ['deploy_token', 'upload_token'];

/**
 * Tokens name the versions that pages could run when they were created: code in a page can act in any of the page's requests, so it can’t be
 * known which one created a token.
 */
export class VersionsOfTokens extends Migration {
  override up(): void {
    this.addSql(`
      create function set_created_with() returns trigger language plpgsql as $$
      begin
        new.created_with := coalesce((
          select jsonb_agg(name || ' ' || version order by name, version)
          from (select apps from frontend_revision order by revision desc limit 1) latest,
            jsonb_each(apps) app (name, live),
            lateral (values (live ->> 'version'), (live -> 'canary' ->> 'version')) released (version)
          where version is not null), '[]');
        return new;
      end $$`);
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column created_with jsonb not null default '[]'`);
      this.addSql(
        `create trigger created_with before insert on ${table} for each row execute function set_created_with()`,
      );
    }
  }

  override down(): void {
    for (const table of TABLES) {
      this.addSql(`drop trigger created_with on ${table}`);
      this.addSql(`alter table ${table} drop column created_with`);
    }
    this.addSql('drop function set_created_with()');
  }
}
