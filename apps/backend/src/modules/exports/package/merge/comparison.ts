import { isDeepStrictEqual } from 'node:util';
import { type HISTORY_KINDS, MERGED_KINDS, type MergedKind, type PackageRecord } from '@archive/contracts';
import type { StatementExecutor } from '../../../../database/index.ts';
import { fieldChanges } from '../../../history/index.ts';
import type { RecordOf } from '../package-format.ts';
import { recordsOf, type RecordFiles } from '../read-records.ts';
import { archiveRecords, inBatches, MERGED, namesOf, type TableName, slugOf } from './archive-records.ts';
import type { Identities, Identity } from './identities.ts';

const BATCH_SIZE = 200;
/** Longest shown text, and that of all further ones once the others have this many characters. */
const SHOWN_CHARACTERS = 2000;
const SHOWN_SHORT = 100;
const SHOWN_IN_ALL = 20_000_000;

const HISTORY_KIND: Readonly<Record<MergedKind, (typeof HISTORY_KINDS)[number]>> = {
  people: 'person',
  presidents: 'president',
  media: 'media',
  voyages: 'voyage',
  albums: 'album',
  places: 'place',
  stories: 'story',
};

/** What isn't compared: numbers, addresses, files, and where a record came from. */
const NOT_COMPARED = new Set([
  'id',
  'version',
  'created_at',
  'updated_at',
  'spellings',
  'file',
  'suggested',
  'imported',
  'voyage_slug',
  'former_slugs',
]);
/** The owner has another name in the history. */
const OWNER = 'president_slug_from_voyage';

/** A record of a package beside that of the archive. */
export interface Compared<K extends MergedKind> {
  kind: K;
  item: PackageRecord;
  /** With the addresses that its references have in the archive. */
  record: RecordOf<K>;
  /** Undefined if the archive doesn't have it. */
  own: RecordOf<K> | undefined;
  /** Names of the fields that differ. */
  differing: readonly string[];
}
export type AnyCompared = { [K in MergedKind]: Compared<K> }[MergedKind];

type Value = Readonly<Record<string, unknown>>;

/** Compares the records of a package with those of the archive, in batches of one kind, in an order in which they can be saved. */
export async function* compareRecords(
  executor: StatementExecutor,
  files: RecordFiles,
  identities: Identities,
  signal: AbortSignal,
): AsyncGenerator<AnyCompared[], void, undefined> {
  let shown = 0;
  const cutShort = (text: string) => {
    const limit = shown > SHOWN_IN_ALL ? SHOWN_SHORT : SHOWN_CHARACTERS;
    const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
    shown += cut.length;
    // Not half of a letter.
    return cut.toWellFormed();
  };
  for (const kind of MERGED_KINDS)
    for await (const batch of inBatches(recordsOf(files, kind, signal), BATCH_SIZE)) {
      const records = batch.map(({ record, fields }) => {
        const slug = slugOf(kind, record);
        const recognized = identities.find(kind, slug) ?? { slug, exists: false };
        // Whether a president is the same person is decided about once.
        const identity: Identity = kind === 'presidents' ? { ...recognized, doubt: undefined } : recognized;
        return { slug, identity, record: withArchiveSlugs(kind, record, identity.slug, identities), fields };
      });
      const slugs = records.map(({ slug, identity }) => (identity.doubt === undefined ? identity.slug : slug));
      const owned = await archiveRecords(executor, kind, slugs);
      const pairs = records.map(({ slug, identity, record, fields }, index) => {
        const found = owned.get(slugs[index] ?? '');
        const own = found && withArchiveSlugs(kind, found, slugOf(kind, found));
        const compared = identity.isMerged === true && (kind === 'people' || kind === 'places') ? [] : fields;
        const differing = own ? compared.filter((name) => differs(kind, name, own, record, identities)) : [];
        return { slug, identity, record, own, differing };
      });
      const names = await namesIn(executor, identities, pairs);
      yield pairs.map(({ slug, identity, record, own, differing }) => {
        const changes = own && differing.length > 0 ? changesOf(kind, own, record, differing, names) : [];
        const isNew = own === undefined;
        const item: PackageRecord = {
          kind,
          slug,
          title: titleOf(record, names),
          action:
            identity.doubt !== undefined ? 'unclear' : isNew ? 'add' : differing.length > 0 ? 'conflict' : 'equal',
          archive_slug: identity.slug,
          archive_version: own?.version ?? null,
          doubt: identity.doubt ?? null,
          changes: changes.map(({ from, to, ...change }) => ({ ...change, from: cutShort(from), to: cutShort(to) })),
        };
        return { kind, item, record, own: identity.doubt === undefined ? own : undefined, differing } as AnyCompared;
      });
    }
}

