import { formatDate, formatDateRange, rightsLabel, voyageFields, type VoyageField } from '@archive/contracts';
import { plainText } from '@archive/contracts/format';
import { Markdown } from '@archive/ui/markdown';
import type { ReactNode } from 'react';
import { ContactSheet, FactList, type Head, pathOf, Picture, RecordLink } from './frame.tsx';
import type { PublicMedia, PublicPerson, PublicPlace, PublicVoyage } from './public-archive.ts';

/** A voyage as other pages name it. */
export type VoyageEntry = Pick<
  PublicVoyage,
  'slug' | 'title' | 'start_date' | 'end_date' | 'start_location' | 'end_location'
>;
export const voyageEntry = ({ slug, title, start_date, end_date, start_location, end_location }: PublicVoyage) => ({
  slug,
  title,
  start_date,
  end_date,
  start_location,
  end_location,
});
/** A person as other pages name it. */
export type PersonEntry = Pick<PublicPerson, 'slug' | 'full_name' | 'role_title'>;
export const personEntry = ({ slug, full_name, role_title }: PublicPerson) => ({ slug, full_name, role_title });

export interface VoyageInput {
  voyage: PublicVoyage;
  owner: PersonEntry | null;
  people: Record<string, PersonEntry>;
  media: PublicMedia[];
  albums: { slug: string; title: string }[];
  places: Pick<PublicPlace, 'slug' | 'name'>[];
  previous: VoyageEntry | null;
  next: VoyageEntry | null;
}

export const dateOf = ({ start_date, end_date }: Pick<PublicVoyage, 'start_date' | 'end_date'>) =>
  end_date ? formatDateRange(start_date, end_date) : formatDate(start_date);

export const routeOf = ({ start_location, end_location }: Pick<PublicVoyage, 'start_location' | 'end_location'>) =>
  [start_location, end_location === start_location ? null : end_location]
    .filter(Boolean)
    .map((place) => plainText(place ?? ''))
    .join(' → ');

/** The first sentences of a text, for a description in search results. */
export const excerpt = (text: string) => {
  const plain = plainText(text).replaceAll(/\s+/g, ' ').trim();
  return plain.length <= 200 ? plain : `${plain.slice(0, plain.lastIndexOf(' ', 200))} …`;
};

const FLAGS = Object.entries(voyageFields).flatMap(([name, { column, label }]) =>
  column === 'boolean' ? [{ name: name as VoyageField & keyof PublicVoyage, label }] : [],
);

