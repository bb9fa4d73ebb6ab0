import type { Person } from '@archive/contracts';
import { usePortrait } from '@archive/editing';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Dialog, Notice } from '@archive/ui';

/** Picks an image of the media library as the portrait of a person. */
export function PickPortrait({ person, onClose }: { person: Person; onClose: () => void }) {
  const { change } = usePortrait();
  return (
    <RemoteComponent
      remote="media"
      exposed="./media-picker"
      props={{
        open: true,
        imagesOnly: true,
        action: 'Set as portrait',
        excluded: person.portrait === null ? [] : [person.portrait],
        onSelect: ({ media_slug }) => void change(person, media_slug),
        onClose,
      }}
      fallback={(retry) => (
        <Dialog open title="Set portrait" onOpenChange={onClose}>
          <Notice announce tone="warning" action={<Button onClick={retry}>Retry</Button>}>
            Can’t open the media library right now.
          </Notice>
        </Dialog>
      )}
    />
  );
}
