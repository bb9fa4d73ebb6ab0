import {
  adjacentQuery,
  isNotFound,
  placesOfVoyageQuery,
  presidentsQuery,
  voyagePassageQuery,
  voyageQuery,
} from '@archive/api-client';
import type { AdjacentVoyages, Voyage, VoyagePassage } from '@archive/contracts';
import { proposeOwner } from '@archive/contracts/owner-proposal';
import { RecordStories } from '@archive/editing';
import { useQuery, useQueryClient } from '@archive/query';
import { Link, useLocation, useNavigate, useParams } from '@archive/router';
import { QueryState, useArchive, useEditMode, usePageTitle, useSession } from '@archive/shell-api';
import {
  Button,
  DateRange,
  Disclosure,
  Route,
  buttonClass,
  cx,
  formatDate,
  formatNumber,
  lazyComponent,
  LinkButton,
} from '@archive/ui';
import { ArrowLeft, ArrowRight, BookOpen, Images, Printer } from '@archive/ui/icons';
import { useEffect, useState } from 'react';
import { Albums } from '../voyage-albums/albums.tsx';
import { EntryTools } from '../voyage-editing/entry-tools.tsx';
import { administrationLabel } from '../voyage-record/administration.ts';
import { AttributeBadges } from '../voyage-record/attributes.tsx';
import { LONG_LIST, PeopleLists } from '../voyage-record/components/people-lists.tsx';
import { VoyageFacts, timeRange, weekday } from '../voyage-record/components/voyage-facts.tsx';
import { VoyageMedia, hasPicture, voyageManifestHref } from '../voyage-record/components/media-lightbox.tsx';
import { VoyageSources } from '../voyage-record/components/sources.tsx';
import { VoyageLoading } from '../voyage-record/components/voyage-states.tsx';
import { VoyageText } from '../voyage-record/components/voyage-text.tsx';
import { type Origin, nextOrigin, originOf, scrollTargetState } from '../voyage-record/origin.ts';
import { citedVoyage, structuredData } from './cite.ts';

/** Lazy, because it is rarely shown. */
const NoSuchVoyage = lazyComponent(
  () => import('../voyage-record/components/no-such-voyage.tsx'),
  'NoSuchVoyage',
  <VoyageLoading />,
);

/** Lazy, because few voyages have places on the map. */
const CourseMap = lazyComponent(() => import('../voyage-map/voyage-map.tsx'), 'CourseMap');

/** Lazy, because only curators upload. */
const PageUpload = lazyComponent(() => import('../voyage-media/upload-media.tsx'), 'PageUpload');

/** Voyage detail page. */
export function VoyagePage() {
  const { slug = '' } = useParams();
  const query = useQuery(voyageQuery(slug));
  // A failed update keeps the loaded voyage, except after it was deleted.
  const isMissing = isNotFound(query.error);
  const voyage = isMissing ? undefined : query.data;
  const { editing } = useEditMode();
  const proposes = useSession().role === 'contributor';
  const origin = originOf(useLocation());
  usePageTitle(voyage?.title ?? (query.error ? 'Voyage' : undefined));

  const content = () => {
    if (voyage) return <VoyageContent voyage={voyage} />;
    if (isMissing) return <NoSuchVoyage slug={slug} />;
    return (
      <>
        {query.error && <h1 className="sr-only">Voyage</h1>}
        <QueryState
          query={query}
          failed="Can’t load this voyage"
          action={
            <LinkButton href="/voyages" variant="quiet">
              All voyages
            </LinkButton>
          }
          loading={<VoyageLoading />}
        />
      </>
    );
  };

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <BackLink origin={origin} />
        {voyage && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PageTools voyage={voyage} />
            {proposes && (
              <LinkButton size="small" href={`/voyages/${voyage.voyage_slug}/edit`}>
                Propose changes
              </LinkButton>
            )}
            {editing && (
              <>
                <EntryTools slug={voyage.voyage_slug} title={voyage.title} />
                <PageUpload voyage={voyage} />
                <Link
                  to="/voyages"
                  state={scrollTargetState({ expanded: voyage.voyage_slug })}
                  className={buttonClass({ size: 'small', variant: 'quiet' })}
                >
                  <Images aria-hidden />
                  Edit media and albums
                </Link>
              </>
            )}
          </div>
        )}
      </div>
      {content()}
      {voyage && <AdjacentLinks key={slug} slug={slug} origin={origin} />}
    </div>
  );
}

