import { useBeforeUnload, useBlocker } from '@archive/router';
import { Button, Dialog } from '@archive/ui';
import { useRef, type RefObject } from 'react';

interface Props {
  dirty: boolean;
  /** True when the form is left on purpose. */
  done: RefObject<boolean>;
  /** Gives the work up, draft and all. */
  onDiscard(): void;
}

/** Asks before unsaved work is left behind. What is left is kept as a draft, unless it is given up here. */
export function LeaveDialog({ dirty, done, onDiscard }: Props) {
  const stay = useRef<HTMLButtonElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !done.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (dirty && !done.current) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title="Leave without saving?"
      description="There are changes that have not been saved. They can be kept in this browser, and are offered again when the form is next opened."
      onOpenChange={() => blocker.reset()}
      initialFocus={stay}
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onDiscard();
              blocker.proceed();
            }}
          >
            Discard changes
          </Button>
          <Button onClick={() => blocker.proceed()}>Leave, keep draft</Button>
          <Button ref={stay} variant="primary" onClick={() => blocker.reset()}>
            Stay
          </Button>
        </>
      }
    />
  );
}
