import type { AlbumWithMedia, MediaItem } from '@archive/contracts';
import {
  Anchor,
  formatDate,
  GridPicture,
  gridPictureClass,
  JustifiedGrid,
  TextLink,
  Thumbnail,
  lazyComponent,
} from '@archive/ui';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { fileOf, kindOfRecord, lightboxItem, pictureOfRecord } from '../stored-file.ts';
import { mediaHref } from '../urls.ts';

const Lightbox = lazyComponent(() => import('../lightbox/lightbox.tsx'), 'Lightbox');

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** The lightbox for the media of a collection. */
export function useCollectionViewer(media: MediaItem[]): { open: (item: MediaItem) => void; viewer: ReactNode } {
  const [opened, setOpened] = useState<MediaItem>();
  const viewable = media.filter(({ url }) => url !== null);
  const start = viewable.findIndex((item) => item === opened);
  return {
    open: setOpened,
    viewer: start !== -1 && (
      <Lightbox
        items={viewable.map((item) => lightboxItem(fileOf(item)))}
        start={start}
        onClose={() => setOpened(undefined)}
      />
    ),
  };
}

interface CollectionThumbnailProps {
  item: MediaItem;
  album: string;
  onOpen: (item: MediaItem) => void;
}

/** A click opens the viewer. A new tab opens the page of the item. */
export function CollectionThumbnail({ item, album, onOpen }: CollectionThumbnailProps) {
  return (
    <Anchor
      href={mediaHref(item.media_slug, album)}
      className={gridPictureClass}
      draggable={false}
      onClick={(event) => {
        if (item.url === null || !isPlainClick(event)) return;
        event.preventDefault();
        onOpen(item);
      }}
    >
      <Thumbnail
        src={pictureOfRecord(item)}
        alt={item.alt_text ?? item.title}
        kind={kindOfRecord(item)}
        draggable={false}
      />
    </Anchor>
  );
}

/** The media of a collection, in order. Titles link to the pages of the media; thumbnails open the viewer. */
export function ContactSheet({ collection: { album_slug, title, media } }: { collection: AlbumWithMedia }) {
  const { open, viewer } = useCollectionViewer(media);
  return (
    <>
      <JustifiedGrid aria-label={`Media of ${title}`} className="print:[--row:7rem]!">
        {media.map((item) => (
          <GridPicture
            key={item.media_slug}
            {...(item.width && item.height ? { ratio: item.width / item.height } : {})}
            title={<TextLink href={mediaHref(item.media_slug, album_slug)}>{item.title}</TextLink>}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <CollectionThumbnail item={item} album={album_slug} onOpen={open} />
          </GridPicture>
        ))}
      </JustifiedGrid>
      {viewer}
    </>
  );
}