function VoyageContent({ voyage }: { voyage: Voyage }) {
  const isCrowded = voyage.passengers.length >= LONG_LIST;
  const people = (
    <section aria-label="People" className="-mt-3 flex flex-col gap-4">
      <PeopleLists people={voyage.passengers} additionalGuests={voyage.additional_guests} level={2} wide={isCrowded} />
    </section>
  );
  return (
    <article className="flex flex-col gap-10 pb-6 print:gap-6">
      <VoyageHeader voyage={voyage} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] print:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="flex flex-col gap-10 print:gap-6">
          <VoyageText voyage={voyage} level={2} />
          <VoyageMedia media={voyage.media} level={2} />
          {voyage.original_markdown && <OriginalText slug={voyage.voyage_slug} text={voyage.original_markdown} />}
        </div>
        <div className="flex flex-col gap-8 lg:border-l lg:border-rule lg:pl-8 print:gap-5">
          {!isCrowded && people}
          <VoyageSources voyage={voyage} level={2} />
          <Albums voyage={voyage} level={2} />
          <VoyageFacts voyage={voyage} level={2} />
          <CourseMap slug={voyage.voyage_slug} title={voyage.title} />
          <RecordStories address={`/voyages/${voyage.voyage_slug}`} />
          <p className="text-13 text-faded">{addedText(voyage)}</p>
        </div>
      </div>
      {isCrowded && people}
    </article>
  );
}

/** Creation date, and the date of the last change if it is another day. */
function addedText({ created_at, updated_at }: Voyage): string {
  const created = formatDate(created_at);
  const updatedDate = formatDate(updated_at);
  return created === updatedDate ? `Added ${created}.` : `Added ${created}, last changed ${updatedDate}.`;
}

/** Header of the voyage page: date line, title, route and badges. */
function VoyageHeader({ voyage }: { voyage: Voyage }) {
  const { start_date, end_date } = voyage;
  const isOneDay = !end_date || end_date === start_date;
  const day = isOneDay ? weekday(start_date) : '';
  const times = timeRange(voyage);
  const writtenDates = [voyage.start_date_written, voyage.end_date_written].filter((text) => text !== null);
  return (
    <header>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-t-3 border-b border-t-ink border-b-rule py-2.5">
        <p className="font-serif text-17 font-semibold">
          {day && <span className="font-normal text-faded">{day}, </span>}
          <DateRange start={start_date} end={end_date} />
          {writtenDates.length > 0 && (
            <span className="font-normal text-faded"> · in the source: “{writtenDates.join('” to “')}”</span>
          )}
          {times && <span className="font-normal text-faded tabular-nums"> · {times}</span>}
        </p>
        <Owner voyage={voyage} />
      </div>
      <h1 className="mt-6 max-w-4xl text-35 tracking-tight max-sm:text-27 lg:text-48">{voyage.title}</h1>
      <p className="mt-2 font-serif text-17 text-faded italic empty:hidden sm:text-21">
        <PlacesOfVoyage voyage={voyage} />
      </p>
      <div className="mt-4 empty:hidden">
        <AttributeBadges voyage={voyage} />
      </div>
    </header>
  );
}

/** The section of the list, also by a proposed owner. */
function Owner({ voyage }: { voyage: Voyage }) {
  const { president_slug_from_voyage: slug, start_date, passengers } = voyage;
  const presidents = useQuery({ ...presidentsQuery(), enabled: slug === null }).data?.items;
  const aboard = new Set(passengers.map(({ person_slug }) => person_slug));
  const owner = slug === null && presidents ? proposeOwner(start_date, aboard, presidents)?.owner : undefined;
  const proposed_owner = owner && { president_name: owner.full_name, presidential: owner.presidential };
  if (slug === null && !proposed_owner) return null;
  return <p className="text-13 text-faded">{administrationLabel({ ...voyage, proposed_owner })}</p>;
}

/** The places of a voyage, linked to their pages, or to the voyages that have the same wording. */
function PlacesOfVoyage({ voyage }: { voyage: Voyage }) {
  const { data } = useQuery(placesOfVoyageQuery(voyage.voyage_slug));
  const hrefOf = (wording: string) => {
    const place = data?.find((item) => item.wording === wording);
    if (!place) return undefined;
    return place.place_slug === null
      ? `/voyages?${new URLSearchParams({ q: `place:"${wording.replaceAll('"', '')}"` })}`
      : `/places/${place.place_slug}`;
  };
  return <Route from={voyage.start_location} to={voyage.end_location} hrefOf={hrefOf} />;
}

const CiteDialog = lazyComponent(() => import('@archive/ui/cite'), 'CiteDialog');

