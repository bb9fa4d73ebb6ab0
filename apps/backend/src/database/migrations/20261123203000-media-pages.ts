import { Migration } from '@mikro-orm/migrations';

/** Permanent pages of media: their path, and the neighbors of a media item in its folder. */
export class MediaPages extends Migration {
  override up(): void {
    this.addSql(`
      create index media_by_folder on media (regexp_replace(storage_key, '[^/]*$', ''), created_at, id)`);
    // Where the micro-frontend of media is installed already, also with a description that a person has changed.
    this.addSql(`
      insert into frontend_registration (name, action, description, created_by)
      select r.name, 'change', jsonb_set(r.description, '{record_path}', '"/media"'), r.created_by
      from (select * from frontend_registration where name = 'media' order by id desc limit 1) r
      where r.description is not null
        and not exists (select from frontend_registration where description ->> 'path' = '/media')`);
  }

  override down(): void {
    this.addSql(`drop index media_by_folder`);
  }
}
