import { Migration } from '@mikro-orm/migrations';
import { earlierArchive } from './20261128040000-earlier-archives.ts';
import { filePeople } from './file-people.ts';

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

/** Converts the rows of archives from before the baseline, and proposes what people are filed under. */
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
    await filePeople(this, 'filed_under');
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
