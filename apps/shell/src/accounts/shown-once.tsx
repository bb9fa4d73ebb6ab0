import { Button, Notice, toast } from '@archive/ui';
import type { ReactNode } from 'react';

interface ShownOnceProps {
  title: string;
  children: ReactNode;
  /** What to copy. */
  secret: string;
}

/** A secret that the server returns only once, to copy. */
export function ShownOnce({ title, children, secret }: ShownOnceProps) {
  const copy = () => navigator.clipboard.writeText(secret).then(() => toast.success('Copied to clipboard!'));
  return (
    <Notice
      announce
      tone="success"
      className="mt-3"
      title={title}
      action={
        <Button size="small" onClick={() => void copy()}>
          Copy
        </Button>
      }
    >
      <p>{children}</p>
      <code className="mt-2 block text-ink break-all whitespace-pre-wrap">{secret}</code>
    </Notice>
  );
}
