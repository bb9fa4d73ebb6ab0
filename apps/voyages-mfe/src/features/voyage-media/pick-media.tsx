import type { MediaItem } from '@archive/contracts';
import { RemoteComponent } from '@archive/shell-api';
import { Button, type ButtonProps, Notice } from '@archive/ui';
import { Image } from '@archive/ui/icons';
import { type ReactNode, useState } from 'react';

interface PickMediaProps {
  /** Button text. */
  label: string;
  size?: ButtonProps['size'];
  /** Text of the picker's confirm button. */
  action?: string;
  /** Media that are already attached. The picker hides them. */
  present: MediaItem[];
  /** Rejects if the media was not added; the picker then stays open and keeps the selection. */
  onPick(media: MediaItem): Promise<void>;
  /** If set, more than one item can be picked, and this is called instead of `onPick`, unless the picker has an older version. */
  onPickMany?(media: MediaItem[]): Promise<void>;
}

/** Handles a rejection, because a picker with an older version ignores the promise. */
function handled(picked: Promise<void>): Promise<void> {
  picked.catch(() => undefined);
  return picked;
}

/** Picks media in the media micro-frontend's dialog. */
export function PickMedia({ label, size, action, present, onPick, onPickMany }: PickMediaProps) {
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
          props={{
            open,
            excluded: present.map(({ media_slug }) => media_slug),
            ...(action === undefined ? {} : { action }),
            onSelect: (media) => handled(onPick(media)),
            ...(onPickMany ? { onSelectMany: (media: MediaItem[]) => handled(onPickMany(media)) } : {}),
            onClose: close,
          }}
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

interface MediaUnavailableProps {
  /** Sentence with the reason. */
  children: ReactNode;
  onRetry(): void;
  onClose(): void;
}

/** Shown when a component of the media micro-frontend can't be loaded. */
export function MediaUnavailable({ children, onRetry, onClose }: MediaUnavailableProps) {
  return (
    // This micro-frontend's classes do not apply inside the media micro-frontend's scope, so the style is inline.
    <div style={{ order: 1, flexBasis: '100%' }}>
      <Notice
        announce
        tone="warning"
        action={
          <>
            <Button size="small" onClick={onRetry}>
              Retry
            </Button>
            <Button size="small" variant="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {children}
      </Notice>
    </div>
  );
}
