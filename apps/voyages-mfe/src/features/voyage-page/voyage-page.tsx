import { isNotFound, voyageQuery } from '@archive/api-client';
import type { Voyage } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Link, useLocation, useParams } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { buttonClass, formatDate, lazyComponent } from '@archive/ui';
import { Images } from '@archive/ui/icons';
import { scrollTargetState } from '../voyage-record/scroll-target.ts';
import { EntryTools } from '../voyage-editing/entry-tools.tsx';
import { Albums } from '../voyage-albums/albums.tsx';
import { LONG_LIST, PeopleLists } from '../voyage-record/components/people-lists.tsx';
import { VoyageFacts } from '../voyage-record/components/voyage-facts.tsx';
import { VoyageMedia } from '../voyage-record/components/voyage-media.tsx';
import { VoyageSources } from '../voyage-record/components/voyage-sources.tsx';
import { VoyageText } from '../voyage-record/components/voyage-text.tsx';
import { originOf } from '../voyage-record/origin.ts';
import { OriginalText } from './components/original-text.tsx';
import { BackLink } from './components/back-link.tsx';
import { PageTools } from './components/page-tools.tsx';
import { AdjacentLinks } from './components/adjacent-links.tsx';
import { VoyageHeader } from './components/voyage-header.tsx';
import { VoyageFailed, VoyageLoading } from '../voyage-record/components/voyage-states.tsx';

/** Lazy, because it is rarely shown. */
const NoSuchVoyage = lazyComponent(
  () => import('../voyage-record/components/no-such-voyage.tsx'),
  'NoSuchVoyage',
  <VoyageLoading />,
);

/** Lazy, because only curators upload. */
const PageUpload = lazyComponent(() => import('../voyage-media/upload-media.tsx'), 'PageUpload');

/** Voyage detail page. */
export function VoyagePage() {
  const { slug = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(voyageQuery(slug));
  // A failed update keeps the loaded voyage, except after it was deleted.
  const isMissing = isNotFound(error);
  const voyage = isMissing ? undefined : data;
  const { editing } = useEditMode();
  const origin = originOf(useLocation());
  usePageTitle(voyage?.title);

  const content = () => {
    if (voyage) return <VoyageContent voyage={voyage} />;
    if (isMissing) return <NoSuchVoyage slug={slug} />;
    if (error) return <VoyageFailed error={error} busy={isFetching} onRetry={() => void refetch()} />;
    return <VoyageLoading />;
  };

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <BackLink origin={origin} />
        {voyage && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PageTools voyage={voyage} />
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
          {voyage.original_markdown && <OriginalText text={voyage.original_markdown} />}
        </div>
        <div className="flex flex-col gap-8 lg:border-l lg:border-rule lg:pl-8 print:gap-5">
          {!isCrowded && people}
          <VoyageSources voyage={voyage} level={2} />
          <Albums voyage={voyage} level={2} />
          <VoyageFacts voyage={voyage} level={2} />
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
