import type { Selection } from '@archive/editing';
import { Button, formatCount, formatNumber, pluralize, lazyComponent } from '@archive/ui';
import { useState } from 'react';
import { type SelectedFile, slugsOf } from './selected-files.tsx';

const AddToCollection = lazyComponent(() => import('./add-to-collection.tsx'), 'AddToCollection');
const BulkDelete = lazyComponent(() => import('../removal/delete-media.tsx'), 'BulkDelete');
const BulkEdit = lazyComponent(() => import('./bulk-edit.tsx'), 'BulkEdit');
const BulkDetach = lazyComponent(() => import('../removal/detach-media.tsx'), 'BulkDetach');

type Open = 'edit' | 'collect' | 'detach' | 'delete';

interface SelectionBarProps<T> {
  selection: Pick<Selection<T>, 'items' | 'all' | 'clear' | 'deselect'>;
  /** Number of selectable files. */
  count: number;
  /** Whether some of the shown files aren't selected. Required if the selection may include files that aren't shown. */
  hasUnselectedShown?: boolean;
}

/** Sticky bar with the selection and its bulk actions. */
export function SelectionBar<T extends SelectedFile>({
  selection,
  count,
  hasUnselectedShown = false,
}: SelectionBarProps<T>) {
  const [open, setOpen] = useState<Open>();
  const { items: files, all: selectAll, clear, deselect } = selection;
  const close = () => setOpen(undefined);
  return (
    <section
      aria-label="Selection"
      className="sticky top-0 z-sticky flex flex-wrap items-center gap-2 rounded border border-rule bg-leaf px-3 py-2 print:hidden"
    >
      <output className="mr-auto text-13 tabular-nums">
        {files.length === 0 ? 'No files selected' : `${formatCount(files.length, 'file')} selected`}
      </output>
      {(files.length < count || hasUnselectedShown) && (
        <Button size="small" onClick={selectAll}>
          {pluralize(count, 'Select all', `Select all ${formatNumber(count)}`)}
        </Button>
      )}
      {files.length > 0 && (
        <>
          <Button size="small" onClick={clear}>
            Clear selection
          </Button>
          <Button size="small" onClick={() => setOpen('edit')}>
            Edit Metadata
          </Button>
          {slugsOf(files).length > 0 && (
            <Button size="small" onClick={() => setOpen('collect')}>
              Add to collection
            </Button>
          )}
          <Button size="small" onClick={() => setOpen('detach')}>
            Detach from All Voyages
          </Button>
          <Button size="small" onClick={() => setOpen('delete')}>
            Detach and Delete from Media Library
          </Button>
        </>
      )}
      {open === 'edit' && <BulkEdit files={files} onClose={close} />}
      {open === 'collect' && <AddToCollection files={files} onClose={close} />}
      {open === 'detach' && <BulkDetach files={files} onClose={close} />}
      {open === 'delete' && (
        <BulkDelete
          files={files}
          onDeleted={(slugs) => deselect(files.filter(({ media_slug }) => slugs.includes(media_slug ?? '')))}
          onClose={close}
        />
      )}
    </section>
  );
}
