import { formatDate } from '@archive/contracts/dates';
import { formatCount } from '@archive/contracts/format';
import type { ReactNode } from 'react';
import { ContactSheet, FactList, type Head, pathOf, Picture, RecordLink } from './frame.tsx';
import type { PublicAlbum, PublicMedia, PublicPerson, PublicPlace } from './public-archive.ts';
import { dateOf, excerpt, type PersonEntry, routeOf, type VoyageEntry } from './voyage-page.tsx';

/** Voyages in a table, in the order of their dates. `note` adds a column. */
export function VoyageTable({
  caption,
  voyages,
  note,
}: {
  caption: string;
  voyages: readonly VoyageEntry[];
  note?: { label: string; of: (voyage: VoyageEntry) => ReactNode };
}) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Voyage</th>
          <th scope="col">Route</th>
          {note && <th scope="col">{note.label}</th>}
        </tr>
      </thead>
      <tbody>
        {voyages.map((voyage) => (
          <tr key={voyage.slug}>
            <td className="date">{dateOf(voyage)}</td>
            <th scope="row">
              <RecordLink kind="voyage" slug={voyage.slug}>
                {voyage.title}
              </RecordLink>
            </th>
            <td>{routeOf(voyage)}</td>
            {note && <td>{note.of(voyage)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface PersonInput {
  person: PublicPerson;
  portrait: PublicMedia | null;
  /** The voyages of the term, of a president or owner. */
  owned: VoyageEntry[];
  voyages: (VoyageEntry & { role: string | null })[];
  companions: (PersonEntry & { voyages: number })[];
  media: PublicMedia[];
}

const yearsOf = ({ birth_year: born, death_year: died }: PublicPerson) =>
  born || died ? `${born ?? ''}–${died ?? ''}` : null;

export function personHead({ person, voyages, portrait }: PersonInput): Head {
  const { slug, full_name, role_title, aliases, wikipedia_url, birth_year, death_year } = person;
  return {
    path: pathOf('person', slug),
    title: full_name,
    description: `${[full_name, role_title].filter(Boolean).join(', ')}: ${formatCount(voyages.length, 'voyage')}.`,
    picture: portrait?.picture?.path,
    data: {
      '@type': 'Person',
      name: full_name,
      ...(aliases.length > 0 && { alternateName: aliases }),
      ...(role_title && { jobTitle: role_title }),
      ...(birth_year && { birthDate: String(birth_year) }),
      ...(death_year && { deathDate: String(death_year) }),
      ...(wikipedia_url && { sameAs: wikipedia_url }),
    },
  };
}

/** "April 12, 1945 – January 20, 1953". */
export const termOf = ({ term_start: start, term_end: end }: NonNullable<PublicPerson['office']>) =>
  [start, end].flatMap((date) => (date === null ? [] : [formatDate(date)])).join(' – ');

const initials = (name: string) => {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{Lu}/u.exec(word)?.[0] ?? []);
  return [...new Set([0, letters.length - 1])].map((position) => letters[position]).join('');
};

export function PersonPage({ person, portrait, owned, voyages, companions, media }: PersonInput) {
  const { full_name, role_title, organization, aliases, wikipedia_url, office } = person;
  const roles = new Map(voyages.map(({ slug, role }) => [slug, role]));
  return (
    <article>
      <header className="person">
        <div className="medallion">
          {portrait ? <Picture media={portrait} size="small" first /> : <span aria-hidden>{initials(full_name)}</span>}
        </div>
        <div>
          <p className="eyebrow">{[role_title, organization].filter(Boolean).join(' · ') || 'Person'}</p>
          <h1>{full_name}</h1>
          <p className="when">{yearsOf(person)}</p>
        </div>
      </header>
      <FactList
        facts={{
          'Also known as': aliases.join('; '),
          'Party or owner type': office?.party,
          Term: office && termOf(office),
          Elsewhere: wikipedia_url && <a href={wikipedia_url}>Wikipedia</a>,
        }}
      />
      {owned.length > 0 && (
        <section>
          <h2>{office?.presidential ? 'Voyages of the administration' : 'Voyages under this owner'}</h2>
          <VoyageTable caption={formatCount(owned.length, 'voyage')} voyages={owned} />
        </section>
      )}
      {voyages.length > 0 && (
        <section>
          <h2>Aboard</h2>
          <VoyageTable
            caption={formatCount(voyages.length, 'voyage')}
            voyages={voyages}
            note={{ label: 'Role', of: ({ slug }) => roles.get(slug) }}
          />
        </section>
      )}
      {companions.length > 0 && (
        <section>
          <h2>Most often aboard with</h2>
          <ul className="people">
            {companions.map(({ slug, full_name: name, voyages: shared }) => (
              <li key={slug}>
                <RecordLink kind="person" slug={slug}>
                  {name}
                </RecordLink>
                <small>{formatCount(shared, 'voyage')}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {media.length > 0 && (
        <section>
          <h2>Pictures</h2>
          <ContactSheet media={media} />
        </section>
      )}
    </article>
  );
}

export interface AlbumInput {
  album: PublicAlbum;
  voyage: VoyageEntry | null;
  media: PublicMedia[];
}

export const albumHead = ({ album, media }: AlbumInput): Head => ({
  path: pathOf('album', album.slug),
  title: album.title,
  description: excerpt(album.description ?? `${album.title}: ${formatCount(media.length, 'item')}.`),
  picture: media.find(({ picture }) => picture)?.picture?.path,
  data: { '@type': 'Collection', name: album.title, collectionSize: media.length },
});

export function AlbumPage({ album, voyage, media }: AlbumInput) {
  return (
    <article>
      <header>
        <p className="eyebrow">{voyage ? 'Album' : 'Collection'}</p>
        <h1>{album.title}</h1>
        {voyage && (
          <p className="when">
            <RecordLink kind="voyage" slug={voyage.slug}>
              {voyage.title}
            </RecordLink>
          </p>
        )}
        {album.description && <p className="lede">{album.description}</p>}
      </header>
      <ContactSheet media={media} />
    </article>
  );
}

export interface PlaceInput {
  place: PublicPlace;
  whole: Pick<PublicPlace, 'slug' | 'name'> | null;
  parts: Pick<PublicPlace, 'slug' | 'name'>[];
  voyages: VoyageEntry[];
}

const authorities = ({ wikidata, geonames }: PublicPlace) => [
  ...(wikidata ? [`https://www.wikidata.org/entity/${wikidata}`] : []),
  ...(geonames ? [`https://www.geonames.org/${geonames}/`] : []),
];

export const placeHead = ({ place, voyages }: PlaceInput): Head => ({
  path: pathOf('place', place.slug),
  title: place.name,
  description: `${place.name}: ${formatCount(voyages.length, 'voyage')}.`,
  data: {
    '@type': 'Place',
    name: place.name,
    ...(place.variants.length > 0 && { alternateName: place.variants }),
    ...(place.latitude !== null && {
      geo: { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude },
    }),
    sameAs: authorities(place),
  },
});

export function PlacePage({ place, whole, parts, voyages }: PlaceInput) {
  const { latitude, longitude, uncertainty } = place;
  return (
    <article>
      <header>
        <p className="eyebrow">{place.kind === 'other' ? 'Place' : place.kind}</p>
        <h1>{place.name}</h1>
      </header>
      <FactList
        facts={{
          'Also written': place.variants.join('; '),
          'Part of': whole && (
            <RecordLink kind="place" slug={whole.slug}>
              {whole.name}
            </RecordLink>
          ),
          Parts:
            parts.length > 0 &&
            parts.map(({ slug, name }, index) => (
              <span key={slug}>
                {index > 0 && ', '}
                <RecordLink kind="place" slug={slug}>
                  {name}
                </RecordLink>
              </span>
            )),
          Coordinates: latitude !== null && longitude !== null && (
            <>
              <a
                href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=12/${latitude}/${longitude}`}
              >
                {latitude}, {longitude}
              </a>
              {uncertainty !== null && ` (within ${uncertainty} m)`}
            </>
          ),
          Elsewhere: authorities(place).map((url) => (
            <a key={url} href={url}>
              {new URL(url).hostname.replace('www.', '')}{' '}
            </a>
          )),
        }}
      />
      {voyages.length > 0 && <VoyageTable caption={formatCount(voyages.length, 'voyage')} voyages={voyages} />}
    </article>
  );
}
