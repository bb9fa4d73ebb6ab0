import type { MediaItem } from '@archive/contracts';
import { RemoteComponent } from '@archive/shell-api';
import { Button, type ButtonProps } from '@archive/ui';
import { Image } from '@archive/ui/icons';
import { useState } from 'react';
import { MediaUnavailable } from './media-unavailable.tsx';

interface Props {
  /** Button text. */
  label: string;
  size?: ButtonProps['size'];
  /** Media already present, hidden in the picker. */
  present: MediaItem[];
  /** Rejects if the media was not taken: the picker then stays open, with it selected. */
  onPick(media: MediaItem): Promise<void>;
}

/** Picks a media item in the media micro-frontend's dialog. */
export function PickMedia({ label, size, present, onPick }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const pick = (media: MediaItem) => {
    const picked = onPick(media);
    // A picker of an older version doesn't wait.
    picked.catch(() => undefined);
    return picked;
  };
  return (
    <>
      <Button size={size} icon={<Image aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <RemoteComponent
          remote="media"
          exposed="./media-picker"
          props={{ open, excluded: present.map(({ media_slug }) => media_slug), onSelect: pick, onClose: close }}
          fallback={(retry) => (
            <MediaUnavailable onRetry={retry} onClose={close}>
              Can’t open the media library right now. You can still edit the voyage.
            </MediaUnavailable>
          )}
        />
      )}
    </>
  );
}
