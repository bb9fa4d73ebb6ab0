import type { MediaItem } from '@archive/contracts';
import { RemoteComponent, type LightboxItem } from '@archive/shell-api';
import { Anchor, Button, gridPictureClass, Notice, TextLink, Thumbnail, type MediaKind } from '@archive/ui';
import { useState, type MouseEvent, type ReactNode } from 'react';

const KINDS: Partial<Record<MediaItem['media_type'], MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  other: 'other',
};

/** Kind of placeholder for media without a picture. */
export const kindOf = ({ media_type }: MediaItem): MediaKind => KINDS[media_type] ?? 'document';

/** URL of the smallest picture of a media item. */
export const pictureOf = ({ thumbnail_url, public_derivative_url, media_type, url }: MediaItem) =>
  thumbnail_url ?? public_derivative_url ?? (media_type === 'image' ? url : null);

/** Media with a file, which the lightbox can show. */
type MediaWithFile = MediaItem & { url: string };
const hasFile = (item: MediaItem): item is MediaWithFile => item.url !== null;

const lightboxItem = (item: MediaWithFile): LightboxItem => ({
  url: item.url,
  media_slug: item.media_slug,
  title: item.title,
  media_type: item.media_type,
  date: item.date,
  credit: item.credit,
  description: item.description_markdown,
  preview_url: item.public_derivative_url,
  preview_error: item.preview_error,
  rights: item.rights,
});

interface Lightbox {
  open(item: MediaItem): void;
  /** The open lightbox, to be rendered by the caller. */
  lightbox: ReactNode;
}

/** The media micro-frontend's lightbox over these media. */
export function useLightbox(media: MediaItem[]): Lightbox {
  const [opened, open] = useState<MediaItem>();
  const viewable = media.filter(hasFile);
  const start = viewable.findIndex((item) => item === opened);
  const item = viewable[start];
  const close = () => open(undefined);
  return {
    open,
    lightbox: item && (
      <RemoteComponent
        remote="media"
        exposed="./lightbox"
        props={{ items: viewable.map(lightboxItem), start, onClose: close }}
        fallback={(retry) => <ViewerUnavailable item={item} retry={retry} />}
      />
    ),
  };
}

function ViewerUnavailable({ item, retry }: { item: MediaWithFile; retry: () => void }) {
  return (
    <Notice
      tone="warning"
      announce
      className="mt-4"
      action={
        <Button size="small" onClick={retry}>
          Retry
        </Button>
      }
    >
      Can’t open the viewer right now. <TextLink href={item.url}>Open “{item.title}” directly</TextLink>
    </Notice>
  );
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

interface MediaThumbnailProps {
  item: MediaItem;
  onOpen(item: MediaItem): void;
  className?: string;
  /** False inside an element that is itself draggable. */
  draggable?: boolean;
}

/** Thumbnail of a media item. A click opens the lightbox; a new tab opens the page of the media item. */
export function MediaThumbnail({ item, onOpen, className, draggable }: MediaThumbnailProps) {
  const thumbnail = (
    <Thumbnail
      src={pictureOf(item)}
      alt={item.alt_text ?? item.title}
      kind={kindOf(item)}
      className={className}
      draggable={draggable}
    />
  );
  if (!hasFile(item)) return thumbnail;
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(item);
  };
  return (
    <Anchor
      href={`/media/${item.media_slug}`}
      className={className ? 'block rounded-sm' : gridPictureClass}
      draggable={draggable}
      onClick={click}
    >
      {thumbnail}
    </Anchor>
  );
}
