import { Migration } from '@mikro-orm/migrations';
import { MEDIA_SEARCH } from './20261128040004-media.ts';

/**
 * For an archive from before the baseline, returns which of its earlier migrations are missing: those that would have changed it up to the
 * baseline. Returns undefined for a new archive.
 */
export async function earlierArchive(
  migration: Migration,
): Promise<{ misses(...names: string[]): boolean } | undefined> {
  const rows = (await migration.execute(`select name from migration where name < '20261128040000'`)) as {
    name: string;
  }[];
  const names = new Set(rows.map(({ name }) => name));
  if (names.size === 0) return undefined;
  return { misses: (...wanted) => wanted.some((name) => !names.has(name)) };
}

/**
 * Prepares the tables of an archive from before the baseline, so that the migrations of the baseline, which create what is missing, find
 * each table as they would create it. Does nothing in a new archive. Decision 0140 has the reasons.
 */
export class EarlierArchives extends Migration {
  override async up(): Promise<void> {
    const archive = await earlierArchive(this);
    if (!archive) return;
    this.renameConstraints();
    this.addColumns('album_media', 'batch_id text', 'batch_position int');
    this.addColumns('voyage_media', 'batch_id text', 'batch_position int');
    this.addColumns('column_mapping', 'reading jsonb');
    this.addColumns(
      'deploy_token',
      `scope text not null default 'publish' check (scope in ('publish', 'verify'))`,
      `created_with jsonb not null default '[]'`,
      'revoked_by text',
    );
    this.addColumns('derivative', `page_sizes jsonb check (jsonb_typeof(page_sizes) = 'array')`, 'failure text');
    this.addColumns('frontend_report', 'last_phase text');
    this.addColumns(
      'frontend_version',
      'files_stored_at timestamptz not null default now()',
      'files_deleted_at timestamptz',
      'commit_hash text',
      'pipeline_url text',
      'loaded_bytes int',
      `signed_by text check (signed_by ~ '^[0-9a-f]{16}$')`,
    );
    this.addColumns(
      'ingest_name',
      `spellings jsonb not null default '[]'`,
      `proposal jsonb not null default '[]'`,
      `reason text check (reason in ('aboard', 'term'))`,
    );
    this.addColumns(
      'ingest_operation',
      'large boolean not null default false',
      'columns_chosen_by text',
      'details_deleted_at timestamptz',
      'reading jsonb',
      'found_reading jsonb',
      'ask_columns boolean not null default false',
      'needs_columns boolean not null default false',
      'needs_names boolean not null default false',
      'confirmed_names boolean not null default false',
    );
    this.addColumns(
      'media',
      'original_filename text',
      'page_count int check (page_count > 0)',
      'frame_count int check (frame_count > 0)',
      'color_profile text',
      'bit_depth int check (bit_depth > 0)',
      'duration numeric(10, 3) check (duration > 0)',
      'codecs text',
      'playable boolean',
      'picture_hash bit(144)',
      'creator text',
      'place text',
      'identifier text',
      'provenance text',
      'text_corrections jsonb',
    );
    this.addColumns(
      'media_upload',
      'part_bytes int',
      `part_hashes jsonb not null default '{}' check (jsonb_typeof(part_hashes) = 'object')`,
    );
    this.addColumns('name_decision', 'operation_id uuid', `earlier jsonb not null default '[]'`);
    this.addColumns(
      'person',
      'filed_under text',
      'filing_proposal text',
      'filing_key text collate "C"',
      'filing_name text not null generated always as (coalesce(filed_under, filing_proposal, full_name)) stored',
    );
    this.addColumns('person_alias', 'name text');
    this.addColumns('person_merge', `marks jsonb check (jsonb_typeof(marks) = 'array')`);
    this.addColumns('upload_token', `created_with jsonb not null default '[]'`);
    this.addSql('alter table media_upload drop column if exists multipart_id');
    this.addSql('alter table album alter column voyage_id drop not null');
    this.addSql('alter table deploy_token alter column name drop not null');

    const batch = 'check (num_nulls(batch_id, batch_position) in (0, 2))';
    this.replaceConstraint('album_media', 'album_media_batch', batch);
    this.replaceConstraint('voyage_media', 'voyage_media_batch', batch);
    this.replaceConstraint('deploy_token', 'deploy_token_check', `check ((scope = 'publish') = (name is not null))`);
    this.replaceConstraint(
      'derivative',
      'derivative_kind_check',
      `check (kind in ('thumbnail', 'large', 'tiles', 'pages', 'playback', 'text'))`,
    );
    this.replaceConstraint(
      'derivative',
      'derivative_check1',
      `check (failure is null or failure = 'damaged' or state = 'failed' and failure in ('missing', 'unsupported'))`,
    );
    this.replaceConstraint(
      'frontend_revision',
      'frontend_revision_action_check',
      `check (action in ('start', 'promote', 'canary', 'rollback', 'remove'))`,
    );
    this.replaceConstraint(
      'ingest_name',
      'ingest_name_kind_check',
      `check (kind in ('person', 'owner', 'group', 'proposed_owner'))`,
    );
    this.replaceConstraint(
      'ingest_operation',
      'ingest_operation_format_check',
      `check (format in ('markdown', 'docx', 'json', 'csv', 'xlsx'))`,
    );
    if (archive.misses('20261125040400-collections'))
      this.replaceConstraint(
        'album',
        'album_order',
        'unique nulls not distinct (voyage_id, sort_order) deferrable initially deferred',
      );
    if (archive.misses('20261126043000-approximate-media-dates'))
      this.replaceConstraint('media', 'media_date_check', 'check (is_edtf_date(date))');
    if (archive.misses('20261123180500-media-days')) this.addSql('drop index media_by_day, voyage_media_by_media');
    if (archive.misses('20261123212000-media-origin'))
      this.addSql(`alter table media alter column search set expression as (${MEDIA_SEARCH})`);
  }

