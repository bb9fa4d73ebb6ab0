import { type Location, useBeforeUnload, useBlocker } from '@archive/router';
import { useOpenForm } from '@archive/shell-api';
import { Button, Dialog } from '@archive/ui';
import { useCallback, useRef, type RefObject } from 'react';

interface Props {
  hasUnsaved(): boolean;
  /** True once the form is left on purpose. */
  done: RefObject<boolean>;
  /** Keeps the changes as a draft; returns false if that fails. */
  keepDraft(): boolean;
  /** Discards the changes and the draft. */
  onDiscard(): void;
}

/** Confirms leaving the page with unsaved changes. */
export function LeaveDialog({ hasUnsaved, done, keepDraft, onDiscard }: Props) {
  useOpenForm();
  // Stable functions: both hooks register a listener for each new function, which would take longer than everything else after a key press.
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }: { currentLocation: Location; nextLocation: Location }) =>
        !done.current && currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
      [done, hasUnsaved],
    ),
  );
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (!done.current && hasUnsaved()) event.preventDefault();
      },
      [done, hasUnsaved],
    ),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <UnsavedDialog
      onStay={() => blocker.reset()}
      onLeave={() => (keepDraft() ? blocker.proceed() : blocker.reset())}
      onDiscard={() => {
        onDiscard();
        blocker.proceed();
      }}
    />
  );
}

interface UnsavedDialogProps {
  onStay(): void;
  /** Leaves and keeps the draft. */
  onLeave(): void;
  onDiscard(): void;
}

/** Asks what to do with unsaved changes: keep editing, keep them as a draft, or discard them. */
export function UnsavedDialog({ onStay, onLeave, onDiscard }: UnsavedDialogProps) {
  const stayButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title="Leave without saving?"
      description="You have unsaved changes. Keep them as a draft in this browser to resume later, or discard them."
      onOpenChange={onStay}
      initialFocus={stayButton}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button onClick={onLeave}>Keep draft and leave</Button>
          <Button ref={stayButton} variant="primary" onClick={onStay}>
            Keep editing
          </Button>
        </>
      }
    />
  );
}
