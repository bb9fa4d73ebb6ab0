import { HISTORY_KINDS, type HistoryKind, namesOf, storyFields } from '@archive/contracts';
import { col, SCHEMA_VERSION, statement, type StatementExecutor, statementsFor } from '../../database/index.ts';
import {
  ALBUM_COLUMNS,
  columnsOf,
  FILE_COLUMNS,
  markRegion,
  MEDIA_COLUMNS,
  PERSON_COLUMNS,
  PLACE_COLUMNS,
  PRESIDENT_COLUMNS,
  VOYAGE_COLUMNS,
} from './columns.ts';

export type { HistoryKind } from '@archive/contracts';

const columnList = (row: string, columns: readonly string[]) =>
  columnsOf(row, [...columns, 'version', 'created_at', 'updated_at']);

/**
 * SQL for a record's snapshot in the history: its fields and links under the names of the API, and in `keys` the data that only a restore
 * needs. Row ids distinguish a restored record from a different record with the same slug. The snapshot of a deletion also contains the
 * data that is deleted with the record.
 */
interface SnapshotSql {
  /** Select list for the record in row `r`. */
  content: string;
  keys: string;
  deleting?: { content?: string; keys?: string };
  from: string;
}

const list = (fields: string, order: string, from: string) =>
  `(select coalesce(jsonb_agg(${fields} order by ${order}), '[]') from ${from})`;
const slugs = (row: string, from: string) =>
  `(select coalesce(jsonb_object_agg(${row}.slug, ${row}.id), '{}') from ${from})`;

const albumEntries = (album: string) =>
  list(
    `jsonb_build_object('media_slug', m.slug, 'title', m.title, 'sort_order', e.sort_order)`,
    'e.sort_order',
    `album_media e join media m on m.id = e.media_id where e.album_id = ${album}`,
  );

const PASSENGERS_OF_VOYAGE = list(
  `jsonb_build_object('person_slug', p.slug, 'full_name', p.full_name, 'title', l.title, 'capacity_role', l.capacity_role,
    'is_crew', l.is_crew, 'voyage_notes', l.notes, 'sort_order', l.sort_order)`,
  'l.sort_order',
  'passenger l join person p on p.id = l.person_id where l.voyage_id = r.id',
);

const MEDIA_OF_VOYAGE = list(
  `jsonb_build_object('media_slug', m.slug, 'title', m.title, 'media_category', l.media_category, 'sort_order', l.sort_order,
    'notes', l.notes)`,
  `l.media_category = 'additional_source', l.sort_order`,
  'voyage_media l join media m on m.id = l.media_id where l.voyage_id = r.id',
);

const ALBUMS_OF_VOYAGE = list(
  `(select to_jsonb(album) from (
    select a.slug album_slug, ${columnList('a', ALBUM_COLUMNS)}, ${albumEntries('a.id')} media) album)`,
  'a.sort_order',
  'album a where a.voyage_id = r.id',
);

const PEOPLE_OF_MEDIA = list(
  `jsonb_build_object('person_slug', p.slug, 'full_name', p.full_name, 'region', ${markRegion('l')}, 'sort_order', l.sort_order)`,
  'l.sort_order, l.person_id',
  'media_person l join person p on p.id = l.person_id where l.media_id = r.id',
);

const CAPTIONS_OF_MEDIA = list(
  `jsonb_build_object('language', c.language, 'label', c.label, 'content', c.content)`,
  'c.language',
  'media_caption c where c.media_id = r.id',
);

/** Names that the person had before, or in records that were merged. Imports add others, without changing the person. */
const DECIDED_ALIASES = 'person_alias a where a.person_id = r.id and a.operation_id is null';

