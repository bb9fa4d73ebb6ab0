import { useBeforeUnload, useBlocker } from '@archive/router';
import { useOpenForm } from '@archive/shell-api';
import { ConfirmDialog } from '@archive/ui';

/** Asks for confirmation before leaving the page with unsaved changes. `unsaved` is called on each attempt. */
export function LeaveConfirmation({ unsaved }: { unsaved: () => boolean }) {
  useOpenForm();
  const leaving = useBlocker(unsaved);
  useBeforeUnload((event) => {
    if (unsaved()) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={leaving.state === 'blocked'}
      onOpenChange={() => leaving.reset?.()}
      title="Leave without saving?"
      description="Your changes will be lost."
      confirmText="Leave"
      cancelText="Keep editing"
      danger
      onConfirm={() => leaving.proceed?.()}
    />
  );
}