const titleOf = (record: object, names: Names): string => {
  const { title, full_name, name, president_slug: slug } = record as Value;
  return String(title ?? full_name ?? name ?? names.get(`person ${String(slug)}`) ?? slug);
};

function differs(kind: MergedKind, name: string, own: object, record: object, identities: Identities): boolean {
  if (NOT_COMPARED.has(name) || name === MERGED[kind].slug) return false;
  const [one, other] = [(own as Value)[name], (record as Value)[name]];
  if (isDeepStrictEqual(one, other)) return false;
  // A portrait may have been deleted.
  return name !== 'portrait' || other === null || identities.find('media', String(other)) !== undefined;
}

/** The first item of each key. */
function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keys = new Set<string>();
  return items.filter((item) => {
    const isFirst = !keys.has(keyOf(item));
    keys.add(keyOf(item));
    return isFirst;
  });
}

/** A record with the addresses of the archive. People and media that are the same one there are listed once. */
function withArchiveSlugs<K extends MergedKind>(
  kind: K,
  value: RecordOf<K>,
  slug: string,
  identities?: Identities,
): RecordOf<K> {
  const record = { ...value, [MERGED[kind].slug]: slug } as RecordOf<MergedKind>;
  const person = (one: string) => identities?.slugOf('people', one) ?? one;
  const media = (one: string) => identities?.slugOf('media', one) ?? one;
  const orNull = (one: string | null, of: (slug: string) => string) => one && of(one);
  const changed = (): Partial<RecordOf<MergedKind>> => {
    switch (kind) {
      case 'people':
        return { portrait: orNull((record as RecordOf<'people'>).portrait, media) };
      case 'media': {
        const { president_slug, people } = record as RecordOf<'media'>;
        const marks = people.map((mark) => ({ ...mark, person_slug: person(mark.person_slug) }));
        return {
          president_slug: orNull(president_slug, person),
          people: unique(marks, (mark) => mark.person_slug).map((mark, index) => ({ ...mark, sort_order: index + 1 })),
        };
      }
      case 'voyages': {
        const { president_slug_from_voyage: owner, passengers, media: links } = record as RecordOf<'voyages'>;
        const aboard = passengers.map((passenger) => ({ ...passenger, person_slug: person(passenger.person_slug) }));
        return {
          president_slug_from_voyage: orNull(owner, person),
          passengers: unique(aboard, (passenger) => passenger.person_slug),
          media: unique(
            links.map((link) => ({ ...link, media_slug: media(link.media_slug) })),
            (link) => link.media_slug,
          ),
        };
      }
      case 'albums': {
        const { voyage_slug, media: entries } = record as RecordOf<'albums'>;
        return {
          voyage_slug: orNull(voyage_slug, (one) => identities?.slugOf('voyages', one) ?? one),
          media: [...new Set(entries.map(media))],
        };
      }
      case 'places': {
        const { part_of } = record as RecordOf<'places'>;
        const whole = orNull(part_of, (one) => identities?.slugOf('places', one) ?? one);
        // Two places of the package can be one here.
        return { part_of: whole === slug ? null : whole };
      }
      case 'stories': {
        const { cover, body } = record as RecordOf<'stories'>;
        return { cover: orNull(cover, media), body: body && withAddresses(body, identities) };
      }
      default:
        return {};
    }
  };
  return { ...record, ...changed() } as RecordOf<K>;
}