  private addColumns(table: string, ...columns: string[]): void {
    this.addSql(
      `alter table if exists ${table} ${columns.map((column) => `add column if not exists ${column}`).join(', ')}`,
    );
  }

  private replaceConstraint(table: string, name: string, definition: string): void {
    this.addSql(`alter table ${table} drop constraint if exists ${name}, add constraint ${name} ${definition}`);
  }

  /** Renames of tables and columns left the names of their constraints and sequences. */
  private renameConstraints(): void {
    this.addSql(`
      do $$
      declare
        renaming record;
        found record;
      begin
        for renaming in select * from (values
          ('person_not_duplicate', 'person_apart', 'person_not_duplicate'),
          ('person_not_duplicate', 'said', 'dismissed'),
          ('person_merge', 'kept', 'survivor'),
          ('person_merge', 'gone', 'merged'),
          ('storage_cleanup', 'storage_deletion', 'storage_cleanup'),
          ('storage_discrepancy', 'storage_finding', 'storage_discrepancy'),
          ('derivative_task', 'begun', 'attempts'),
          ('ingest_operation', 'overtaken', 'stale_voyages'),
          ('ingest_operation', 'empty_kept', 'empty_ignored')
        ) names (records, earlier, now) loop
          for found in select conname from pg_constraint
            where conrelid = renaming.records::regclass and strpos(conname, renaming.earlier) > 0
          loop
            execute format('alter table %I rename constraint %I to %I', renaming.records, found.conname,
              replace(found.conname, renaming.earlier, renaming.now));
          end loop;
          execute format('alter sequence if exists %I rename to %I', renaming.earlier || '_id_seq', renaming.now || '_id_seq');
        end loop;
      end $$`);
  }
}

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

const NUMBERED_LISTS = '20261123074800-numbered-lists';

