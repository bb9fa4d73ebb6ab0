import { unlinkMediaMutation, voyageMediaMutation } from '@archive/api-client';
import type { MediaItem, Voyage } from '@archive/contracts';
import { type DropSide, OrderedMedia, moveTo, useMediaOrder } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, IconButton, formatCount, formatDate, toast } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useMemo, useRef, useState } from 'react';
import { MediaThumbnail, useLightbox } from '../voyage-record/components/media-lightbox.tsx';
import { MediaRowForm } from './media-row-form.tsx';

const TITLES: Record<Category, string> = { source: 'Sources', additional_source: 'Additional sources' };
const OTHER: Record<Category, Category> = { source: 'additional_source', additional_source: 'source' };

interface ArrangedMediaProps {
  voyage: Voyage;
  edited: string | undefined;
  onEdit(edited: string | undefined): void;
}

interface Detaching {
  items: readonly MediaItem[];
  done(detached: boolean): void;
}

/** The items in a message: the title of one, or how many. */
const subjectOf = (items: readonly MediaItem[]) => {
  const [first] = items;
  return items.length === 1 && first ? first.title : formatCount(items.length, 'item');
};

const detailsOf = ({ media_type, credit, date }: MediaItem) =>
  [media_type, credit, date && formatDate(date)].filter(Boolean).join(' · ');

