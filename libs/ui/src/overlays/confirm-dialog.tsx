import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
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
