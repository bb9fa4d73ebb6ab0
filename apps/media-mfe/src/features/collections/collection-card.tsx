import type { Collection } from '@archive/contracts';
import { DROP_MARK, type DropSide, MoveButton, useDragOrder } from '@archive/editing';
import { Link } from '@archive/router';
import { cx, formatCount, Panel, Thumbnail } from '@archive/ui';
import { ArrowLeft, ArrowRight, Images } from '@archive/ui/icons';
import { plainText } from '@archive/ui/prose';
import { collectionHref } from '../collections-url.ts';

interface CollectionOrder {
  onDrop: (dragged: string, side: DropSide) => void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

interface CollectionCardProps {
  collection: Collection;
  /** Set while the order can be changed. */
  order: CollectionOrder | undefined;
}

/** A collection in the list: its first picture, title, size and the beginning of its introduction. */
export function CollectionCard({ collection, order }: CollectionCardProps) {
  if (order) return <OrderedCard collection={collection} order={order} />;
  return (
    <li className="flex">
      <CardContent collection={collection} />
    </li>
  );
}

function OrderedCard({ collection, order }: { collection: Collection; order: CollectionOrder }) {
  const { album_slug, title } = collection;
  const { ref, dragging, side } = useDragOrder<HTMLLIElement>({
    list: 'collections',
    key: album_slug,
    onDrop: order.onDrop,
  });
  return (
    <li
      ref={ref}
      className={cx('relative flex cursor-grab flex-col gap-1', dragging && 'opacity-40', side && DROP_MARK[side])}
    >
      <CardContent collection={collection} />
      <span className="flex justify-end">
        <MoveButton label={`Move ${title} earlier`} icon={<ArrowLeft aria-hidden />} onMove={order.onEarlier} />
        <MoveButton label={`Move ${title} later`} icon={<ArrowRight aria-hidden />} onMove={order.onLater} />
      </span>
    </li>
  );
}

function CardContent({
  collection: { album_slug, title, description, media_count, thumbnail_url },
}: {
  collection: Collection;
}) {
  return (
    <Panel className="group relative flex w-full flex-1 flex-col overflow-hidden transition-[border-color,box-shadow] hover:border-brass hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brass">
      <div className="aspect-3/2 min-h-0">
        {thumbnail_url === null ? (
          <span aria-hidden className="grid size-full place-items-center bg-wash text-faded">
            <Images className="size-8" />
          </span>
        ) : (
          <Thumbnail src={thumbnail_url} alt="" draggable={false} className="rounded-none!" />
        )}
      </div>
      <div className="space-y-1 p-4">
        <h2 className="text-21 wrap-anywhere">
          <Link
            to={collectionHref(album_slug)}
            draggable={false}
            className="after:absolute after:inset-0 focus-visible:outline-none"
          >
            {title}
          </Link>
        </h2>
        <p className="text-13 text-faded tabular-nums">{formatCount(media_count, 'item')}</p>
        {description && <p className="line-clamp-3 text-faded">{plainText(description)}</p>}
      </div>
    </Panel>
  );
}
