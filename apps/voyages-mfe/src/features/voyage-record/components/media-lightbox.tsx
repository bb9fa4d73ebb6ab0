import type { MediaItem } from '@archive/contracts';
import { type LightboxItem, RemoteComponent } from '@archive/shell-api';
import {
  Anchor,
  Button,
  GridPicture,
  JustifiedGrid,
  type MediaKind,
  Notice,
  TextLink,
  Thumbnail,
  formatDate,
  gridPictureClass,
} from '@archive/ui';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { type HeadingLevel, RecordSection } from './record-section.tsx';

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

interface Props {
  media: MediaItem[];
  level: HeadingLevel;
  title?: string;
}

/** Heading of a voyage's media. */
export const MEDIA_TITLE = 'Photos & documents';

/** Media of a voyage as a justified grid. */
export function VoyageMedia({ media, level, title = MEDIA_TITLE }: Props) {
  const { open, lightbox } = useLightbox(media);
  if (media.length === 0) return null;
  return (
    <RecordSection title={title} level={level}>
      <JustifiedGrid className="mt-3 print:[--row:7rem]!">
        {media.map((item) => (
          <GridPicture
            key={item.media_slug}
            ratio={item.width && item.height ? item.width / item.height : undefined}
            title={item.title}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <MediaThumbnail item={item} onOpen={open} />
          </GridPicture>
        ))}
      </JustifiedGrid>
      {lightbox}
    </RecordSection>
  );
}

/** URLs of IIIF manifests. The server responds with JSON documents, so they aren't router links. */
export const voyageManifestHref = (slug: string) => `/iiif/voyages/${slug}/manifest.json`;
export const albumManifestHref = (slug: string) => `/iiif/albums/${slug}/manifest.json`;

/** Whether a manifest includes a media item. */
export const hasPicture = ({ public_derivative_url: picture }: MediaItem) => picture !== null;