/** The media of a voyage, arranged in each category. Categories are named only if the voyage has both. */
export function ArrangedMedia({ voyage, edited, onEdit }: ArrangedMediaProps) {
  const { voyage_slug, title, media } = voyage;
  const { announcement, move } = useMediaOrder(voyageMediaMutation(useQueryClient(), voyage_slug), {
    toastKey: `voyage-media ${voyage_slug}`,
    subject: 'the media of this voyage',
  });
  const { open, lightbox } = useLightbox(media);
  const [detaching, setDetaching] = useState<Detaching>();
  const root = useRef<HTMLDivElement>(null);
  const lists = useMemo(
    () =>
      (['source', 'additional_source'] as const)
        .map((category) => ({ category, items: inCategory(media, category) }))
        .filter(({ items }) => items.length > 0),
    [media],
  );
  const rowOf = ({ media_slug }: MediaItem) => `${voyage_slug}/${media_slug}`;
  const closeForm = ({ media_slug }: MediaItem) => {
    onEdit(undefined);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-edit="${media_slug}"]`)?.focus());
  };
  return (
    <div ref={root} className="flex flex-col gap-5">
      {lists.map(({ category, items }) => {
        const name = lists.length > 1 ? `${title}: ${TITLES[category]}` : title;
        return (
          <div key={category} className="flex flex-col gap-3">
            {lists.length > 1 && (
              <p className="font-serif text-17">
                {TITLES[category]}
                {category === 'additional_source' && (
                  <span className="ml-2 font-sans text-13 text-faded">shown after the sources</span>
                )}
              </p>
            )}
            <OrderedMedia
              album={{ album_slug: `${voyage_slug} ${category}`, title: name, media: items }}
              noun="voyage"
              removeText="Detach"
              group={voyage_slug}
              onMove={(next, announce) =>
                move(
                  (current) => changeCategory(current, category, next),
                  (current) => announce(inCategory(current, category)),
                )
              }
              onDropOther={(dragged, target, side) =>
                move(
                  (current) => moveBeside(current, dragged, target, side),
                  (current) => {
                    const item = current.find(({ media_slug }) => media_slug === dragged);
                    return item ? `${item.title} moved to ${TITLES[category].toLowerCase()}.` : '';
                  },
                )
              }
              onRemove={(removed) => new Promise<boolean>((done) => setDetaching({ items: removed, done }))}
              details={detailsOf}
              actions={(item) => (
                <IconButton
                  data-edit={item.media_slug}
                  size="small"
                  label={`Edit: ${item.title}`}
                  icon={<Pencil aria-hidden className="size-4" />}
                  disabled={edited !== undefined}
                  onClick={() => onEdit(rowOf(item))}
                />
              )}
              form={(item) =>
                edited === rowOf(item) && (
                  <div className="flex flex-wrap items-start gap-4 border-y border-rule py-3">
                    <MediaThumbnail item={item} onOpen={open} className="h-14 w-18 border border-rule" />
                    <MediaRowForm slug={item.media_slug} onClose={() => closeForm(item)} />
                  </div>
                )
              }
              {...(media.length > 1 && {
                selectedActions: (selected: readonly MediaItem[], clear: () => void) => (
                  <Button
                    size="small"
                    onClick={() => {
                      const slugs = new Set(selected.map(({ media_slug }) => media_slug));
                      move(
                        (current) => moveToCategory(current, slugs, OTHER[category]),
                        () => `${subjectOf(selected)} moved to ${TITLES[OTHER[category]].toLowerCase()}.`,
                      );
                      clear();
                    }}
                  >
                    Move to {TITLES[OTHER[category]].toLowerCase()}
                  </Button>
                ),
              })}
            >
              {(item) => <MediaThumbnail item={item} onOpen={open} draggable={false} />}
            </OrderedMedia>
          </div>
        );
      })}
      {lightbox}
      <output className="sr-only">{announcement}</output>
      {detaching && (
        <DetachMedia
          items={detaching.items}
          voyage={voyage}
          onClose={(isDetached) => {
            detaching.done(isDetached);
            setDetaching(undefined);
          }}
        />
      )}
    </div>
  );
}

interface DetachMediaProps {
  items: readonly MediaItem[];
  voyage: Voyage;
  /** Called with true if the media were detached. */
  onClose(detached: boolean): void;
}

/** Confirms that media are detached from a voyage, and detaches them one after another. */
function DetachMedia({ items, voyage: { voyage_slug, title }, onClose }: DetachMediaProps) {
  const unlink = useMutation(unlinkMediaMutation(useQueryClient()));
  const [first] = items;
  const subject = items.length === 1 && first ? `“${first.title}”` : formatCount(items.length, 'item');
  const key = `detach ${voyage_slug}`;
  const handleConfirm = async () => {
    try {
      for (const { media_slug } of items) await unlink.mutateAsync({ media_slug, voyage_slug });
      toast.success('Media detached from 1 voyage(s) successfully!', { key });
      onClose(true);
    } catch (failure) {
      // SPEC section 8: the message points to the console.
      // oxlint-disable-next-line no-console
      console.error(failure);
      toast.error('Failed to detach media from voyages. Check console for details.', { key });
      onClose(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !unlink.isPending && onClose(false)}
      title={`Detach ${subject} from this voyage?`}
      description="The media stays in the database and in storage, but is removed from this voyage and the voyage’s albums."
      confirmText="Detach"
      danger
      busy={unlink.isPending}
      onConfirm={() => void handleConfirm()}
    >
      <p className="font-serif text-17">{title}</p>
    </ConfirmDialog>
  );
}

type Category = NonNullable<MediaItem['media_category']>;

const categoryOf = ({ media_category }: MediaItem): Category => media_category ?? 'source';

const CATEGORIES: readonly Category[] = ['source', 'additional_source'];

/** The media of a category, in order. */
const inCategory = (media: readonly MediaItem[], category: Category) =>
  media.filter((item) => categoryOf(item) === category);

/** Sources before additional sources, as pages show them. */
const byCategory = (media: readonly MediaItem[]) => CATEGORIES.flatMap((category) => inCategory(media, category));

/** Changes the order in one category. */
const changeCategory = (media: readonly MediaItem[], category: Category, change: (items: MediaItem[]) => MediaItem[]) =>
  CATEGORIES.flatMap((other) => {
    const items = inCategory(media, other);
    return other === category ? change(items) : items;
  });

/** Moves media to the end of a category. */
const moveToCategory = (media: readonly MediaItem[], slugs: ReadonlySet<string>, category: Category) => {
  const isMoved = ({ media_slug }: MediaItem) => slugs.has(media_slug);
  const moved = moveTo(media, isMoved, media.length);
  return byCategory(moved.map((item) => (isMoved(item) ? { ...item, media_category: category } : item)));
};

/** Moves a media item beside another one, into its category. */
function moveBeside(media: readonly MediaItem[], slug: string, target: string, side: DropSide): MediaItem[] {
  const index = media.findIndex(({ media_slug }) => media_slug === target);
  const beside = media[index];
  if (!beside) return [...media];
  const isMoved = ({ media_slug }: MediaItem) => media_slug === slug;
  const moved = moveTo(media, isMoved, side === 'before' ? index : index + 1);
  return byCategory(moved.map((item) => (isMoved(item) ? { ...item, media_category: categoryOf(beside) } : item)));
}
