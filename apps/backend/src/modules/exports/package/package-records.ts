import { namesOf, passengerFields } from '@archive/contracts';
import { displayTitle, normalizeWikipediaUrl } from '@archive/voyage-document';
import { FILE_COLUMNS, markRegion } from '../../records/index.ts';
import { PACKAGE_SCHEMAS, type PackageKind, type RecordOf } from './package-format.ts';
import { requireDistinct, type References } from './package-references.ts';

/** A row of a table. */
export type TableRow = readonly [table: string, row: object];

interface KindOfRecord<K extends PackageKind> {
  /** SQL for the tables of a record, as row `t`. */
  from: string;
  /** Orders the records, so that two exports of the same archive are equal. */
  order: string;
  /** SQL for the fields that are not columns of `t`. */
  fields?: Readonly<Record<string, string>>;
  /** The rows of a record. @throws RecordProblem if it doesn't fit the records before it */
  rows: (record: RecordOf<K>, references: References) => TableRow[];
}

const list = (select: string) => `coalesce((select json_agg(row_to_json(l)) from (${select}) l), '[]')`;
const slugOf = (table: string, id: string) => `(select o.slug from ${table} o where o.id = ${id})`;
const hex = (column: string) => `encode(${column}, 'hex')`;
const bytes = (sha256: string | null) => sha256 && String.raw`\x${sha256}`;

/** Fields of a media item's file with other names or types than their columns. */
const FILE_FIELDS = new Map([
  ['storage_key', 'm.storage_key as path'],
  ['sha256', `${hex('m.sha256')} as sha256`],
]);
const FILE = FILE_COLUMNS.filter((name) => name !== 'suggested').map((name) => FILE_FIELDS.get(name) ?? `m.${name}`);

const PASSENGER_FIELDS = namesOf(passengerFields).map((name) =>
  name === 'notes' ? 'l.notes as voyage_notes' : `l.${name}`,
);

/** The row of a record that belongs to an import. */
const ofImport =
  (table: string) =>
  <R extends { operation_id: string | null }>(record: R, references: References): TableRow[] => {
    references.requireImport(record.operation_id);
    return [[table, record]];
  };

/**
 * How each kind of record is read from the tables of the archive and written to them. Left out are sessions and other short-lived state,
 * releases of micro-frontends, and data derived from records (search, thumbnails).
 */