/** Buttons to cite and print, and a link to the IIIF manifest. */
function PageTools({ voyage }: { voyage: Voyage }) {
  const { title } = useArchive();
  const [citing, setCiting] = useState(false);
  const cited = { voyage, archive: title, address: `${location.origin}/voyages/${voyage.voyage_slug}` };
  return (
    <>
      <Button size="small" variant="quiet" icon={<BookOpen aria-hidden />} onClick={() => setCiting(true)}>
        Cite
      </Button>
      <Button size="small" variant="quiet" icon={<Printer aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      {voyage.media.some(hasPicture) && (
        <a
          className={buttonClass({ size: 'small', variant: 'quiet' })}
          href={voyageManifestHref(voyage.voyage_slug)}
          target="_blank"
          rel="noopener"
        >
          <Images aria-hidden />
          IIIF manifest
        </a>
      )}
      {citing && <CiteDialog title="Cite this voyage" cited={citedVoyage(cited)} onClose={() => setCiting(false)} />}
      <script type="application/ld+json">{JSON.stringify(structuredData(cited))}</script>
    </>
  );
}

type AdjacentVoyage = NonNullable<AdjacentVoyages['next']>;

/** Previous and next voyage, prefetched. */
function AdjacentLinks({ slug, origin }: { slug: string; origin: Origin | undefined }) {
  const client = useQueryClient();
  const { data } = useQuery(adjacentQuery(slug));
  const previous = data?.previous;
  const next = data?.next;
  useEffect(() => {
    for (const item of [next, previous]) if (item) void client.prefetchQuery(voyageQuery(item.voyage_slug));
  }, [client, previous, next]);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Other voyages" className="grid gap-4 border-t border-rule pt-6 sm:grid-cols-2 print:hidden">
      {previous && <AdjacentLink to={previous} rel="prev" origin={origin} />}
      {next && <AdjacentLink to={next} rel="next" origin={origin} />}
    </nav>
  );
}

function AdjacentLink({ to, rel, origin }: { to: AdjacentVoyage; rel: 'prev' | 'next'; origin: Origin | undefined }) {
  const isForward = rel === 'next';
  return (
    <Link
      to={`/voyages/${to.voyage_slug}`}
      rel={rel}
      state={nextOrigin(origin)}
      className={cx(
        'group flex items-center gap-4 rounded border border-rule bg-leaf p-4 transition-colors hover:border-brass sm:p-5',
        isForward && 'flex-row-reverse text-right sm:col-start-2',
      )}
    >
      {isForward ? <ArrowRight aria-hidden className={ARROW} /> : <ArrowLeft aria-hidden className={ARROW} />}
      <span className="min-w-0 flex-1">
        <span className="block text-13 text-faded">{isForward ? 'Next voyage' : 'Previous voyage'}</span>
        <span className="block font-serif text-17 font-semibold">{to.title}</span>
        <span className="block text-13 text-faded">{formatDate(to.start_date)}</span>
      </span>
    </Link>
  );
}

const ARROW = 'text-brass';

/** Link back to the list: to the page and scroll position the visitor came from, otherwise to its first page. */
function BackLink({ origin }: { origin: Origin | undefined }) {
  const navigate = useNavigate();
  return (
    <Link
      to={`/voyages${origin?.search ?? ''}`}
      className={buttonClass({ variant: 'quiet', size: 'small' }, '-ml-3')}
      onClick={(event) => {
        const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (!origin || !isPlainClick) return;
        event.preventDefault();
        void navigate(-origin.steps);
      }}
    >
      <ArrowLeft aria-hidden />
      Back to voyages
    </Link>
  );
}

/** The passage of the imported document, as it was; the voyage's source text where there is none, or where it differs. */
function OriginalText({ slug, text }: { slug: string; text: string }) {
  const { data: passage } = useQuery(voyagePassageQuery(slug));
  const texts = [
    ...(passage ? [{ label: passageLabel(passage), text: passage.text.trim() }] : []),
    ...(passage?.text.trim() === text.trim() ? [] : [{ label: 'Original text', text: text.trim() }]),
  ];
  return texts.map(({ label, text: shown }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the first one stays open when its label arrives
    <Disclosure key={index} label={label} className="text-13 print:hidden">
      <pre className="max-w-measure rounded border border-rule bg-wash/50 p-4 font-mono text-13 whitespace-pre-wrap wrap-anywhere">
        {shown}
      </pre>
    </Disclosure>
  ));
}

const passageLabel = ({ document, line, end_line }: VoyagePassage) =>
  line === end_line
    ? `From ${document}, line ${formatNumber(line)}`
    : `From ${document}, lines ${formatNumber(line)} to ${formatNumber(end_line)}`;
