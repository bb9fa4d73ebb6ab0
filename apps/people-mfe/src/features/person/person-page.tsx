import { companionsQuery, isNotFound, personMediaQuery, personPicturesQuery, personQuery } from '@archive/api-client';
import type { Person, PersonVoyage } from '@archive/contracts';
import { RecordStories, TagLinks } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Link, Navigate, useParams } from '@archive/router';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Avatar,
  Badge,
  DefinitionList,
  EmptyState,
  Loading,
  Notice,
  SkeletonBlock,
  SkeletonLine,
  TextLink,
  formatCount,
  formatDateRange,
  lazyComponent,
} from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import type { ReactNode } from 'react';
import { usePersonActions } from '../person-editing/use-person-actions.tsx';
import { bornAndDied, lifespan, roleOfPerson } from '../person-texts.ts';
import { PagedMedia } from './media-grid.tsx';
import { PeopleSection } from './people-section.tsx';

const DuplicatesAndMerges = lazyComponent(
  () => import('../person-merge/duplicates-and-merges.tsx'),
  'DuplicatesAndMerges',
);

const FormerSpellings = lazyComponent(() => import('./former-spellings.tsx'), 'FormerSpellings');

/** Lazy, because few visits scroll to it. */
const PersonMap = lazyComponent(() => import('../map/person-map.tsx'), 'PersonMap');

/** Lazy, because it is rarely shown. */
const NoSuchPerson = lazyComponent(() => import('./no-such-person.tsx'), 'NoSuchPerson', <LoadingPerson />);

/** /people/{slug}: one person and all their voyages. */
export function PersonPage() {
  const { slug = '' } = useParams();
  const query = useQuery(personQuery(slug));
  const { data: person, error } = query;
  usePageTitle(person?.full_name);
  if (isNotFound(error)) return <NoSuchPerson slug={slug} />;
  if (!person)
    return <QueryState query={query} level={1} failed="Can’t load this person" loading={<LoadingPerson />} />;
  // A merged record redirects to its survivor.
  if (person.person_slug !== slug) return <Navigate to={`/people/${person.person_slug}`} replace />;
  return <PersonRecord person={person} />;
}

function PersonRecord({ person }: { person: Person }) {
  const { editing } = useEditMode();
  const hasSailed = person.voyage_count > 0;
  const { personActions, voyageActions, dialog } = usePersonActions(person, editing);
  return (
    <article>
      <p className="mb-6 text-15 print:hidden">
        <TextLink href="/people">Passengers</TextLink>
      </p>
      <PersonHeader person={person} actions={personActions} />
      {editing && <PortraitNotice person={person} />}
      {editing && <DuplicatesAndMerges person={person} />}
      {editing && <FormerSpellings person={person} />}
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_22rem]">
        <div className="min-w-0">
          <VoyageHistory voyages={person.voyages} voyageActions={editing ? voyageActions : undefined} />
          {hasSailed && <PersonMap slug={person.person_slug} name={person.full_name} />}
          <PagedMedia
            id="person-pictures"
            title="In these images"
            query={(limit) => personPicturesQuery(person.person_slug, limit)}
          />
          {hasSailed && (
            <PagedMedia
              id="person-media"
              title="Photos and documents from these voyages"
              query={(limit) => personMediaQuery(person.person_slug, limit)}
            />
          )}
        </div>
        <div className="space-y-10">
          <PersonalInformation person={person} editing={editing} />
          {hasSailed && <Companions slug={person.person_slug} />}
          <RecordStories address={`/people/${person.person_slug}`} />
        </div>
      </div>
      {dialog}
    </article>
  );
}

function LoadingPerson() {
  return (
    <Loading label="Loading person..." className="space-y-10">
      <div className="flex items-center gap-6">
        <SkeletonBlock className="size-24 rounded-full" />
        <div className="flex-1 space-y-3">
          <SkeletonLine className="h-9 w-2/3" />
          <SkeletonLine className="w-1/3" />
        </div>
      </div>
      <SkeletonBlock className="h-72" />
    </Loading>
  );
}

