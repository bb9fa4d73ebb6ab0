import { voyageQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { QueryState } from '@archive/shell-api';
import { Button, Panel, buttonClass, lazyComponent } from '@archive/ui';
import { ArrowRight, Pencil } from '@archive/ui/icons';
import { useEffect, useRef } from 'react';
import { Albums } from '../voyage-albums/albums.tsx';
import { PeopleLists } from '../voyage-record/components/people-lists.tsx';
import { StartAndEnd, VoyageFacts } from '../voyage-record/components/voyage-facts.tsx';
import { VoyageMedia } from '../voyage-record/components/media-lightbox.tsx';
import { CardLoading } from '../voyage-record/components/voyage-states.tsx';
import { VoyageSources } from '../voyage-record/components/sources.tsx';
import { VoyageText } from '../voyage-record/components/voyage-text.tsx';
import type { Origin } from '../voyage-record/origin.ts';

const InlineEditor = lazyComponent(
  () => import('../voyage-editing/inline-editor.tsx'),
  'InlineEditor',
  <CardLoading />,
);

const MediaEditing = lazyComponent(() => import('../voyage-media/media-editing.tsx'), 'MediaEditing', <CardLoading />);

interface Props {
  slug: string;
  origin: Origin;
  editing: boolean;
  /** Whether to scroll to the media. */
  showsMedia: boolean;
  /** Slug of the voyage being edited, or `voyage/media` of a row being edited. */
  edited: string | undefined;
  onEdit(slug: string | undefined): void;
}

/** Full details of a voyage inside the list; editable in edit mode. */
export function EntryCard({ slug, origin, editing, showsMedia, edited, onEdit }: Props) {
  const query = useQuery(voyageQuery(slug));
  const { data: voyage } = query;
  const edit = useRef<HTMLButtonElement>(null);
  const wasForm = useRef(false);
  const isForm = edited === slug;
  // Restore focus, because closing the form removes the focused element.
  useEffect(() => {
    if (wasForm.current && !isForm) edit.current?.focus();
    wasForm.current = isForm;
  }, [isForm]);
  if (!voyage && query.error)
    return <QueryState query={query} failed="Can’t load this voyage" className="mb-5" loading={null} />;
  if (isForm) {
    return (
      <Panel className="mb-5 bg-paper! p-4 sm:p-6">
        <InlineEditor slug={slug} onClose={() => onEdit(undefined)} />
      </Panel>
    );
  }
  return (
    <Panel className="mb-5 animate-rise p-4 sm:p-6">
      {voyage ? (
        <div className="flex flex-col gap-8">
          <StartAndEnd voyage={voyage} />
          <VoyageText voyage={voyage} level={4} quoteSize="medium" />
          <div className="flex flex-col gap-4">
            <PeopleLists people={voyage.passengers} additionalGuests={voyage.additional_guests} level={4} wide />
          </div>
          <div className="grid gap-x-10 gap-y-8 empty:hidden md:grid-cols-2">
            <VoyageSources voyage={voyage} level={4} />
            <VoyageFacts voyage={voyage} level={4} />
          </div>
          {editing ? (
            <MediaEditing voyage={voyage} level={4} shown={showsMedia} edited={edited} onEdit={onEdit} />
          ) : (
            <VoyageMedia media={voyage.media} level={4} />
          )}
          <Albums voyage={voyage} level={4} editing={editing} />
          <div className="flex flex-wrap gap-2">
            {editing && (
              <Button
                ref={edit}
                icon={<Pencil aria-hidden className="size-4" />}
                disabled={edited !== undefined}
                onClick={() => onEdit(slug)}
              >
                Edit
              </Button>
            )}
            <Link to={`/voyages/${slug}`} state={origin} className={buttonClass()}>
              Open voyage page
              <ArrowRight aria-hidden />
            </Link>
          </div>
        </div>
      ) : (
        <CardLoading />
      )}
    </Panel>
  );
}