export const RECORDS: { readonly [K in PackageKind]: KindOfRecord<K> } = {
  imports: {
    from: 'ingest_operation t',
    order: 't.created_at, t.id',
    fields: {
      operation_id: 't.id',
      document: 't.document_key',
      document_sha256: hex('t.document_sha256'),
      text: 't.text_key',
    },
    rows: ({ operation_id: id, document, document_sha256, text, ...operation }, references) => {
      for (const earlier of [operation.applies, operation.refreshes]) references.requireImport(earlier);
      references.addFile(document, document_sha256);
      references.addFile(text, null);
      references.addImport(id);
      const keys = { document_key: document, document_sha256: bytes(document_sha256), text_key: text };
      return [['ingest_operation', { ...operation, id, ...keys }]];
    },
  },
  people: {
    from: 'person t',
    order: 't.id',
    fields: {
      person_slug: 't.slug',
      spellings: list('select name_key, name, operation_id from person_alias where person_id = t.id order by name_key'),
    },
    rows: ({ person_slug: slug, spellings, ...person }, references) => {
      references.add('person', slug, person.id);
      references.requirePicture(person.portrait);
      const wikipedia_key = normalizeWikipediaUrl(person.wikipedia_url);
      if (wikipedia_key !== null)
        references.unique(wikipedia_key, `wikipedia_url: Another person has the article ${wikipedia_key}.`);
      return [
        ['person', { ...person, slug, wikipedia_key }],
        ...spellings.flatMap((spelling) => ofImport('person_alias')({ ...spelling, person_id: person.id }, references)),
      ];
    },
  },
  presidents: {
    from: 'president t',
    order: 't.person_id',
    fields: { president_slug: slugOf('person', 't.person_id') },
    rows: ({ president_slug: slug, ...president }, references) => {
      const person_id = references.id('person', slug);
      references.add('president', slug, person_id);
      return [['president', { ...president, person_id }]];
    },
  },
  media: {
    from: 'media t',
    order: 't.id',
    fields: {
      media_slug: 't.slug',
      president_slug: slugOf('person', 't.president_id'),
      file: `(select row_to_json(f) from (select ${FILE.join(', ')} from media m where m.id = t.id) f)`,
      captions: list('select language, label, content from media_caption where media_id = t.id order by language'),
      people: list(
        `select p.slug as person_slug, ${markRegion('m')} as region, m.sort_order
        from media_person m join person p on p.id = m.person_id where m.media_id = t.id order by m.sort_order, m.person_id`,
      ),
    },
    rows: ({ media_slug: slug, president_slug, file, captions, people, ...media }, references) => {
      references.add('media', slug, media.id);
      requireDistinct(
        'people',
        people.map(({ person_slug }) => person_slug),
      );
      references.addFile(file.path, file.sha256);
      if (media.media_type === 'image' && file.path !== null) references.addPicture(slug);
      const { path: storage_key, ...properties } = file;
      const president_id = president_slug && references.id('president', president_slug);
      return [
        ['media', { ...media, ...properties, sha256: bytes(file.sha256), slug, storage_key, president_id }],
        ...captions.map((caption): TableRow => ['media_caption', { ...caption, media_id: media.id }]),
        ...people.map(({ person_slug, region, sort_order }): TableRow => {
          const person_id = references.id('person', person_slug);
          return ['media_person', { ...region, sort_order, person_id, media_id: media.id }];
        }),
      ];
    },
  },
  voyages: {
    from: 'voyage t',
    order: 't.id',
    fields: {
      voyage_slug: 't.slug',
      president_slug_from_voyage: slugOf('person', 't.president_id'),
      passengers: list(
        `select p.slug as person_slug, ${PASSENGER_FIELDS.join(', ')} from passenger l join person p on p.id = l.person_id
        where l.voyage_id = t.id order by l.sort_order`,
      ),
      media: list(
        `select m.slug as media_slug, l.media_category, l.notes from voyage_media l join media m on m.id = l.media_id
        where l.voyage_id = t.id order by l.media_category, l.sort_order`,
      ),
      // Imports of earlier versions kept no passage.
      imported: `(select case when r.passage is null then row_to_json(read) else row_to_json(with_passage) end
        from ingest_record r cross join lateral (select r.key, r.operation_id, r.digest, r.fields) read
        cross join lateral (select read.*, r.document, r.line, r.end_line, r.passage) with_passage where r.voyage_id = t.id)`,
    },
    rows: (
      { voyage_slug: slug, president_slug_from_voyage: owner, passengers, media, imported, ...voyage },
      references,
    ) => {
      references.add('voyage', slug, voyage.id);
      requireDistinct(
        'passengers',
        passengers.map(({ person_slug }) => person_slug),
      );
      requireDistinct(
        'media',
        media.map(({ media_slug }) => media_slug),
      );
      const president_id = owner && references.id('president', owner);
      const title = voyage.title || displayTitle({ ...voyage, title: null });
      const places = { voyage_id: voyage.id };
      return [
        ['voyage', { ...voyage, title, slug, president_id, has_photo: false, has_video: false }],
        ...passengers.map(({ person_slug, voyage_notes: notes, ...passenger }, index): TableRow => {
          const person_id = references.id('person', person_slug);
          return ['passenger', { ...passenger, ...places, notes, person_id, sort_order: index + 1 }];
        }),
        ...media.map(({ media_slug, ...link }): TableRow => {
          const sort_order = references.nextPlace(`${link.media_category} of ${slug}`);
          return ['voyage_media', { ...link, ...places, media_id: references.id('media', media_slug), sort_order }];
        }),
        ...(imported ? ofImport('ingest_record')({ ...imported, ...places }, references) : []),
      ];
    },
  },
  albums: {
    from: 'album t',
    order: 't.voyage_id nulls first, t.sort_order',
    fields: {
      album_slug: 't.slug',
      voyage_slug: slugOf('voyage', 't.voyage_id'),
      media:
        'array(select m.slug from album_media e join media m on m.id = e.media_id where e.album_id = t.id order by e.sort_order)',
    },
    rows: ({ album_slug: slug, voyage_slug, media, ...album }, references) => {
      references.add('album', slug, album.id);
      requireDistinct('media', media);
      const voyage_id = voyage_slug && references.id('voyage', voyage_slug);
      const sort_order = references.nextPlace(`albums of ${voyage_slug}`);
      return [
        ['album', { ...album, slug, voyage_id, sort_order }],
        ...media.map((media_slug, index): TableRow => {
          const media_id = references.id('media', media_slug);
          return ['album_media', { album_id: album.id, media_id, sort_order: index + 1 }];
        }),
      ];
    },
  },
  places: {
    from: 'place t',
    order: 't.id',
    fields: {
      place_slug: 't.slug',
      former_slugs: 'array(select r.slug from place_redirect r where r.place_id = t.id order by r.slug)',
    },
    rows: ({ place_slug: slug, former_slugs, ...place }, references) => {
      references.add('place', slug, place.id);
      return [
        ['place', { ...place, slug }],
        ...former_slugs.map((former): TableRow => ['place_redirect', { slug: former, place_id: place.id }]),
      ];
    },
  },
  stories: {
    from: 'story t',
    order: 't.id',
    fields: { story_slug: 't.slug' },
    rows: ({ story_slug: slug, ...story }, references) => {
      references.add('story', slug, story.id);
      return [['story', { ...story, slug }]];
    },
  },
  'not-places': { from: 'not_a_place t', order: 't.key', rows: (wording) => [['not_a_place', wording]] },
  'import-items': { from: 'ingest_item t', order: 't.operation_id, t.ordinal', rows: ofImport('ingest_item') },
  'import-problems': { from: 'ingest_problem t', order: 't.operation_id, t.ordinal', rows: ofImport('ingest_problem') },
  'import-files': {
    from: 'media_fetch t',
    order: 't.id',
    fields: { voyage_slug: slugOf('voyage', 't.voyage_id'), media_slug: slugOf('media', 't.media_id') },
    rows: ({ voyage_slug, media_slug, ...fetch }, references) => {
      const media_id = media_slug && references.id('media', media_slug);
      return ofImport('media_fetch')(
        { ...fetch, voyage_id: references.id('voyage', voyage_slug), media_id },
        references,
      );
    },
  },
  'name-decisions': { from: 'name_decision t', order: 't.key', rows: (decision) => [['name_decision', decision]] },
  'column-mappings': {
    from: 'column_mapping t',
    order: 't.headings',
    rows: (mapping) => [['column_mapping', mapping]],
  },
  'former-addresses': { from: 'person_redirect t', order: 't.slug', rows: (address) => [['person_redirect', address]] },
  'not-duplicates': {
    from: 'person_not_duplicate t',
    order: 't.one_id, t.other_id',
    rows: (pair) => [['person_not_duplicate', pair]],
  },
  merges: { from: 'person_merge t', order: 't.id', rows: (merge) => [['person_merge', merge]] },
  history: { from: 'history t', order: 't.changed_at, t.kind, t.slug, t.revision', rows: ofImport('history') },
};

/** SQL for the records of a kind, each as the text of a JSON object. `where` is a condition for the row `t`. */
export function recordsSql(kind: PackageKind, where = 'true'): string {
  const { from, order, fields = {} } = RECORDS[kind];
  const names = Object.keys(PACKAGE_SCHEMAS[kind].shape);
  const selected = names.map((name) => `${Object.hasOwn(fields, name) ? fields[name] : `t.${name}`} as "${name}"`);
  return `select row_to_json(r)::text as row from (select ${selected.join(', ')} from ${from} where ${where} order by ${order}) r`;
}

/** The rows of a record of any kind that its schema has accepted. */
export const rowsOf = (kind: PackageKind, record: unknown, references: References): TableRow[] =>
  (RECORDS[kind].rows as (record: unknown, references: References) => TableRow[])(record, references);