const SNAPSHOTS: Record<HistoryKind, SnapshotSql> = {
  voyage: {
    content: `r.slug voyage_slug, ${columnList('r', VOYAGE_COLUMNS)}, owner.slug president_slug_from_voyage,
      owner.full_name president_name, ${PASSENGERS_OF_VOYAGE} passengers, ${MEDIA_OF_VOYAGE} media, ${ALBUMS_OF_VOYAGE} albums`,
    keys: `'voyage', r.id, 'president', r.president_id,
      'people', ${slugs('p', 'passenger l join person p on p.id = l.person_id where l.voyage_id = r.id')},
      'media', ${slugs('m', 'voyage_media l join media m on m.id = l.media_id where l.voyage_id = r.id')},
      'albums', ${slugs('a', 'album a where a.voyage_id = r.id')},
      'album_media', ${slugs('m', 'album a join album_media e on e.album_id = a.id join media m on m.id = e.media_id where a.voyage_id = r.id')}`,
    deleting: {
      keys: `'ingest_record', (select to_jsonb(i) - 'voyage_id' from ingest_record i where i.voyage_id = r.id)`,
    },
    from: 'voyage r left join person owner on owner.id = r.president_id',
  },
  person: {
    content: `r.slug person_slug, ${columnList('r', PERSON_COLUMNS)}, ${list('coalesce(a.name, a.name_key)', 'a.name_key', DECIDED_ALIASES)} spellings`,
    keys: `'person', r.id, 'wikipedia_key', r.wikipedia_key,
      'spellings', ${list(`jsonb_build_object('name_key', a.name_key, 'name', a.name)`, 'a.name_key', DECIDED_ALIASES)}`,
    deleting: {
      content: `${list(
        `jsonb_build_object('voyage_slug', v.slug, 'title', v.title, 'form_of_address', l.title, 'capacity_role', l.capacity_role,
          'is_crew', l.is_crew, 'voyage_notes', l.notes, 'sort_order', l.sort_order)`,
        'v.start_day, v.slug',
        'passenger l join voyage v on v.id = l.voyage_id where l.person_id = r.id',
      )} voyages, ${list(
        `jsonb_build_object('media_slug', m.slug, 'title', m.title, 'region', ${markRegion('l')}, 'sort_order', l.sort_order)`,
        'm.slug',
        'media_person l join media m on m.id = l.media_id where l.person_id = r.id',
      )} pictures`,
      keys: `'voyages', ${slugs('v', 'passenger l join voyage v on v.id = l.voyage_id where l.person_id = r.id')},
        'pictures', ${slugs('m', 'media_person l join media m on m.id = l.media_id where l.person_id = r.id')},
        'aliases', ${list('a.name_key', 'a.name_key', 'person_alias a where a.person_id = r.id')}`,
    },
    from: 'person r',
  },
  president: {
    content: `p.slug president_slug, p.full_name, ${columnList('r', PRESIDENT_COLUMNS)}`,
    keys: `'person', r.person_id`,
    from: 'president r join person p on p.id = r.person_id',
  },
  media: {
    content: `r.slug media_slug, ${columnList('r', MEDIA_COLUMNS)}, owner.slug president_slug,
      coalesce(media_url(r.storage_key), r.external_url) url, ${PEOPLE_OF_MEDIA} people,
      ${CAPTIONS_OF_MEDIA} captions`,
    keys: `'media', r.id, 'president', r.president_id,
      'people', ${slugs('p', 'media_person l join person p on p.id = l.person_id where l.media_id = r.id')},
      'file', (select to_jsonb(file) from (select ${columnsOf('r', FILE_COLUMNS)}) file)`,
    deleting: {
      content: `${list(
        `jsonb_build_object('voyage_slug', v.slug, 'title', v.title, 'media_category', l.media_category,
          'sort_order', l.sort_order, 'notes', l.notes)`,
        'v.start_day, v.slug',
        'voyage_media l join voyage v on v.id = l.voyage_id where l.media_id = r.id',
      )} voyages, ${list(
        `jsonb_build_object('album_slug', a.slug, 'title', a.title, 'sort_order', e.sort_order)`,
        'a.slug',
        'album_media e join album a on a.id = e.album_id where e.media_id = r.id',
      )} albums`,
      keys: `'voyages', ${slugs('v', 'voyage_media l join voyage v on v.id = l.voyage_id where l.media_id = r.id')},
        'albums', ${slugs('a', 'album_media e join album a on a.id = e.album_id where e.media_id = r.id')},
        'derivatives', ${list(`to_jsonb(d) - 'media_id'`, 'd.kind', 'derivative d where d.media_id = r.id')}`,
    },
    from: 'media r left join person owner on owner.id = r.president_id',
  },
  album: {
    content: `r.slug album_slug, ${columnList('r', ALBUM_COLUMNS)}, v.slug voyage_slug, v.title voyage_title, ${albumEntries('r.id')} media`,
    keys: `'album', r.id, 'voyage', r.voyage_id,
      'media', ${slugs('m', 'album_media e join media m on m.id = e.media_id where e.album_id = r.id')}`,
    from: 'album r left join voyage v on v.id = r.voyage_id',
  },
  place: {
    content: `r.slug place_slug, ${columnList('r', PLACE_COLUMNS)}`,
    keys: `'place', r.id`,
    deleting: { keys: `'redirects', ${list('d.slug', 'd.slug', 'place_redirect d where d.place_id = r.id')}` },
    from: 'place r',
  },
  story: {
    content: `r.slug story_slug, ${columnList('r', namesOf(storyFields))}`,
    keys: `'story', r.id`,
    from: 'story r',
  },
};

function snapshot(kind: HistoryKind, deleting: boolean) {
  const { content, keys, deleting: more, from } = SNAPSHOTS[kind];
  const withDeletion = (record: string, extra?: string) => (deleting && extra ? `${record}, ${extra}` : record);
  const id = kind === 'president' ? 'r.person_id' : 'r.id';
  return statement(
    `record-snapshot-${kind}${deleting ? '-deleting' : ''}`,
    `select ${id} id, (
      select to_jsonb(snapshot) from (
        select ${withDeletion(content, more?.content)},
          jsonb_build_object('schema_version', '${SCHEMA_VERSION}', ${withDeletion(keys, more?.keys)}) keys) snapshot) before
    from ${from} where ${id} = any($1::int[])`,
    { id: col.int, before: col.json<object>() },
  );
}

const BEFORE_CHANGE = statementsFor(HISTORY_KINDS, (kind) => snapshot(kind, false));
const BEFORE_DELETION = statementsFor(HISTORY_KINDS, (kind) => snapshot(kind, true));

interface Options {
  /** Whether to include the data that is deleted with the record. */
  deleting?: boolean;
}

/** Snapshots of records by row id. The id of a president record is that of the person. */
export async function snapshotsOf(
  executor: StatementExecutor,
  kind: HistoryKind,
  ids: readonly number[],
  { deleting = false }: Options = {},
): Promise<Map<number, object>> {
  if (ids.length === 0) return new Map();
  const rows = await executor.rows((deleting ? BEFORE_DELETION : BEFORE_CHANGE)[kind], [ids]);
  return new Map(rows.map(({ id, before }) => [id, before]));
}

/** Snapshot of one record. @throws if the record doesn't exist */
export async function snapshotOf(
  executor: StatementExecutor,
  kind: HistoryKind,
  id: number,
  options?: Options,
): Promise<object> {
  const before = (await snapshotsOf(executor, kind, [id], options)).get(id);
  if (!before) throw new Error(`There is no ${kind} with the id ${id}`);
  return before;
}
