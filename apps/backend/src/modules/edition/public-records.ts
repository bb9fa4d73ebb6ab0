import {
  albumFields,
  fieldsWith,
  type Fields,
  mediaFields,
  namesOf,
  passengerFields,
  personFields,
  placeFields,
  presidentFields,
  voyageFields,
} from '@archive/contracts';
import type {
  FormerAddress,
  PublicAlbum,
  PublicArchive,
  PublicMedia,
  PublicPerson,
  PublicPicture,
  PublicVoyage,
} from '@archive/edition';
import { col, fieldColumns, statement, type StatementExecutor } from '../../database/index.ts';
import { columnsOf } from '../records/index.ts';
import { KEYS_OF_VOYAGE } from '../places/index.ts';

/**
 * What of the archive is public, in one place: which records, and which of their fields. Fields are public only if their declaration says
 * so, so that a new one stays in the archive until someone decides. Pages are made of nothing else.
 */
const PUBLIC = {
  voyage: fieldsWith(voyageFields, 'public'),
  passenger: fieldsWith(passengerFields, 'public'),
  person: fieldsWith(personFields, 'public'),
  president: fieldsWith(presidentFields, 'public'),
  media: fieldsWith(mediaFields, 'public'),
  album: fieldsWith(albumFields, 'public'),
  place: fieldsWith(placeFields, 'public'),
};

const notWithheld = (kind: string, row: string) =>
  `not exists (select from edition_withheld w where w.kind = '${kind}' and w.record_id = ${row}.id)`;

const VOYAGE_IS_PUBLIC = notWithheld('voyage', 'v');

/** SQL conditions for published records, by the name of their row. People without a voyage or a picture are not published. */
export const IS_PUBLIC = {
  voyage: VOYAGE_IS_PUBLIC,
  person: `(${notWithheld('person', 'p')} and (
    exists (select from voyage v where v.president_id = p.id and ${VOYAGE_IS_PUBLIC})
    or exists (select from passenger l join voyage v on v.id = l.voyage_id where l.person_id = p.id and ${VOYAGE_IS_PUBLIC})
    or exists (select from media_person l where l.person_id = p.id)))`,
  media: `(exists (select from edition_setting s where rights_key(m.rights) = any(s.rights)) and ${notWithheld('media', 'm')})`,
  place: notWithheld('place', 'place'),
};
const ALBUM_IS_PUBLIC = `(${notWithheld('album', 'a')}
  and (a.voyage_id is null or exists (select from voyage v where v.id = a.voyage_id and ${IS_PUBLIC.voyage}))
  and exists (select from album_media e join media m on m.id = e.media_id where e.album_id = a.id and ${IS_PUBLIC.media}))`;

/** SQL for the published records: kind, id, slug, title and version. */
export const PUBLIC_RECORDS = `
  select 'voyage' kind, v.id record_id, v.slug, v.title, v.version from voyage v where ${IS_PUBLIC.voyage}
  union all select 'person', p.id, p.slug, p.full_name, p.version + coalesce(r.version, 0)
    from person p left join president r on r.person_id = p.id where ${IS_PUBLIC.person}
  union all select 'media', m.id, m.slug, m.title, m.version from media m where ${IS_PUBLIC.media}
  union all select 'album', a.id, a.slug, a.title, a.version from album a where ${ALBUM_IS_PUBLIC}
  union all select 'place', place.id, place.slug, place.name, place.version from place where ${IS_PUBLIC.place}`;

/** SQL for a JSON object of fields. */
const objectOf = (row: string, fields: Fields, more: string) =>
  `jsonb_build_object(${[...namesOf(fields).map((name) => `'${name}', ${row}.${name}`), more].join(', ')})`;

const slugs = col.array(col.text);

const VOYAGES = statement(
  'edition-voyages',
  `select v.slug, ${columnsOf('v', namesOf(PUBLIC.voyage))},
    (select p.slug from person p where p.id = v.president_id and ${IS_PUBLIC.person}) owner,
    (select coalesce(jsonb_agg(${objectOf('l', PUBLIC.passenger, `'slug', p.slug`)} order by l.sort_order), '[]')
      from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id and ${IS_PUBLIC.person}) passengers,
    array(select m.slug from voyage_media l join media m on m.id = l.media_id
      where l.voyage_id = v.id and ${IS_PUBLIC.media} order by l.media_category desc, l.sort_order) media,
    array(select distinct place.slug from place_name n join place on place.id = n.place_id
      where n.key = any(${KEYS_OF_VOYAGE}) and ${IS_PUBLIC.place} order by place.slug) places
  from voyage v where ${IS_PUBLIC.voyage} order by v.start_day, v.slug`,
  {
    slug: col.text,
    ...fieldColumns(PUBLIC.voyage),
    owner: col.text.nullable(),
    passengers: col.json<PublicVoyage['passengers']>(),
    media: slugs,
    places: slugs,
  },
  { prepare: false },
);

