import { presidentsQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { useQueryClient } from '@archive/query';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Notice } from '@archive/ui';
import { useState } from 'react';

/** Enters a president or owner without leaving the form; the list knows it at once, and it is chosen. */
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
                    Try again
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
                    Close
                  </Button>
                </>
              }
            >
              A new president or owner cannot be entered just now. The voyage can be saved without one, and given one
              later.
            </Notice>
          )}
        />
      )}
    </>
  );
}
