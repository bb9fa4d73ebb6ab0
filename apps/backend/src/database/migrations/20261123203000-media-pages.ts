import { Migration } from '@mikro-orm/migrations';

/** Permanent pages of media: their path, and the neighbors of a media item in its folder. */
export class MediaPages extends Migration {
  override up(): void {
    this.addSql(`
      create index media_by_folder on media (regexp_replace(storage_key, '[^/]*$', ''), created_at, id)`);
    // Updates the media micro-frontend if it is already installed, even if a person has changed its description.
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
