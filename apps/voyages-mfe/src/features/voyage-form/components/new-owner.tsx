import { RemoteComponent, type EnteredPresident } from '@archive/shell-api';
import { Button, Notice } from '@archive/ui';
import { useState } from 'react';

/** Creates a president or owner in a dialog. */
export function NewOwner({ onEntered }: { onEntered(president: EnteredPresident): void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="whitespace-nowrap sm:mt-6" onClick={() => setOpen(true)}>
        + New President/Owner
      </Button>
      {open && (
        <RemoteComponent
          remote="people"
          exposed="./president-modal"
          props={{ open, onClose: () => setOpen(false), onEntered }}
          fallback={(retry) => (
            <Notice
              announce
              tone="warning"
              className="basis-full"
              action={
                <>
                  <Button size="small" onClick={retry}>
                    Retry
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
                    Close
                  </Button>
                </>
              }
            >
              Can’t create a president or owner right now. You can save the voyage without one and add it later.
            </Notice>
          )}
        />
      )}
    </>
  );
}
