import { Button } from '@archive/ui';
import { Suspense, useState } from 'react';
import { DeleteSeveral, DescribeSeveral, DetachSeveral } from '../lazy.tsx';
import { countOf } from './names.ts';
import type { Selection } from './selection.ts';

type Open = 'describe' | 'detach' | 'delete';

interface SelectionBarProps {
  selection: Selection;
  /** How many files could be chosen. */
  count: number;
}

/** What is chosen in a folder, and what can be done with all of it. It stays in sight while the sheet scrolls. */
export function SelectionBar({ selection, count }: SelectionBarProps) {
  const [open, setOpen] = useState<Open>();
  const { files, all, clear } = selection;
  const close = () => setOpen(undefined);
  return (
    <section
      aria-label="Selection"
      className="sticky top-0 z-sticky flex flex-wrap items-center gap-2 rounded border border-rule bg-leaf px-3 py-2 print:hidden"
    >
      <output className="mr-auto text-13 tabular-nums">
        {files.length === 0 ? 'Nothing selected' : `${countOf(files.length)} selected`}
      </output>
      {files.length < count && (
        <Button size="small" onClick={all}>
          Select all {count.toLocaleString('en-US')}
        </Button>
      )}
      {files.length > 0 && (
        <>
          <Button size="small" onClick={clear}>
            Clear selection
          </Button>
          <Button size="small" onClick={() => setOpen('describe')}>
            Edit Metadata
          </Button>
          <Button size="small" onClick={() => setOpen('detach')}>
            Detach from All Voyages
          </Button>
          <Button size="small" onClick={() => setOpen('delete')}>
            Detach and Delete from Media Library
          </Button>
        </>
      )}
      <Suspense>
        {open === 'describe' && <DescribeSeveral files={files} onClose={close} />}
        {open === 'detach' && <DetachSeveral files={files} onClose={close} />}
        {open === 'delete' && <DeleteSeveral files={files} onClose={close} />}
      </Suspense>
    </section>
  );
}
