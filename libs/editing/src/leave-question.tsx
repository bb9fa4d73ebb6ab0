import { useBeforeUnload, useBlocker } from '@archive/router';
import { ConfirmDialog } from '@archive/ui';

/** Asks before the page is left while something has been typed that would be lost. `unsaved` is called when that happens. */
export function LeaveQuestion({ unsaved }: { unsaved: () => boolean }) {
  const leaving = useBlocker(unsaved);
  useBeforeUnload((event) => {
    if (unsaved()) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={leaving.state === 'blocked'}
      onOpenChange={() => leaving.reset?.()}
      title="Leave without saving?"
      description="What you have typed here would be lost."
      confirmText="Leave"
      cancelText="Keep editing"
      danger
      onConfirm={() => leaving.proceed?.()}
    />
  );
}