/** Converts the rows of archives from before the baseline. */
export class EarlierRows extends Migration {
  override async up(): Promise<void> {
    const archive = await earlierArchive(this);
    if (archive?.misses('20261123093000-frontend-registrations')) this.registerInstalled();
    if (archive?.misses('20261123110000-album-positions-in-history')) this.shiftAlbumPositions();
    if (archive?.misses('20261123111000-file-texts'))
      this.describeMedia(`'{search_kinds}', r.description -> 'search_kinds' || '["text"]'`, `'server start'`);
    if (archive?.misses('20261123203000-media-pages'))
      this.describeMedia(
        `'{record_path}', '"/media"'`,
        'r.created_by',
        `and not exists (select from frontend_registration where description ->> 'path' = '/media')`,
      );
    // Rendered pages have been counted. The other properties of files are added when previews are regenerated.
    if (archive?.misses('20261125040100-file-properties'))
      this.addSql(`
        update media m set page_count = jsonb_array_length(d.page_sizes) from derivative d
        where d.media_id = m.id and d.kind = 'pages' and jsonb_array_length(d.page_sizes) > 0`);
    // Only the message gave the reason of a failure.
    if (archive?.misses('20261125173000-preview-failures'))
      this.addSql(`
        update derivative set failure = case
          when error = 'The file is missing from storage.' then 'missing'
          when error ~ ' is damaged, so it has no preview\\.$' then 'damaged'
          else 'unsupported' end
        where state = 'failed'`);
    if (archive?.misses('20261127190000-table-readings'))
      this.addSql(`
        update ingest_operation set columns = (
          select jsonb_agg(column_of_table || jsonb_build_object('samples', jsonb_build_array(column_of_table -> 'sample')) order by at)
          from jsonb_array_elements(columns) with ordinality as n (column_of_table, at))
        where jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) > 0`);
    if (archive?.misses('20261127214500-workbook-sheets')) {
      this.addSql(`update ingest_operation set reading = reading || '{"sheet": null}' where reading is not null`);
      this.addSql(
        `update ingest_operation set found_reading = found_reading || '{"sheet": null, "sheets": []}' where found_reading is not null`,
      );
      this.addSql(`update column_mapping set reading = reading || '{"sheet": null}' where reading is not null`);
    }
    if (archive?.misses('20261127222500-joined-surnames', '20261128022000-filing-names', '20261128033000-name-forms')) {
      this.addSql(`
        alter table person alter column names set expression as (
          name_document(array[full_name, article_name(wikipedia_key)] || aliases))`);
      this.addSql(`drop index person_alias_words`);
      this.addSql(`create index person_alias_words on person_alias using gin (name_document(array[name_key]))`);
    }
    // The triggers of numbered lists repair lists with gaps and lists that begin at 0.
    if (archive?.misses(NUMBERED_LISTS))
      for (const table of ['passenger', 'voyage_media', 'album', 'album_media'])
        this.addSql(`update ${table} set sort_order = sort_order`);
  }

  private registerInstalled(): void {
    for (const [name, placement] of Object.entries(INSTALLED)) {
      const description = { ...placement, slots: ['home-card', 'search-result'], pages: [], budget: null };
      this.addSql(`
        insert into frontend_registration (name, action, description, created_by)
        select '${name}', 'register', '${JSON.stringify(description)}', 'server start'
        where exists (select from frontend_revision where apps ? '${name}')`);
    }
    this.addSql(`update frontend_version set files_stored_at = published_at`);
  }

  /** Updates the description of the media micro-frontend, even if a person has changed it. */
  private describeMedia(change: string, changedBy: string, unless = ''): void {
    this.addSql(`
      insert into frontend_registration (name, action, description, created_by)
      select r.name, 'change', jsonb_set(r.description, ${change}), ${changedBy}
      from (select * from frontend_registration where name = 'media' order by id desc limit 1) r
      where r.description is not null ${unless}`);
  }

  /** Before numbered lists existed, positions of albums and their media started at 0. History still has these positions. */
  private shiftAlbumPositions(): void {
    const isOlder = `changed_at < coalesce((select executed_at from migration where name = '${NUMBERED_LISTS}'), now())`;
    const shifted = (json: string) =>
      `jsonb_set(${json}, '{sort_order}', to_jsonb((${json} ->> 'sort_order')::int + 1))`;
    this.addSql(
      `update history set before = ${shifted('before')} where kind = 'album' and before ? 'sort_order' and ${isOlder}`,
    );
    this.addSql(`
      update history set before = jsonb_set(before, '{albums}', (
        select jsonb_agg(${shifted('album')} order by place) from jsonb_array_elements(before -> 'albums') with ordinality listed(album, place)))
      where kind = 'media' and before #> '{albums,0,sort_order}' is not null and ${isOlder}`);
  }
}
