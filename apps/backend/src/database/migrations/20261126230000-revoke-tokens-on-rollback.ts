import { Migration } from '@mikro-orm/migrations';

/**
 * A rollback revokes the deploy and upload tokens that were created since the withdrawn version was promoted: its code ran in the
 * sessions that created them. Done by a trigger, so that it is part of every rollback, also of an automatic one.
 */
export class RevokeTokensOnRollback extends Migration {
  override up(): void {
    this.addSql(`
      create function revoke_tokens_of_withdrawn_version() returns trigger language plpgsql as $$
      declare
        before jsonb := (select apps -> new.name from frontend_revision where revision = new.revision - 1);
        withdrawn text := case when before ->> 'version' = new.apps -> new.name ->> 'version'
          then before -> 'canary' ->> 'version' else before ->> 'version' end;
        reason text := 'rollback of ' || new.name || ' ' || withdrawn;
        since timestamptz := (
          select min(created_at) from frontend_revision where revision < new.revision and revision > coalesce((
            select max(revision) from frontend_revision where revision < new.revision and (withdrawn in (
              apps -> new.name ->> 'version', apps -> new.name -> 'canary' ->> 'version')) is not true), 0));
      begin
        with deploy as (
          update deploy_token set revoked_at = now(), revoked_by = reason
          where revoked_at is null and created_at >= since returning id, label, scope
        ), upload as (
          update upload_token set revoked_at = now(), revoked_by = reason
          where revoked_at is null and created_at >= since returning id, label, 'upload' as scope
        )
        insert into security_event (kind, actor, details)
        select 'token-revoked', 'the server',
          jsonb_build_object('token_id', id, 'label', label, 'scope', scope, 'reason', reason)
        from (select * from deploy union all select * from upload) token;
        return null;
      end $$`);
    this.addSql(`
      create trigger tokens_of_withdrawn_version after insert on frontend_revision
      for each row when (new.action = 'rollback') execute function revoke_tokens_of_withdrawn_version()`);
  }

  override down(): void {
    this.addSql('drop trigger tokens_of_withdrawn_version on frontend_revision');
    this.addSql('drop function revoke_tokens_of_withdrawn_version()');
  }
}