/** A text in which links to records have their addresses in the archive. */
const withAddresses = (markdown: string, identities: Identities | undefined) =>
  markdown.replaceAll(
    /(?<=\]\(\/)(voyages|people|places|media)\/([a-z0-9-]+)/g,
    (_, kind: 'voyages' | 'people' | 'places' | 'media', slug: string) =>
      `${kind}/${identities?.slugOf(kind, slug) ?? slug}`,
  );

type Names = ReadonlyMap<string, string>;

const slugsIn = (record: object): [TableName, string][] => {
  const { passengers, people, media, president_slug, president_slug_from_voyage } = record as {
    [name: string]: unknown;
    passengers?: { person_slug: string }[];
    people?: { person_slug: string }[];
    media?: (string | { media_slug: string })[];
    president_slug?: string | null;
    president_slug_from_voyage?: string | null;
  };
  const persons = [...(passengers ?? []), ...(people ?? [])].map(({ person_slug }) => person_slug);
  const owners = [president_slug, president_slug_from_voyage].filter((slug) => typeof slug === 'string');
  const items = (media ?? []).map((link) => (typeof link === 'string' ? link : link.media_slug));
  return [
    ...[...persons, ...owners].map((slug): [TableName, string] => ['person', slug]),
    ...items.map((slug): [TableName, string] => ['media', slug]),
  ];
};

/** Names of the people and media that differing records refer to. */
async function namesIn(
  executor: StatementExecutor,
  identities: Identities,
  pairs: readonly { own: object | undefined; record: object; differing: readonly string[] }[],
): Promise<Names> {
  const names = new Map(identities.addedNames);
  const records = pairs.flatMap(({ own, record, differing }) =>
    own && differing.length > 0 ? [own, record] : 'president_slug' in record ? [record] : [],
  );
  for (const [table, slugs] of Map.groupBy(records.flatMap(slugsIn), ([table]) => table))
    for (const [slug, name] of await namesOf(executor, table, [...new Set(slugs.map(([, slug]) => slug))]))
      names.set(`${table} ${slug}`, name);
  return names;
}

/** A record as the history shows it, with the names of people and media. One that the archive doesn't have yet has its address. */
function shownRecord(record: object, names: Names): Value {
  const person = (slug: string) => names.get(`person ${slug}`) ?? slug;
  const title = (slug: string) => names.get(`media ${slug}`) ?? slug;
  const named = (list: unknown) =>
    (list as { person_slug: string }[]).map((entry) => ({ ...entry, full_name: person(entry.person_slug) }));
  const { passengers, people, media, president_slug: owner, [OWNER]: ownerOfVoyage, ...fields } = record as Value;
  return {
    ...fields,
    ...(passengers !== undefined && { passengers: named(passengers) }),
    ...(people !== undefined && { people: named(people) }),
    ...(media !== undefined && {
      media: (media as (string | { media_slug: string })[]).map((link) =>
        typeof link === 'string' ? { title: title(link) } : { ...link, title: title(link.media_slug) },
      ),
    }),
    ...(owner !== undefined && { president_slug: owner === null ? null : person(owner as string) }),
    ...(ownerOfVoyage !== undefined && {
      president_name: ownerOfVoyage === null ? null : person(ownerOfVoyage as string),
    }),
  };
}

/** The differing fields as the history shows them. */
function changesOf(
  kind: MergedKind,
  own: object,
  record: object,
  differing: readonly string[],
  names: Names,
): PackageRecord['changes'] {
  const shown = new Map(
    fieldChanges(HISTORY_KIND[kind], shownRecord(own, names), shownRecord(record, names)).map((change) => [
      change.field === 'president_name' ? OWNER : change.field,
      change,
    ]),
  );
  return differing.map((field) => {
    const { label = field, from, to } = shown.get(field) ?? {};
    const text = (value: object) => JSON.stringify((value as Value)[field]);
    return { field, label, from: from ?? text(own), to: to ?? text(record) };
  });
}
