import { useEffect, useRef } from 'react';

/** Takes focus when a form replaces the focused element, and announces the form. */
export function FocusOnMount({ children }: { children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p ref={paragraph} tabIndex={-1} className="sr-only scroll-mt-20">
      {children}
    </p>
  );
}
