import { Link } from '@archive/router';
import { buttonClass, Button, lazyComponent } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useState } from 'react';

const VoyageHistory = lazyComponent(() => import('./entry-dialogs.tsx'), 'VoyageHistory');
const DeleteVoyage = lazyComponent(() => import('./entry-dialogs.tsx'), 'DeleteVoyage');

/** Curator actions on a voyage, in the list and on its page, shown in edit mode. */
export function EntryTools({ slug, title }: { slug: string; title: string }) {
  const [dialog, setDialog] = useState<'delete' | 'history'>();
  const close = () => setDialog(undefined);
  return (
    <div className="relative z-1 flex flex-wrap gap-2 print:hidden">
      <Link to={`/voyages/${slug}/edit`} aria-label={`Edit: ${title}`} className={buttonClass({ size: 'small' })}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Link>
      <Button size="small" variant="quiet" aria-label={`Change history: ${title}`} onClick={() => setDialog('history')}>
        Change history
      </Button>
      <Button size="small" variant="quiet" aria-label={`Delete: ${title}`} onClick={() => setDialog('delete')}>
        Delete
      </Button>

      {dialog === 'delete' && <DeleteVoyage slug={slug} title={title} onClose={close} />}
      {dialog === 'history' && <VoyageHistory slug={slug} title={title} onClose={close} />}
    </div>
  );
}
