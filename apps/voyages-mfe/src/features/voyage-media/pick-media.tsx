import type { MediaItem } from '@archive/contracts';
import { RemoteComponent } from '@archive/shell-api';
import { Button, type ButtonProps } from '@archive/ui';
import { Image } from '@archive/ui/icons';
import { useState } from 'react';
import { MediaAway } from './media-away.tsx';

interface Props {
  /** What the button says. */
  label: string;
  size?: ButtonProps['size'];
  /** What is there already and is not offered. */
  present: MediaItem[];
  onPick(media: MediaItem): void;
}

/** Chooses one of the library's media in the dialog that the media front end lends. */
export function PickMedia({ label, size, present, onPick }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size={size} icon={<Image aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <RemoteComponent
          remote="media"
          exposed="./media-picker"
          props={{ open, excluded: present.map(({ media_slug }) => media_slug), onSelect: onPick, onClose: close }}
          fallback={(retry) => (
            <MediaAway onRetry={retry} onClose={close}>
              The library cannot be looked through just now. The voyage itself can be edited as usual.
            </MediaAway>
          )}
        />
      )}
    </>
  );
}
