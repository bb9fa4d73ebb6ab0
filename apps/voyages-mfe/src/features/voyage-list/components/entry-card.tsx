import { messageOf, voyageQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { Button, buttonClass, FailedState, Leaf, Loading, SkeletonLine } from '@archive/ui';
import { ArrowRight } from '@archive/ui/icons';
import { VoyageFacts } from '../../voyage-record/components/voyage-facts.tsx';
import { VoyageText } from '../../voyage-record/components/voyage-text.tsx';
import { VoyageSources } from '../../voyage-record/components/voyage-sources.tsx';
import { PeopleLists } from '../../voyage-record/components/people-lists.tsx';
import { VoyageMedia } from '../../voyage-record/components/voyage-media.tsx';
import type { Origin } from '../../voyage-record/origin.ts';

/** The whole record of a voyage, in its place in the log. */
export function EntryCard({ slug, origin }: { slug: string; origin: Origin }) {
  const { data: voyage, error, isFetching, refetch } = useQuery(voyageQuery(slug));
  if (!voyage && error) {
    return (
      <FailedState
        title="This entry could not be read."
        className="mb-5"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  }
  return (
    <Leaf className="mb-5 animate-fade p-4 sm:p-6">
      {voyage ? (
        <div className="flex flex-col gap-8">
          <VoyageText voyage={voyage} level={4} quoteSize="medium" />
          <div className="flex flex-col gap-4">
            <PeopleLists people={voyage.passengers} additionalGuests={voyage.additional_guests} level={4} wide />
          </div>
          <div className="grid gap-x-10 gap-y-8 empty:hidden md:grid-cols-2">
            <VoyageSources voyage={voyage} level={4} />
            <VoyageFacts voyage={voyage} level={4} />
          </div>
          <VoyageMedia media={voyage.media} level={4} />
          <p>
            <Link to={`/voyages/${slug}`} state={origin} className={buttonClass()}>
              Open the voyage’s page
              <ArrowRight aria-hidden />
            </Link>
          </p>
        </div>
      ) : (
        <Loading label="Loading the entry…" className="flex flex-col gap-3">
          <SkeletonLine className="w-11/12" />
          <SkeletonLine className="w-4/5" />
          <SkeletonLine className="mt-4 w-1/3" />
          <SkeletonLine className="w-1/2" />
        </Loading>
      )}
    </Leaf>
  );
}
