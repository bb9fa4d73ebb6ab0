import { useBeforeUnload, useBlocker } from '@archive/router';
import { useOpenForm } from '@archive/shell-api';
import { Button, ConfirmDialog, Dialog, type DialogProps, Notice } from '@archive/ui';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { type EditedRecord, OtherEditors } from './other-editors.tsx';
import { ProposesNote, useProposes } from './proposing.tsx';

export interface FormDialogProps {
  title: string;
  description?: string;
  saveText: string;
  /** Text of the button for contributors; undefined for “Propose changes.” */
  proposeText?: string | undefined;
  busyText: string;
  busy: boolean;
  /** Whether there are unsaved changes. */
  dirty: boolean;
  /** Text that says so; "Unsaved changes" by default. */
  dirtyText?: string;
  canSave: boolean;
  /** Error message of the last save. */
  failure?: string | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Called when Enter is pressed while the form can't be saved, to show the errors. */
  onInvalid: () => void;
  onSave: () => void;
  onClose: () => void;
  /**
   * Called instead of `onClose` while busy, if the work continues without the dialog. Without it, the dialog can't be closed while busy.
   */
  onCloseWhileBusy?: () => void;
  size?: DialogProps['size'];
  /** The stored record, to show who else is editing it. */
  edited?: EditedRecord | undefined;
  /** Classes of the scrolling content. */
  className?: string;
  children: ReactNode;
}

/** A form in a dialog. Enter saves. Closing with unsaved changes asks for confirmation. */
export function FormDialog({
  title,
  description,
  saveText,
  proposeText = 'Propose changes',
  busyText,
  busy,
  dirty,
  dirtyText = 'Unsaved changes',
  canSave,
  failure,
  initialFocus,
  onInvalid,
  onSave,
  onClose,
  onCloseWhileBusy,
  size,
  edited,
  className = '',
  children,
}: FormDialogProps) {
  useOpenForm();
  const proposes = useProposes();
  const form = useId();
  const [confirming, setConfirming] = useState(false);
  // A form with a disabled submit button ignores Enter, so listen for the key to show the errors. Uses a ref callback, because the dialog
  // mounts the form later than this component.
  const listenForEnter = (element: HTMLFormElement) => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === 'Enter' && target instanceof HTMLInputElement && !canSave) onInvalid();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  };
  const close = () => {
    if (busy) onCloseWhileBusy?.();
    else if (dirty) setConfirming(true);
    else onClose();
  };
  return (
    <Dialog
      open
      title={title}
      {...(description ? { description } : {})}
      {...(initialFocus ? { initialFocus } : {})}
      {...(size ? { size } : {})}
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <span className="mr-auto min-w-0 flex-1 self-center text-13 text-faded">
            <span aria-live="polite">{dirty && !busy && dirtyText}</span>
            {edited && <OtherEditors {...edited} />}
            <ProposesNote />
          </span>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!canSave} busy={busy} busyText={busyText}>
            {proposes ? proposeText : saveText}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={listenForEnter}
        noValidate
        className={`flex flex-col gap-5 ${className}`}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!canSave || busy) return;
          onSave();
          const { currentTarget } = event;
          requestAnimationFrame(() => showProblem(currentTarget));
        }}
      >
        {failure && (
          <div data-failure ref={scrollIntoView}>
            <Notice tone="error" announce>
              {failure}
            </Notice>
          </div>
        )}
        {children}
      </form>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Leave without saving?"
        description="Your changes will be lost."
        confirmText="Leave"
        cancelText="Keep editing"
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}

const scrollIntoView = (element: Element | null) => element?.scrollIntoView?.({ block: 'nearest' });

/** Scrolls to the first problem, which may be far above the button that was pressed. */
function showProblem(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (invalid) invalid.focus();
  else scrollIntoView(form.querySelector('[data-failure]'));
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-t border-rule pt-4 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="float-left mb-1 w-full font-serif text-17 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

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
