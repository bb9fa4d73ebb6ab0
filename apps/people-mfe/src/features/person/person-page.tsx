import { isNotFound, messageOf, personQuery } from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Navigate, useParams } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { Button, FailedState, Loading, SkeletonBlock, SkeletonLine, TextLink, lazyComponent } from '@archive/ui';
import { usePersonActions } from '../person-editing/use-person-actions.tsx';
import { Companions } from './components/companions.tsx';
import { PersonHeader } from './components/person-header.tsx';
import { PortraitNotice } from './components/portrait-notice.tsx';
import { MediaFromVoyages } from './components/media-from-voyages.tsx';
import { PicturesOfPerson } from './components/pictures-of-person.tsx';
import { PersonalInformation } from './components/personal-information.tsx';
import { VoyageHistory } from './components/voyage-history.tsx';

const DuplicatesAndMerges = lazyComponent(
  () => import('../person-merge/duplicates-and-merges.tsx'),
  'DuplicatesAndMerges',
);

/** Lazy, because it is rarely shown. */
const NoSuchPerson = lazyComponent(() => import('./no-such-person.tsx'), 'NoSuchPerson', <LoadingPerson />);

/** /people/{slug}: one person and all their voyages. */
export function PersonPage() {
  const { slug = '' } = useParams();
  const { data: person, error, refetch } = useQuery(personQuery(slug));
  usePageTitle(person?.full_name);
  if (isNotFound(error)) return <NoSuchPerson slug={slug} />;
  if (error && !person)
    return (
      <FailedState
        level={1}
        title="Can’t load this person"
        action={<Button onClick={() => void refetch()}>Retry</Button>}
      >
        {messageOf(error)}
      </FailedState>
    );
  if (!person) return <LoadingPerson />;
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
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_22rem]">
        <div className="min-w-0">
          <VoyageHistory voyages={person.voyages} voyageActions={editing ? voyageActions : undefined} />
          <PicturesOfPerson slug={person.person_slug} />
          {hasSailed && <MediaFromVoyages slug={person.person_slug} />}
        </div>
        <div className="space-y-10">
          <PersonalInformation person={person} />
          {hasSailed && <Companions slug={person.person_slug} />}
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
