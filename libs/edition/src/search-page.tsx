import { plainText } from '@archive/contracts/format';
import type { PublishedKind } from '@archive/contracts';
import { FOLDERS, To } from './frame.tsx';
import type { PublicArchive, SearchFiles } from './public-archive.ts';
import { FACETS, type Facet, type SearchIndex, type SearchRecord, type SearchShard, shardOf, words } from './search.ts';
import { dateOf, routeOf } from './voyage-page.tsx';

/** Records of the same rank are found in this order. */
const KINDS: Record<PublishedKind, string> = {
  person: 'Person',
  voyage: 'Voyage',
  place: 'Place',
  album: 'Album',
  media: 'Picture',
};
const KIND_NAMES = Object.keys(KINDS) as PublishedKind[];

/** All texts in a value. Addresses are not texts. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [] : [value];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

const decadesOf = (dates: readonly (string | null)[]) =>
  [...new Set(dates.flatMap((date) => /\d{4}/.exec(date ?? '')?.[0].slice(0, 3) ?? []))]
    .map(Number)
    .sort((a, b) => a - b);

interface Entry {
  kind: PublishedKind;
  slug: string;
  title: string;
  names?: string[];
  note?: string | null;
  dates: (string | null)[];
  owners: (string | null)[];
  people: string[];
  places: string[];
  texts: unknown;
}

function entriesOf({ voyages, people, media, albums, places }: PublicArchive): Entry[] {
  const nameOf = new Map(people.map(({ slug, full_name }) => [slug, full_name]));
  const voyageOf = new Map(voyages.map((voyage) => [voyage.slug, voyage]));
  type Voyage = PublicArchive['voyages'][number];
  const byRecord = (slugs: (voyage: Voyage) => readonly (string | null)[]) => {
    const groups = new Map<string | null, Voyage[]>();
    for (const voyage of voyages)
      for (const slug of new Set(slugs(voyage))) {
        const group = groups.get(slug);
        if (group) group.push(voyage);
        else groups.set(slug, [voyage]);
      }
    return groups;
  };
  const ofPerson = byRecord(({ owner, passengers }) => [owner, ...passengers.map(({ slug }) => slug)]);
  const ofMedia = byRecord(({ media: slugs }) => slugs);
  const ofPlace = byRecord(({ places: slugs }) => slugs);
  const under = (list: readonly Voyage[] = []) => ({
    dates: list.map(({ start_date }) => start_date),
    owners: list.map(({ owner }) => owner),
  });
  const personEntries = people.map(
    ({ slug, full_name, aliases, role_title, portrait: _portrait, ...texts }): Entry => ({
      kind: 'person',
      slug,
      title: full_name,
      names: aliases,
      note: role_title,
      ...under(ofPerson.get(slug)),
      people: [slug],
      places: [],
      texts: [texts, role_title],
    }),
  );
  const voyageEntries = voyages.map((voyage): Entry => {
    const { slug, title, media: _media, owner: _owner, passengers, places: named, ...texts } = voyage;
    const aboard = passengers.map((passenger) => passenger.slug);
    return {
      kind: 'voyage',
      slug,
      title,
      note: [dateOf(voyage), routeOf(voyage)].filter(Boolean).join(', '),
      ...under([voyage]),
      people: aboard,
      places: named,
      texts: [texts, passengers, aboard.map((person) => nameOf.get(person))],
    };
  });
  const placeEntries = places.map(({ slug, name, variants, kind }): Entry => ({
    kind: 'place',
    slug,
    title: name,
    names: variants,
    note: kind === 'other' ? null : kind,
    ...under(ofPlace.get(slug)),
    people: [],
    places: [slug],
    texts: [],
  }));
  const albumEntries = albums.map(({ slug, title, description, voyage: of }): Entry => {
    const voyage = voyageOf.get(of ?? '');
    return {
      kind: 'album',
      slug,
      title,
      note: voyage && voyage.title !== title ? voyage.title : null,
      ...under(voyage ? [voyage] : []),
      people: [],
      places: [],
      texts: description,
    };
  });
  const mediaEntries = media.map(
    ({ slug, title, thumbnail: _thumbnail, picture: _picture, people: marked, rights: _rights, ...item }): Entry => {
      const { owners, dates } = under(ofMedia.get(slug));
      return {
        kind: 'media',
        slug,
        title,
        note: item.credit,
        owners,
        people: marked,
        places: [],
        dates: item.date ? [item.date] : dates,
        texts: [item, marked.map((person) => nameOf.get(person))],
      };
    },
  );
  return [...personEntries, ...voyageEntries, ...placeEntries, ...albumEntries, ...mediaEntries];
}

/** The index of the search: what is loaded at once, and the words of texts by their first letters. */
export function searchIndex(archive: PublicArchive): { index: SearchIndex; shards: Map<string, SearchShard> } {
  const entries = entriesOf(archive);
  const position = new Map(entries.map(({ kind, slug }, record) => [`${kind} ${slug}`, record]));
  const positions = (kind: PublishedKind, slugs: readonly (string | null)[]) =>
    [...new Set(slugs)].flatMap((slug) => position.get(`${kind} ${slug}`) ?? []);
  const recordsWith = new Map<string, number[]>();
  for (const [record, { texts }] of entries.entries())
    for (const word of new Set(words(textsIn(texts).map(plainText).join(' ')))) {
      const records = recordsWith.get(word);
      if (records) records.push(record);
      else recordsWith.set(word, [record]);
    }
  const shards = new Map<string, SearchShard>();
  for (const [word, records] of [...recordsWith].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = shardOf(word);
    const shard = shards.get(name) ?? {};
    shard[word] = records.map((record, before) => record - (records[before - 1] ?? 0));
    shards.set(name, shard);
  }
  const records = entries.map(
    ({ kind, slug, title, names = [], note, dates, owners, people, places }): SearchRecord => {
      const facets = {
        decade: decadesOf(dates),
        owner: positions('person', owners),
        person: positions('person', people),
        place: positions('place', places),
      };
      return {
        kind: KIND_NAMES.indexOf(kind),
        slug,
        title,
        ...(names.length > 0 && { names: names.join(' ') }),
        ...(note && { note }),
        ...Object.fromEntries(Object.entries(facets).filter(([, { length }]) => length > 0)),
      };
    },
  );
  const kinds = KIND_NAMES.map((kind) => ({ label: KINDS[kind], folder: FOLDERS[kind] }));
  return { index: { kinds, records, shards: [...shards.keys()] }, shards };
}

