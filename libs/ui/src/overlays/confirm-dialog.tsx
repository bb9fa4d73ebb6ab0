import { type ReactNode, useRef } from 'react';
import { Button } from '../buttons/button.tsx';
import { Disclosure } from '../layout/collapsible.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, such as "Delete this album?" */
  title: ReactNode;
  /** What will happen, such as "Its media stay in the library." */
  description: ReactNode;
  /** Label of the confirm button, such as "Delete album". */
  confirmText: string;
  cancelText?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
};

/** A confirmation dialog. Focus starts on Cancel. */
export function ConfirmDialog({
  confirmText,
  cancelText = 'Cancel',
  danger = false,
  busy = false,
  onConfirm,
  onOpenChange,
  ...rest
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...rest}
      role="alertdialog"
      size="small"
      onOpenChange={onOpenChange}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {cancelText}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmText}
          </Button>
        </>
      }
    />
  );
}

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

export type FieldChangesProps = {
  /** Readable values before and after; empty for no value. */
  changes: readonly { label: string; from: string; to: string }[];
};

/** Changes with more characters than this are collapsed under their field names. */
const COLLAPSE_LENGTH = 600;

/** Shows a change of a record, field by field. */
export function FieldChanges({ changes }: FieldChangesProps) {
  if (changes.length === 0) return null;
  const list = (
    <dl className="ui:mt-2 ui:space-y-1 ui:text-15">
      {changes.map(({ label, from, to }) => (
        <div key={label} className="ui:grid ui:gap-x-4 ui:sm:grid-cols-[9rem_1fr]">
          <dt className="ui:text-13 ui:leading-6 ui:text-faded">{label}</dt>
          <dd className="ui:min-w-0 ui:whitespace-pre-line ui:wrap-anywhere">
            {from && <del className="ui:text-faded">{from}</del>}
            {from && (from.includes('\n') ? '\n' : ' ')}
            {to ? <ins className="ui:no-underline">{to}</ins> : <em>blank</em>}
          </dd>
        </div>
      ))}
    </dl>
  );
  const length = changes.reduce((sum, { from, to }) => sum + from.length + to.length, 0);
  if (length <= COLLAPSE_LENGTH) return list;
  return <Disclosure label={changes.map(({ label }) => label).join(', ')}>{list}</Disclosure>;
}
