import { Button, ConfirmDialog, Dialog, Notice } from '@archive/ui';
import { useId, useState, type ReactNode, type RefObject } from 'react';

export interface FormDialogProps {
  title: string;
  description?: string;
  saveText: string;
  busyText: string;
  busy: boolean;
  /** Something has been typed that closing would lose. */
  dirty: boolean;
  canSave: boolean;
  /** The sentence of a save that failed. */
  failure?: string | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Tried with Enter while it cannot be saved: the time to say why. */
  onRefused: () => void;
  onSave: () => void;
  onClose: () => void;
  /** Classes of what scrolls. */
  className?: string;
  children: ReactNode;
}

/** A form in a dialog. Enter saves; closing with unsaved work asks first. */
export function FormDialog({
  title,
  description,
  saveText,
  busyText,
  busy,
  dirty,
  canSave,
  failure,
  initialFocus,
  onRefused,
  onSave,
  onClose,
  className = '',
  children,
}: FormDialogProps) {
  const form = useId();
  const [asking, setAsking] = useState(false);
  // With its button disabled a form is not sent by Enter, and would say nothing. The dialog brings the form onto the page after this
  // component was first drawn: what is hung on it comes with it.
  const hearEnter = (element: HTMLFormElement) => {
    const tried = ({ key, target }: KeyboardEvent) => {
      if (key === 'Enter' && target instanceof HTMLInputElement && !canSave) onRefused();
    };
    element.addEventListener('keydown', tried);
    return () => element.removeEventListener('keydown', tried);
  };
  const close = () => {
    if (busy) return;
    if (dirty) setAsking(true);
    else onClose();
  };
  return (
    <Dialog
      open
      title={title}
      {...(description ? { description } : {})}
      {...(initialFocus ? { initialFocus } : {})}
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <span aria-live="polite" className="mr-auto self-center text-13 text-faded">
            {dirty && !busy && 'Unsaved changes'}
          </span>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!canSave} busy={busy} busyText={busyText}>
            {saveText}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={hearEnter}
        noValidate
        className={`flex flex-col gap-5 ${className}`}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (canSave && !busy) onSave();
        }}
      >
        {failure && (
          <Notice tone="error" announce>
            {failure}
          </Notice>
        )}
        {children}
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Leave without saving?"
        description="What you have typed here would be lost."
        confirmText="Leave"
        cancelText="Keep editing"
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-t border-rule pt-4 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="float-left mb-1 w-full font-serif text-17 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
