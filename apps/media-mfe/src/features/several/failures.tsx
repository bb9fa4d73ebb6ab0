import { Button, Dialog } from '@archive/ui';
import { useRef } from 'react';
import { countOf } from './names.ts';

export interface Failure {
  name: string;
  reason: string;
}

interface FailuresProps {
  /** What has not come to pass: "deleted". */
  done: string;
  failures: Failure[];
  onClose: () => void;
}

/** Names each file with which something has not come to pass, and why. */
export function Failures({ done, failures, onClose }: FailuresProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      initialFocus={close}
      title={`${countOf(failures.length)} could not be ${done}`}
      description="All others were. Nothing else has changed."
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
