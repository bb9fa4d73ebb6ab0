import { Migration } from '@mikro-orm/migrations';

/** Micro-frontends of archives that were installed before registrations existed, with the places where the shell showed them. */
const INSTALLED = {
  voyages: {
    title: 'Voyages',
    path: '/voyages',
    navigation: { label: 'Voyages', icon: 'ship', position: 10 },
    home_card: { title: 'Voyages', description: 'The log, by president and owner.', icon: 'ship', position: 10 },
    search_kinds: ['voyage', 'album'],
  },
  people: {
    title: 'Passengers',
    path: '/people',
    navigation: { label: 'Passengers', icon: 'users', position: 20 },
    home_card: {
      title: 'Passengers',
      description: 'Everyone who sailed, and with whom.',
      icon: 'users',
      position: 20,
    },
    search_kinds: ['person'],
  },
  media: {
    title: 'Media Explorer',
    path: '/media-explorer',
    navigation: { label: 'Media Explorer', icon: 'images', position: 30 },
    home_card: {
      title: 'Media Explorer',
      description: 'Photographs, films and documents, by folder.',
      icon: 'images',
      position: 30,
    },
    search_kinds: ['media'],
  },
};

/** Descriptions of micro-frontends, the removal of their old builds, and who revoked a deploy token. */
export class FrontendRegistrations extends Migration {
  override up(): void {
    // The latest row of a name is current. Retired micro-frontends have no description.
    this.addSql(`
      create table frontend_registration (
        id int generated always as identity primary key,
        name text not null,
        action text not null check (action in ('register', 'change', 'retire')),
        description jsonb check (jsonb_typeof(description) = 'object'),
        created_by text not null,
        created_at timestamptz not null default now(),
        check ((action = 'retire') = (description is null))
      )`);
    this.addSql(`create index frontend_registration_by_name on frontend_registration (name, id desc)`);
    this.addSql(`
      create function frontend_registration_stays() returns trigger language plpgsql as $$
      begin
        raise exception 'Registrations of micro-frontends are only ever added' using errcode = 'restrict_violation';
      end $$`);
    this.addSql(`
      create trigger frontend_registration_stays before update or delete on frontend_registration
      for each statement execute function frontend_registration_stays()`);
    for (const [name, placement] of Object.entries(INSTALLED)) {
      const description = { ...placement, slots: ['home-card', 'search-result'], pages: [], budget: null };
      this.addSql(`
        insert into frontend_registration (name, action, description, created_by)
        select '${name}', 'register', '${JSON.stringify(description)}', 'server start'
        where exists (select from frontend_revision where apps ? '${name}')`);
    }
    this.addSql(`
      alter table frontend_revision
        drop constraint frontend_revision_action_check,
        add constraint frontend_revision_action_check
          check (action in ('start', 'promote', 'canary', 'rollback', 'remove'))`);
    // The files of an old build are deleted. Publishing the build again stores them again.
    this.addSql(`
      alter table frontend_version
        add column files_stored_at timestamptz not null default now(),
        add column files_deleted_at timestamptz`);
    this.addSql(`update frontend_version set files_stored_at = published_at`);
    this.addSql(`alter table deploy_token add column revoked_by text`);
  }

  override down(): void {
    this.addSql(`alter table deploy_token drop column revoked_by`);
    this.addSql(`alter table frontend_version drop column files_deleted_at, drop column files_stored_at`);
    this.addSql(`drop table frontend_registration`);
    this.addSql(`drop function frontend_registration_stays()`);
  }
}
