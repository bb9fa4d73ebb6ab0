import { Button, Notice, toast } from '@archive/ui';
import { type ReactNode, useRef } from 'react';

interface ShownOnceProps {
  title: string;
  children: ReactNode;
  /** What to copy. */
  secret: string;
}

/** A secret that the server returns only once, to copy. */
export function ShownOnce({ title, children, secret }: ShownOnceProps) {
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success('Copied to clipboard!');
    } catch {
      // Browsers have no clipboard without HTTPS.
      getSelection()?.selectAllChildren(text.current!);
      toast('Selected. Press Ctrl+C or ⌘C to copy.');
    }
  };
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
      <code ref={text} className="mt-2 block text-ink break-all whitespace-pre-wrap">
        {secret}
      </code>
    </Notice>
  );
}
