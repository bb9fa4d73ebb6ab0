import { formatCount, formatNumber } from '@archive/contracts/format';
import { DuskScene } from '@archive/ui/dusk-scene';
import type { ReactNode } from 'react';
import { ContactSheet, RecordLink, To } from './frame.tsx';
import type { PublicMedia, PublicPlace } from './public-archive.ts';
import { VoyageTable } from './people-places.tsx';
import { SearchField } from './search-page.tsx';
import { dateOf, type PersonEntry, type VoyageEntry } from './voyage-page.tsx';

function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header>
      <h1>{title}</h1>
      {children && <p className="lede">{children}</p>}
    </header>
  );
}

export interface AdministrationInput {
  /** Null: voyages without a president or owner. */
  owner: (PersonEntry & { presidential: boolean; term: string }) | null;
  path: string;
  voyages: VoyageEntry[];
}

export interface VoyagesInput {
  administrations: (Pick<AdministrationInput, 'owner' | 'path'> & { count: number })[];
  years: { year: string; count: number }[];
}

export const NO_OWNER = 'No president or owner';
export const yearPath = (year: string) => `years/${year}.html`;

export function VoyagesPage({ administrations, years }: VoyagesInput) {
  const most = Math.max(...years.map(({ count }) => count), 1);
  return (
    <>
      <PageHeading title="Voyages">By president and owner, and by year.</PageHeading>
      <ul className="administrations">
        {administrations.map(({ owner, path, count }) => (
          <li key={path}>
            <To path={path}>{owner?.full_name ?? NO_OWNER}</To>
            <small>{owner?.term}</small>
            <span>{formatCount(count, 'voyage')}</span>
          </li>
        ))}
      </ul>
      <h2>Years</h2>
      <table className="chart">
        <caption>Voyages by year</caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
            <th scope="col">Voyages</th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, count }) => (
            <tr key={year}>
              <th scope="row">
                <To path={yearPath(year)}>{year}</To>
              </th>
              <td>
                <meter min={0} max={most} value={count} aria-hidden />
                {count}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function AdministrationPage({ owner, voyages }: AdministrationInput) {
  return (
    <>
      <PageHeading title={owner?.full_name ?? NO_OWNER}>{owner?.term}</PageHeading>
      {owner && (
        <p>
          <RecordLink kind="person" slug={owner.slug}>
            About {owner.full_name}
          </RecordLink>
        </p>
      )}
      <VoyageTable caption={formatCount(voyages.length, 'voyage')} voyages={voyages} />
    </>
  );
}

export interface YearInput {
  year: string;
  voyages: VoyageEntry[];
  previous: string | null;
  next: string | null;
}

export function YearPage({ year, voyages, previous, next }: YearInput) {
  return (
    <>
      <PageHeading title={year} />
      <VoyageTable caption={formatCount(voyages.length, 'voyage')} voyages={voyages} />
      <nav className="neighbors" aria-label="Neighboring years">
        {previous && (
          <p className="previous">
            <To path={yearPath(previous)}>{previous}</To>
          </p>
        )}
        {next && (
          <p className="next">
            <To path={yearPath(next)}>{next}</To>
          </p>
        )}
      </nav>
    </>
  );
}

/** Links to the pages of a long list. */
export interface PartOfList {
  parts: { path: string; label: string }[];
  path: string;
}

function Parts({ label, parts, path }: PartOfList & { label: string }) {
  if (parts.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="parts">
        {parts.map((part) => (
          <li key={part.path}>
            {part.path === path ? <b aria-current="page">{part.label}</b> : <To path={part.path}>{part.label}</To>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

export interface PeopleInput extends PartOfList {
  people: (PersonEntry & { filing_name: string; voyages: number })[];
}

export function PeoplePage({ people, ...list }: PeopleInput) {
  return (
    <>
      <PageHeading title="People" />
      <Parts label="Letters" {...list} />
      <table>
        <caption>{formatCount(people.length, 'person', 'people')}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Voyages</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ slug, filing_name, role_title, voyages }) => (
            <tr key={slug}>
              <th scope="row">
                <RecordLink kind="person" slug={slug}>
                  {filing_name}
                </RecordLink>
              </th>
              <td>{role_title}</td>
              <td>{voyages}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export interface PicturesInput extends PartOfList {
  media: PublicMedia[];
}

export function PicturesPage({ media, ...list }: PicturesInput) {
  return (
    <>
      <PageHeading title="Pictures">
        {media.length === 0 ? 'This edition has no pictures yet.' : 'Photographs, documents, and films.'}
      </PageHeading>
      <Parts label="Pages" {...list} />
      <ContactSheet media={media} />
    </>
  );
}

export interface PlacesInput {
  places: (Pick<PublicPlace, 'slug' | 'name' | 'kind'> & { voyages: number })[];
}

export function PlacesPage({ places }: PlacesInput) {
  return (
    <>
      <PageHeading title="Places">{places.length === 0 && 'This edition has no places yet.'}</PageHeading>
      <table>
        <caption>{formatCount(places.length, 'place')}</caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Kind</th>
            <th scope="col">Voyages</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ slug, name, kind, voyages }) => (
            <tr key={slug}>
              <th scope="row">
                <RecordLink kind="place" slug={slug}>
                  {name}
                </RecordLink>
              </th>
              <td>{kind}</td>
              <td>{voyages}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export interface AlbumsInput {
  albums: { slug: string; title: string; count: number; voyage: string | null }[];
}

export function AlbumsPage({ albums }: AlbumsInput) {
  return (
    <>
      <PageHeading title="Albums">
        {albums.length === 0 ? 'This edition has no albums yet.' : 'Albums of voyages, and collections.'}
      </PageHeading>
      <ul className="administrations">
        {albums.map(({ slug, title, count, voyage }) => (
          <li key={slug}>
            <RecordLink kind="album" slug={slug}>
              {title}
            </RecordLink>
            <small>{voyage ?? 'Collection'}</small>
            <span>{formatCount(count, 'item')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export interface DaysInput extends PartOfList {
  month: string;
  days: { day: number; voyages: VoyageEntry[] }[];
}

export function DaysPage({ month, days, ...list }: DaysInput) {
  return (
    <>
      <PageHeading title={`On this day: ${month}`}>Voyages whose day is known, by the day of the year.</PageHeading>
      <Parts label="Months" {...list} />
      <dl className="facts">
        {days.map(({ day, voyages }) => (
          <div key={day}>
            <dt>{`${month} ${day}`}</dt>
            <dd>
              <ul>
                {voyages.map(({ slug, title, start_date }) => (
                  <li key={slug}>
                    {start_date.slice(0, 4)}{' '}
                    <RecordLink kind="voyage" slug={slug}>
                      {title}
                    </RecordLink>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export interface KindInput {
  label: string;
  voyages: VoyageEntry[];
}

export const KindPage = ({ label, voyages }: KindInput) => (
  <>
    <PageHeading title={label} />
    <VoyageTable caption={formatCount(voyages.length, 'voyage')} voyages={voyages} />
  </>
);

export interface FiguresInput {
  totals: { voyages: number; people: number; media: number; places: number };
  kinds: { path: string; label: string; count: number }[];
  travelers: (PersonEntry & { voyages: number })[];
}

export function FiguresPage({ totals, kinds, travelers }: FiguresInput) {
  return (
    <>
      <PageHeading title="Figures" />
      <ul className="totals">
        {Object.entries(totals).map(([name, count]) => (
          <li key={name}>
            <b>{formatNumber(count)}</b> {name === 'media' ? 'pictures' : name}
          </li>
        ))}
      </ul>
      <section>
        <h2>Most voyages</h2>
        <table>
          <caption>People by number of voyages</caption>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Voyages</th>
            </tr>
          </thead>
          <tbody>
            {travelers.map(({ slug, full_name, voyages }) => (
              <tr key={slug}>
                <th scope="row">
                  <RecordLink kind="person" slug={slug}>
                    {full_name}
                  </RecordLink>
                </th>
                <td>{voyages}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section>
        <h2>Kinds of voyages</h2>
        <ul className="administrations">
          {kinds.map(({ path, label, count }) => (
            <li key={path}>
              <To path={path}>{label}</To>
              <span>{formatCount(count, 'voyage')}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

export interface HomeInput {
  totals: FiguresInput['totals'];
  /** The voyage with the most to tell. */
  story: (VoyageEntry & { excerpt: string }) | null;
  media: PublicMedia[];
}

export function HomePage({ site, totals, story, media }: HomeInput & { site: { title: string; subtitle: string } }) {
  return (
    <>
      <header className="entrance">
        <DuskScene className="scene" />
        <div>
          <h1>{site.title}</h1>
          <p className="lede">{site.subtitle}</p>
          <SearchField />
          <p className="doors">
            <To path="voyages/index.html">{formatCount(totals.voyages, 'voyage')}</To>
            <To path="people/index.html">{formatCount(totals.people, 'person', 'people')}</To>
            <To path="media/index.html">{formatCount(totals.media, 'picture')}</To>
            <To path="places/index.html">{formatCount(totals.places, 'place')}</To>
          </p>
        </div>
      </header>
      {story && (
        <section className="story">
          <p className="eyebrow">{dateOf(story)}</p>
          <h2>
            <RecordLink kind="voyage" slug={story.slug}>
              {story.title}
            </RecordLink>
          </h2>
          <p>{story.excerpt}</p>
        </section>
      )}
      {media.length > 0 && (
        <section>
          <h2>From the collection</h2>
          <ContactSheet media={media} />
        </section>
      )}
    </>
  );
}

export interface AboutInput {
  published: string;
  number: number;
  files: { path: string; label: string }[];
}

export function AboutPage({ site, published, number, files }: AboutInput & { site: { title: string } }) {
  return (
    <div className="prose">
      <h1>About this edition</h1>
      <p>
        This is edition {number} of {site.title}, published on {published}. It contains what its curators have made
        public. Pictures are included where their rights allow it.
      </p>
      <h2>How to cite</h2>
      <p>
        Name the page, {site.title}, edition {number}, {published}, and the address of the page. Addresses stay: pages
        of records that were renamed, merged, or withdrawn say so.
      </p>
      <h2>Accessibility</h2>
      <p>
        Every page except the search is complete without scripts. All work with the keyboard and with screen readers,
        and adapt to small screens, dark mode, and paper. Some pictures have no description yet.
      </p>
      <h2>Data</h2>
      <p>All records of this edition as files. The checksums (SHA-256) prove that a copy is complete.</p>
      <ul>
        {files.map(({ path, label }) => (
          <li key={path}>
            <To path={path}>{label}</To>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The page at an address that a record no longer has. */
export function FormerPage({
  now,
}: {
  now: { kind: 'voyage' | 'person' | 'media' | 'album' | 'place'; slug: string } | null;
}) {
  return now ? (
    <div className="prose">
      <h1>This page has moved</h1>
      <p>
        <RecordLink kind={now.kind} slug={now.slug}>
          Go to its new address
        </RecordLink>
      </p>
    </div>
  ) : (
    <div className="prose">
      <h1>Withdrawn</h1>
      <p>An earlier edition had a record at this address. It has been withdrawn.</p>
      <p>
        <To path="index.html">Go to the first page</To>
      </p>
    </div>
  );
}
