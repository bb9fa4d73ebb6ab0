import type { MediaItem } from '@archive/contracts';
import { RemoteComponent, type LightboxItem } from '@archive/shell-api';
import {
  Anchor,
  Button,
  ContactPrint,
  ContactSheet,
  contactPrintClass,
  formatDate,
  Notice,
  TextLink,
  Thumbnail,
  type MediaKind,
} from '@archive/ui';
import { useState, type MouseEvent } from 'react';
import { explorerAddress } from '../media-address.ts';
import { Part, type Level } from './part.tsx';

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

interface Props {
  media: MediaItem[];
  level: Level;
  title?: string;
}

/** Photographs and papers of a voyage as a contact sheet; each opens in the lightbox, and in a new tab in the explorer. */
export function VoyageMedia({ media, level, title = 'Photographs & papers' }: Props) {
  const [opened, setOpened] = useState<Held>();
  if (media.length === 0) return null;
  const held = media.filter(isHeld);
  return (
    <Part title={title} level={level}>
      <ContactSheet className="mt-3 print:[--row:7rem]!">
        {media.map((item) => (
          <ContactPrint
            key={item.media_slug}
            ratio={item.width && item.height ? item.width / item.height : undefined}
            title={item.title}
            credit={item.credit}
            date={item.date && formatDate(item.date)}
          >
            <Opening item={item} onOpen={setOpened} />
          </ContactPrint>
        ))}
      </ContactSheet>
      {opened && (
        <RemoteComponent
          remote="media"
          exposed="./lightbox"
          props={{ items: held.map(lightboxItem), start: held.indexOf(opened), onClose: () => setOpened(undefined) }}
          fallback={(retry) => <ViewerAway item={opened} retry={retry} />}
        />
      )}
    </Part>
  );
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

function Opening({ item, onOpen }: { item: MediaItem; onOpen: (item: Held) => void }) {
  const picture = item.thumbnail_url ?? item.public_derivative_url ?? (item.media_type === 'image' ? item.url : null);
  const thumbnail = (
    <Thumbnail src={picture} alt={item.alt_text ?? item.title} kind={KINDS[item.media_type] ?? 'document'} />
  );
  if (!isHeld(item)) return thumbnail;
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(item);
  };
  return (
    <Anchor href={addressOf(item)} className={contactPrintClass} onClick={click}>
      {thumbnail}
    </Anchor>
  );
}
