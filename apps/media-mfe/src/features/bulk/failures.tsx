import { Button, Dialog, formatCount } from '@archive/ui';
import { useRef } from 'react';

export interface Failure {
  name: string;
  reason: string;
}

interface FailuresProps {
  /** Past participle of the action: "deleted". */
  done: string;
  failures: Failure[];
  onClose: () => void;
}

/** Lists each file that failed, with the reason. */
export function Failures({ done, failures, onClose }: FailuresProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      initialFocus={close}
      title={`${formatCount(failures.length, 'file')} couldn’t be ${done}`}
      description={`All other files were ${done}.`}
      onOpenChange={onClose}
      footer={
        <Button ref={close} variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="divide-y divide-rule border-y border-rule">
        {failures.map(({ name, reason }) => (
          <li key={name} className="py-2">
            <span className="block font-medium wrap-anywhere">{name}</span>
            <span className="text-13 text-faded">{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
