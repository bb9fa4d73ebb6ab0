import { useEffect, useRef } from 'react';

/** An announcement that takes focus on mount, for a form that replaces the focused element. */
export function FocusOnMount({ children }: { children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p ref={paragraph} tabIndex={-1} className="sr-only scroll-mt-20">
      {children}
    </p>
  );
}
