import { Link } from '@archive/router';
import { buttonClass, Button } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { lazy, Suspense, useState } from 'react';

const DeleteVoyage = lazy(() => import('./delete-voyage.tsx').then(({ DeleteVoyage: Asked }) => ({ default: Asked })));

/** What a curator may do to an entry of the log, in edit mode. */
export function EntryTools({ slug, title }: { slug: string; title: string }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="relative z-1 mt-3 flex flex-wrap gap-2 print:hidden">
      <Link
        to={`/voyages/${slug}/edit`}
        aria-label={`Edit in form: ${title}`}
        className={buttonClass({ size: 'small' })}
      >
        <Pencil aria-hidden className="size-4" />
        Edit in form
      </Link>
      <Button size="small" variant="quiet" aria-label={`Delete: ${title}`} onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {deleting && (
        <Suspense>
          <DeleteVoyage slug={slug} title={title} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </div>
  );
}