export function voyageHead({ voyage, owner, people, media }: VoyageInput): Head {
  const { slug, title } = voyage;
  return {
    path: pathOf('voyage', slug),
    title,
    description: excerpt(voyage.summary_markdown ?? [dateOf(voyage), routeOf(voyage)].filter(Boolean).join('. ')),
    picture: media.find(({ picture }) => picture)?.picture?.path,
    data: {
      '@type': 'Event',
      name: title,
      startDate: voyage.start_date,
      ...(voyage.end_date && { endDate: voyage.end_date }),
      ...(voyage.start_location && { location: { '@type': 'Place', name: plainText(voyage.start_location) } }),
      ...(owner && { organizer: { '@type': 'Person', name: owner.full_name } }),
      attendee: voyage.passengers.map(({ slug: person }) => ({ '@type': 'Person', name: people[person]?.full_name })),
    },
  };
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function People({ voyage, people, crew }: Pick<VoyageInput, 'voyage' | 'people'> & { crew: boolean }) {
  const aboard = voyage.passengers.filter(({ is_crew }) => is_crew === crew);
  if (aboard.length === 0) return null;
  return (
    <Section title={crew ? 'Crew' : 'Aboard'}>
      <ul className="people">
        {aboard.map(({ slug, title, capacity_role }) => (
          <li key={slug}>
            <RecordLink kind="person" slug={slug}>
              {[title, people[slug]?.full_name].filter(Boolean).join(' ')}
            </RecordLink>
            <small>{capacity_role ?? people[slug]?.role_title}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Sources({ voyage }: Pick<VoyageInput, 'voyage'>) {
  const sources = [...voyage.source_urls, ...voyage.additional_sources];
  if (sources.length === 0) return null;
  return (
    <Section title="Sources">
      <ol className="sources">
        {sources.map(({ url, title }, index) => (
          <li key={index}>
            {/^https?:\/\//i.test(url) ? (
              <a href={url}>{title ?? url}</a>
            ) : (
              <Markdown text={title ? `${title}, ${url}` : url} />
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function VoyagePage(input: VoyageInput) {
  const { voyage, owner, media, albums, places, previous, next } = input;
  const badges = FLAGS.filter(({ name }) => voyage[name] === true);
  const [first] = media;
  return (
    <article className="voyage">
      <header>
        <p className="eyebrow">
          {owner ? (
            <RecordLink kind="person" slug={owner.slug}>
              {owner.full_name}
            </RecordLink>
          ) : (
            'Voyage'
          )}
        </p>
        <h1>{voyage.title}</h1>
        <p className="when">
          {dateOf(voyage)}
          {(voyage.start_time ?? voyage.end_time) && (
            <small>{[voyage.start_time, voyage.end_time].filter(Boolean).join('–')}</small>
          )}
        </p>
        {routeOf(voyage) && <p className="route">{routeOf(voyage)}</p>}
        {badges.length > 0 && (
          <ul className="badges">
            {badges.map(({ name, label }) => (
              <li key={name}>{label}</li>
            ))}
          </ul>
        )}
      </header>
      <div className="broadsheet">
        <div className="prose">
          {first?.picture && (
            <figure className="lead">
              <Picture media={first} size="large" first />
              <figcaption>
                <RecordLink kind="media" slug={first.slug}>
                  {first.title}
                </RecordLink>
                {first.credit && <small>{first.credit}</small>}
              </figcaption>
            </figure>
          )}
          {voyage.summary_markdown && <Markdown text={voyage.summary_markdown} />}
          {voyage.additional_information && (
            <Section title="More about this voyage">
              <Markdown text={voyage.additional_information} />
            </Section>
          )}
          {voyage.spin.length > 0 && (
            <Section title="Quotes about the yacht">
              {voyage.spin.map(({ spin, source }, index) => (
                <blockquote key={index}>
                  <Markdown text={spin} />
                  {source && (
                    <footer>
                      <Markdown text={source} />
                    </footer>
                  )}
                </blockquote>
              ))}
            </Section>
          )}
        </div>
        <aside>
          <FactList
            facts={{
              'Date as written': [voyage.start_date_written, voyage.end_date_written].filter(Boolean).join(' – '),
              Kind: voyage.voyage_type,
              'President aboard': voyage.presidential_initials,
              Royalty: voyage.royalty_details,
              'Foreign leader': voyage.foreign_leader_country,
              'Other guests': voyage.additional_guests,
              Places:
                places.length > 0
                  ? places.map(({ slug, name }, index) => (
                      <span key={slug}>
                        {index > 0 && ', '}
                        <RecordLink kind="place" slug={slug}>
                          {name}
                        </RecordLink>
                      </span>
                    ))
                  : null,
            }}
          />
          <People {...input} crew={false} />
          <People {...input} crew />
          {albums.length > 0 && (
            <Section title="Albums">
              <ul>
                {albums.map(({ slug, title }) => (
                  <li key={slug}>
                    <RecordLink kind="album" slug={slug}>
                      {title}
                    </RecordLink>
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </aside>
      </div>
      {media.length > 1 && (
        <Section title="Pictures">
          <ContactSheet media={media} />
        </Section>
      )}
      <Sources voyage={voyage} />
      <nav className="neighbors" aria-label="Neighboring voyages">
        {[previous, next].map(
          (neighbor, index) =>
            neighbor && (
              <p key={neighbor.slug} className={index === 0 ? 'previous' : 'next'}>
                <small>
                  {index === 0 ? 'Earlier' : 'Later'}: {dateOf(neighbor)}
                </small>
                <RecordLink kind="voyage" slug={neighbor.slug}>
                  {neighbor.title}
                </RecordLink>
              </p>
            ),
        )}
      </nav>
    </article>
  );
}

export interface MediaInput {
  item: PublicMedia;
  voyages: VoyageEntry[];
  people: PersonEntry[];
  albums: { slug: string; title: string }[];
}

export function mediaHead({ item }: MediaInput): Head {
  return {
    path: pathOf('media', item.slug),
    title: item.title,
    description: excerpt(item.description_markdown ?? item.alt_text ?? item.title),
    picture: item.picture?.path,
    data: {
      '@type': item.media_type === 'image' ? 'Photograph' : 'ArchiveComponent',
      name: item.title,
      ...(item.date && { dateCreated: item.date }),
      ...(item.creator && { creator: { '@type': 'Person', name: item.creator } }),
      ...(item.rights && { license: item.rights }),
      ...(item.credit && { creditText: item.credit }),
    },
  };
}

/** Names with links, separated by commas; null for none. */
const linked = (kind: 'voyage' | 'person' | 'album', records: readonly { slug: string; name: string }[]) =>
  records.length === 0 ? null : (
    <ul>
      {records.map(({ slug, name }) => (
        <li key={slug}>
          <RecordLink kind={kind} slug={slug}>
            {name}
          </RecordLink>
        </li>
      ))}
    </ul>
  );

export function MediaPage({ item, voyages, people, albums }: MediaInput) {
  return (
    <article>
      <header>
        <p className="eyebrow">{item.media_type}</p>
        <h1>{item.title}</h1>
        {item.date && <p className="when">{formatDate(item.date)}</p>}
      </header>
      <figure className="plate">
        <Picture media={item} size="large" first />
        {item.credit && <figcaption>{item.credit}</figcaption>}
      </figure>
      <div className="broadsheet">
        <div className="prose">{item.description_markdown && <Markdown text={item.description_markdown} />}</div>
        <aside>
          <FactList
            facts={{
              Creator: item.creator,
              Place: item.place,
              Identifier: item.identifier,
              Rights: item.rights && <a href={item.rights}>{rightsLabel(item.rights)}</a>,
              'Rights note': item.rights_note,
              'In the picture': linked(
                'person',
                people.map(({ slug, full_name }) => ({ slug, name: full_name })),
              ),
              Voyages: linked(
                'voyage',
                voyages.map((voyage) => ({ slug: voyage.slug, name: `${voyage.title}, ${dateOf(voyage)}` })),
              ),
              Albums: linked(
                'album',
                albums.map(({ slug, title }) => ({ slug, name: title })),
              ),
            }}
          />
        </aside>
      </div>
    </article>
  );
}
