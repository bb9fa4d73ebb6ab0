import { presidentsQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { useQueryClient } from '@archive/query';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Notice } from '@archive/ui';
import { useState } from 'react';

/** Creates a president or owner in a dialog and selects it. */
export function NewOwner({ onCreated }: { onCreated(president: President): void }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="whitespace-nowrap" onClick={() => setOpen(true)}>
        + New President/Owner
      </Button>
      {open && (
        <RemoteComponent
          remote="people"
          exposed="./president-modal"
          props={{
            open,
            onClose: () => setOpen(false),
            onCreated: (president) => {
              const { queryKey } = presidentsQuery();
              client.setQueryData(
                queryKey,
                (known) => known && { items: [...known.items, president], total: known.total + 1 },
              );
              void client.invalidateQueries({ queryKey });
              onCreated(president);
            },
          }}
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
