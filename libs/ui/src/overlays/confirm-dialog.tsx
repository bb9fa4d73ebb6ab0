import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question: "Delete this album?" */
  title: ReactNode;
  /** What will happen: "Its three photographs stay in the library." */
  description: ReactNode;
  /** The verb of the button: "Delete album". */
  confirmText: string;
  cancelText?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
};

/** A question with two answers. Focus begins on the answer that changes nothing. */
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