function PersonHeader({ person, actions }: { person: Person; actions?: ReactNode }) {
  const role = roleOfPerson(person);
  const years = bornAndDied(person);
  const portrait = { name: person.full_name, src: person.portrait_url, alt: person.portrait_alt };
  return (
    <header className="flex items-center gap-6 border-b border-rule pb-8 max-sm:items-start max-sm:gap-4">
      <span className="max-sm:hidden">
        <Avatar {...portrait} size="large" />
      </span>
      <span className="sm:hidden">
        <Avatar {...portrait} />
      </span>
      <div className="min-w-0">
        <h1 className="text-48 tracking-tight max-sm:text-35">{person.full_name}</h1>
        {role && <p className="mt-1 text-17 text-ink">{role}</p>}
        {person.organization && <p className="text-15 text-faded">{person.organization}</p>}
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-15 text-faded tabular-nums">
          {years && <span>{years}</span>}
          <span>{formatCount(person.voyage_count, 'voyage')}</span>
          {person.is_president && <Badge tone="brass">President/Owner</Badge>}
        </p>
        {actions && <div className="mt-4 flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
    </header>
  );
}

/** For curators: why a portrait is not shown. */
function PortraitNotice({ person: { portrait, portrait_url, portrait_alt } }: { person: Person }) {
  if (portrait === null || portrait_url !== null) return null;
  const isDeleted = portrait_alt === null;
  return (
    <Notice className="mt-6" tone={isDeleted ? 'warning' : 'info'} title="The portrait is not shown">
      {isDeleted ? (
        <>
          The image was deleted. <TextLink href="/changes?kind=media&action=delete">Restore it</TextLink>, or choose
          another portrait.
        </>
      ) : (
        'The thumbnail isn’t ready yet. Initials are shown until it is.'
      )}
    </Notice>
  );
}

/** For curators: "Van Kirk, Theodore (proposed)". */
const filedUnder = ({ filed_under, filing_name }: Person) =>
  filed_under === null ? `${filing_name} (proposed)` : filing_name;

const isWikipedia = (url: string) => /^https?:\/\/[\w-]+(?:\.m)?\.wikipedia\.org\//.test(url);

function PersonalInformation({ person, editing }: { person: Person; editing: boolean }) {
  const { wikipedia_url: url } = person;
  return (
    <aside className="space-y-10">
      <section aria-labelledby="personal-information">
        <h2 id="personal-information" className="mb-3 text-21">
          Personal Information
        </h2>
        <DefinitionList
          items={[
            { term: 'Full name', detail: person.full_name },
            { term: 'Filed under', detail: editing ? filedUnder(person) : null },
            { term: 'Also known as', detail: person.aliases.join('; ') || null },
            { term: 'Role/Title', detail: roleOfPerson(person) },
            { term: 'Organization', detail: person.organization },
            { term: 'Lifespan', detail: lifespan(person) },
            {
              term: isWikipedia(url ?? '') ? 'Wikipedia' : 'More',
              detail: url && (
                <TextLink href={url}>{isWikipedia(url) ? 'Read the article' : new URL(url).host}</TextLink>
              ),
            },
            { term: 'Tags', detail: person.tags.length > 0 ? <TagLinks tags={person.tags} /> : null },
          ]}
        />
      </section>
      {person.notes_internal && (
        <section aria-labelledby="internal-notes">
          <h2 id="internal-notes" className="mb-3 text-21">
            Internal Notes
          </h2>
          <Prose>{person.notes_internal}</Prose>
        </section>
      )}
    </aside>
  );
}

interface VoyageHistoryProps {
  voyages: PersonVoyage[];
  /** Actions for one voyage, in Edit Mode. */
  voyageActions?: ((voyage: PersonVoyage) => ReactNode) | undefined;
}

/** A person's voyages, oldest first, numbered. */
function VoyageHistory({ voyages, voyageActions }: VoyageHistoryProps) {
  return (
    <section aria-labelledby="voyage-history">
      <h2 id="voyage-history" className="mb-3 text-21">
        Voyage History
      </h2>
      {voyages.length === 0 ? (
        <EmptyState title="No voyage records found" />
      ) : (
        <ol className="border-t border-rule">
          {voyages.map((voyage, index) => (
            <Entry key={voyage.voyage_slug} voyage={voyage} number={index + 1} actions={voyageActions?.(voyage)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ voyage, number, actions }: { voyage: PersonVoyage; number: number; actions: ReactNode }) {
  const owner = [voyage.president_name, voyage.president_party].filter(Boolean).join(' · ');
  return (
    <li className="group relative flex gap-4 border-b border-rule py-5">
      <span aria-hidden className="w-8 shrink-0 text-right font-serif text-21 text-brass tabular-nums">
        {number}
      </span>
      <div className="min-w-0">
        <Link
          to={`/voyages/${voyage.voyage_slug}`}
          className="font-serif text-21 leading-tight font-semibold text-ink group-hover:text-navy after:absolute after:inset-0"
        >
          {voyage.title}
        </Link>
        <p className="mt-1 text-15 text-faded tabular-nums">{formatDateRange(voyage.start_date, voyage.end_date)}</p>
        {owner && <p className="text-15 text-faded">{owner}</p>}
        {(voyage.capacity_role || voyage.is_crew) && (
          <p className="mt-2 flex flex-wrap gap-1.5">
            {voyage.capacity_role && <Badge>{voyage.capacity_role}</Badge>}
            {voyage.is_crew && <Badge tone="brass">Crew</Badge>}
          </p>
        )}
        {voyage.voyage_notes && <p className="mt-2 max-w-measure">{voyage.voyage_notes}</p>}
        {actions && <div className="relative z-1 mt-2 -ml-3 flex gap-1 print:hidden">{actions}</div>}
      </div>
    </li>
  );
}

const SHOWN_COUNT = 8;

/** The people someone sailed with most. Renders nothing while loading, or without companions. */
function Companions({ slug }: { slug: string }) {
  const { data } = useQuery(companionsQuery(slug, SHOWN_COUNT));
  return (
    <PeopleSection
      id="sailed-with"
      title="Sailed With"
      total={data?.total}
      people={data?.items.map((person) => ({
        ...person,
        note: `${formatCount(person.shared_count, 'voyage')} together`,
      }))}
    />
  );
}