const LABELS: Record<Facet, string> = {
  kind: 'Kind',
  decade: 'Decade',
  owner: 'President or owner',
  person: 'Person',
  place: 'Place',
};

/** A field that leads to the search. */
export const SearchField = () => (
  <search>
    <form className="search-field" action="search.html">
      <input type="search" name="q" aria-label="Search" placeholder="A name, a place, a date, or any word" />
      <button type="submit">Search</button>
    </form>
  </search>
);

export function SearchPage({ folder }: SearchFiles) {
  return (
    <>
      <h1>Search</h1>
      <div id="search-browse" className="prose">
        <p>Search works in browsers with JavaScript. Without it, all pages can be reached from these lists.</p>
        <ul>
          <li>
            <To path="voyages/index.html">Voyages by president, owner, and year</To>
          </li>
          <li>
            <To path="people/index.html">People from A to Z</To>
          </li>
          <li>
            <To path="places/index.html">Places</To>
          </li>
          <li>
            <To path="media/index.html">Pictures</To>
          </li>
          <li>
            <To path="days/index.html">Voyages by day of the year</To>
          </li>
        </ul>
      </div>
      <search>
        <form id="search" data-index={folder} hidden>
          <label className="search-words">
            Words
            <input type="search" name="q" autoComplete="off" spellCheck={false} />
          </label>
          <div className="search-filters">
            {FACETS.map((facet) => (
              <label key={facet}>
                {LABELS[facet]}
                <select name={facet}>
                  <option value="">Any</option>
                </select>
              </label>
            ))}
          </div>
        </form>
      </search>
      <output id="search-status" />
      <ol id="search-results" className="results" />
      <button id="search-more" type="button" hidden>
        Show more
      </button>
    </>
  );
}
