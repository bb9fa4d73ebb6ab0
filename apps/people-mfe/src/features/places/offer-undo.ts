import { messageOf } from '@archive/api-client';
import { toast } from '@archive/ui';

/** A message with Undo for half a minute. */
export function offerUndo(text: string, undo: () => Promise<unknown>, undone: string): void {
  const handleUndo = () =>
    void undo().then(
      () => toast.success(undone),
      (error: unknown) => toast.error(`Couldn’t undo: ${messageOf(error)}`),
    );
  toast.success(text, { duration: 30_000, action: { label: 'Undo', onClick: handleUndo } });
}
