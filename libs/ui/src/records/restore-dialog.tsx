import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { FieldChanges, type FieldChangesProps } from './field-changes.tsx';

export type RestoreDialogProps = {
  /** When the change was made that the version is from before, in readable text. */
  changedAt: string;
  /** What the restore would change, from now to the version; undefined while it loads. */
  changes: FieldChangesProps['changes'] | undefined;
  /** Why it couldn't be loaded. The version can be restored anyway. */
  error?: string | undefined;
  busy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Shows what a restore would change before it is done. */
export function RestoreDialog({ changedAt, changes, error, busy = false, onCancel, onConfirm }: RestoreDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onCancel}
      title="Restore this version?"
      description={`The record goes back to how it was before ${changedAt}. You can undo this from its history.`}
      confirmText="Restore version"
      busy={busy}
      onConfirm={onConfirm}
    >
      <div className="ui:text-15" aria-live="polite">
        {error ?? (changes ? <Changes changes={changes} /> : 'Loading changes...')}
      </div>
    </ConfirmDialog>
  );
}

const Changes = ({ changes }: FieldChangesProps) =>
  changes.length > 0 ? (
    <>
      <p>These fields change:</p>
      <FieldChanges changes={changes} />
    </>
  ) : (
    'Nothing changes: the record is the same as this version.'
  );