const PEOPLE = statement(
  'edition-people',
  `select p.slug, p.filing_name, ${columnsOf('p', namesOf(PUBLIC.person))},
    case when r.person_id is not null then ${objectOf('r', PUBLIC.president, `'presidential', r.presidential`)} end office
  from person p left join president r on r.person_id = p.id where ${IS_PUBLIC.person} order by p.filing_key, p.slug`,
  {
    slug: col.text,
    filing_name: col.text,
    ...fieldColumns(PUBLIC.person),
    office: col.json<PublicPerson['office']>().nullable(),
  },
  { prepare: false },
);

/** A preview of a media item, and its key in the storage. */
interface StoredPicture {
  key: string;
  type: string;
  width: number;
  height: number;
}

const preview = (kind: string) => `(
  select jsonb_build_object('key', d.storage_key, 'type', d.content_type, 'width', d.width, 'height', d.height)
  from derivative d where d.media_id = m.id and d.kind = '${kind}' and d.state = 'ready' and d.width is not null)`;

const MEDIA = statement(
  'edition-media',
  `select m.slug, ${columnsOf('m', namesOf(PUBLIC.media))}, ${preview('thumbnail')} thumbnail, ${preview('large')} picture,
    array(select p.slug from media_person l join person p on p.id = l.person_id
      where l.media_id = m.id and ${IS_PUBLIC.person} order by l.sort_order) people
  from media m where ${IS_PUBLIC.media} order by m.day, m.slug`,
  {
    slug: col.text,
    ...fieldColumns(PUBLIC.media),
    thumbnail: col.json<StoredPicture>().nullable(),
    picture: col.json<StoredPicture>().nullable(),
    people: slugs,
  },
  { prepare: false },
);

const ALBUMS = statement(
  'edition-albums',
  `select a.slug, ${columnsOf('a', namesOf(PUBLIC.album))}, (select v.slug from voyage v where v.id = a.voyage_id) voyage,
    array(select m.slug from album_media e join media m on m.id = e.media_id
      where e.album_id = a.id and ${IS_PUBLIC.media} order by e.sort_order) media
  from album a left join voyage v on v.id = a.voyage_id where ${ALBUM_IS_PUBLIC}
  order by a.voyage_id is not null, v.start_day, a.sort_order, a.slug`,
  { slug: col.text, ...fieldColumns(PUBLIC.album), voyage: col.text.nullable(), media: slugs },
  { prepare: false },
);

const PLACES = statement(
  'edition-places',
  `select place.slug, ${columnsOf('place', namesOf(PUBLIC.place))} from place where ${IS_PUBLIC.place}
  order by fold(place.name), place.slug`,
  { slug: col.text, ...fieldColumns(PUBLIC.place) },
  { prepare: false },
);

/** Addresses of earlier editions, and of merged records, that no published record has. */
const FORMER = statement(
  'edition-former-addresses',
  `with records as (${PUBLIC_RECORDS}),
  earlier as (
    select kind, slug, record_id from edition_address
    union select 'person', slug, person_id from person_redirect
    union select 'place', slug, place_id from place_redirect)
  select distinct on (earlier.kind, earlier.slug) earlier.kind, earlier.slug, now.slug now
  from earlier
  left join records now on now.kind = earlier.kind and now.record_id = earlier.record_id
  where not exists (select from records r where r.kind = earlier.kind and r.slug = earlier.slug)
    and (now.slug is not null or exists (
      select from edition_address a where a.kind = earlier.kind and a.slug = earlier.slug))
  order by earlier.kind, earlier.slug, now.slug nulls last`,
  { kind: col.text.as<FormerAddress['kind']>(), slug: col.text, now: col.text.nullable() },
  { prepare: false },
);

const RECORDS = statement(
  'edition-records',
  PUBLIC_RECORDS,
  { kind: col.text.as<FormerAddress['kind']>(), record_id: col.int, slug: col.text, title: col.text, version: col.int },
  { prepare: false },
);

/** A file of the storage that becomes a file of an edition. */
export interface CopiedFile {
  path: string;
  key: string;
  type: string;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/avif': 'avif',
};

/** Reads everything that is public. Previews have no metadata: they are drawn from the pixels of the files. */
export async function readPublicArchive(executor: StatementExecutor) {
  const files: CopiedFile[] = [];
  const publicPicture = (slug: string, size: string, stored: StoredPicture | null): PublicPicture | null => {
    const ending = ENDINGS[stored?.type ?? ''];
    if (!stored || ending === undefined) return null;
    const { key, type, width, height } = stored;
    const path = `media/${slug}.${size}.${ending}`;
    files.push({ path, key, type });
    return { path, width, height };
  };
  const media: PublicMedia[] = (await executor.rows(MEDIA)).map(({ thumbnail, picture, ...item }) => ({
    ...item,
    thumbnail: publicPicture(item.slug, 'small', thumbnail),
    picture: publicPicture(item.slug, 'large', picture),
  }));
  const archive: PublicArchive = {
    voyages: await executor.rows(VOYAGES),
    people: await executor.rows(PEOPLE),
    media,
    albums: (await executor.rows(ALBUMS)) satisfies PublicAlbum[],
    places: await executor.rows(PLACES),
    former: await executor.rows(FORMER),
  };
  return { archive, files, records: await executor.rows(RECORDS) };
}
export type PublicRecords = Awaited<ReturnType<typeof readPublicArchive>>;
