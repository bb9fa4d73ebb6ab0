import { type Confirmation, isConfirmed, isNotFound, messageOf, notConfirmed } from '@archive/api-client';
import { Button, Dialog, LinkButton, Notice } from '@archive/ui';
import { useEffect, useState } from 'react';

const POLL_MS = 1000;

interface Props {
  confirmation: Confirmation;
  /** Called once the user has confirmed, or with the reason why not. */
  onEnd(error?: Error): void;
}

/**
 * Asks for the password before an operation that gives away power or is final. The password is typed in a window of its own: code of
 * micro-frontends runs in this page, and could read it here.
 */
export function ConfirmationDialog({ confirmation, onEnd }: Props) {
  const [opened, setOpened] = useState(false);
  const [problem, setProblem] = useState<string>();
  // From the beginning, because a link opened with the middle button or from a menu isn’t clicked.
  useEffect(() => {
    let isOver = false;
    const check = async () => {
      try {
        if (!(await isConfirmed(confirmation)) || isOver) return;
        isOver = true;
        onEnd();
      } catch (error) {
        if (isOver) return;
        if (isNotFound(error)) onEnd(error as Error);
        else setProblem(messageOf(error));
      }
    };
    const timer = setInterval(() => void check(), POLL_MS);
    const onFocus = () => void check();
    window.addEventListener('focus', onFocus);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('focus', onFocus);
    };
  }, [confirmation, onEnd]);
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title="Confirm with your password"
      description={`${confirmation.what}. The password is asked for in a new window, where no other part of the page can read it.`}
      onOpenChange={(open) => !open && onEnd(notConfirmed())}
    >
      <output className="mt-2 block min-h-6 text-faded">
        {opened && 'Waiting for your password in the other window...'}
      </output>
      {problem && (
        <Notice announce tone="error" className="mt-3">
          {problem}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => onEnd(notConfirmed())}>Cancel</Button>
        <LinkButton
          href={confirmation.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="primary"
          onClick={() => setOpened(true)}
        >
          Enter password
        </LinkButton>
      </div>
    </Dialog>
  );
}
