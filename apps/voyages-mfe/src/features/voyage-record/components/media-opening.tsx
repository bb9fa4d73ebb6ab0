import type { MediaItem } from '@archive/contracts';
import { RemoteComponent, type LightboxItem } from '@archive/shell-api';
import { Anchor, Button, contactPrintClass, Notice, TextLink, Thumbnail, type MediaKind } from '@archive/ui';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { explorerAddress } from '../media-address.ts';

const KINDS: Partial<Record<MediaItem['media_type'], MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  other: 'other',
};

/** Media with a file: what the lightbox goes through. */
type Held = MediaItem & { url: string };
const isHeld = (item: MediaItem): item is Held => item.url !== null;

const addressOf = ({ url }: Held) => explorerAddress(url) ?? url;

const lightboxItem = (item: Held): LightboxItem => ({
  url: item.url,
  title: item.title,
  media_type: item.media_type,
  date: item.date,
  credit: item.credit,
  description: item.description_markdown,
  rights: item.rights,
});

interface Lightbox {
  open(item: MediaItem): void;
  /** The lightbox while it is open; to be put on the page. */
  shown: ReactNode;
}

/** The lightbox that the media front end lends, over these media. */
export function useLightbox(media: MediaItem[]): Lightbox {
  const [opened, open] = useState<MediaItem>();
  const held = media.filter(isHeld);
  const start = held.findIndex((item) => item === opened);
  const item = held[start];
  const close = () => open(undefined);
  return {
    open,
    shown: item && (
      <RemoteComponent
        remote="media"
        exposed="./lightbox"
        props={{ items: held.map(lightboxItem), start, onClose: close }}
        fallback={(retry) => <ViewerAway item={item} retry={retry} />}
      />
    ),
  };
}

function ViewerAway({ item, retry }: { item: Held; retry: () => void }) {
  return (
    <Notice
      tone="warning"
      announce
      className="mt-4"
      action={
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      The viewer cannot be reached now. <TextLink href={item.url}>Open “{item.title}” by itself</TextLink>
    </Notice>
  );
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

interface OpeningProps {
  item: MediaItem;
  onOpen(item: MediaItem): void;
  className?: string;
}

/** The small picture of a media item; it opens the lightbox, and in a new tab the explorer. */
export function Opening({ item, onOpen, className }: OpeningProps) {
  const picture = item.thumbnail_url ?? item.public_derivative_url ?? (item.media_type === 'image' ? item.url : null);
  const thumbnail = (
    <Thumbnail
      src={picture}
      alt={item.alt_text ?? item.title}
      kind={KINDS[item.media_type] ?? 'document'}
      className={className}
    />
  );
  if (!isHeld(item)) return thumbnail;
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(item);
  };
  return (
    <Anchor href={addressOf(item)} className={className ? 'block rounded-sm' : contactPrintClass} onClick={click}>
      {thumbnail}
    </Anchor>
  );
}
