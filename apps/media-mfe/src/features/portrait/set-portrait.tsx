import { usePortrait } from '@archive/editing';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Dialog, Notice, SkeletonBlock } from '@archive/ui';

interface SetPortraitProps {
  slug: string;
  title: string;
  onClose: () => void;
}

/** Picks the person whose portrait this image becomes; the toast offers Undo. */
export function SetPortrait({ slug, title, onClose }: SetPortraitProps) {
  const { change } = usePortrait();
  return (
    <Dialog open onOpenChange={onClose} title="Set as portrait" description={`Who is shown in “${title}”?`}>
      <div className="min-h-72">
        <RemoteComponent
          remote="people"
          exposed="./person-picker"
          props={{
            label: 'Person',
            onPick: (person) => {
              onClose();
              void change(person, slug);
            },
          }}
          loading={<SkeletonBlock className="h-16" />}
          fallback={(retry) => (
            <Notice announce tone="warning" action={<Button onClick={retry}>Retry</Button>}>
              Can’t load people right now.
            </Notice>
          )}
        />
      </div>
    </Dialog>
  );
}
