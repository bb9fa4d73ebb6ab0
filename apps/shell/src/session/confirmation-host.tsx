import { type Confirmation, onConfirmationRequired } from '@archive/api-client';
import { lazyComponent } from '@archive/ui';
import { useCallback, useEffect, useState } from 'react';

const ConfirmationDialog = lazyComponent(() => import('./confirmation-dialog.tsx'), 'ConfirmationDialog');

interface Pending {
  confirmation: Confirmation;
  settle(error?: Error): void;
}

/** Shows the dialog for each request that needs a confirmation, one after another. */
export function ConfirmationHost() {
  const [pending, setPending] = useState<readonly Pending[]>([]);
  useEffect(
    () =>
      onConfirmationRequired((confirmation) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const settle = (error?: Error) => (error ? reject(error) : resolve());
        setPending((others) => [...others, { confirmation, settle }]);
        return promise;
      }),
    [],
  );
  const [current] = pending;
  const onEnd = useCallback(
    (error?: Error) => {
      current?.settle(error);
      setPending((all) => all.filter((item) => item !== current));
    },
    [current],
  );
  if (!current) return null;
  return (
    <ConfirmationDialog key={current.confirmation.confirmation_id} confirmation={current.confirmation} onEnd={onEnd} />
  );
}
