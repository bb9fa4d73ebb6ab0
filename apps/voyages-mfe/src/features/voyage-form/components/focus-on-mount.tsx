import { useEffect, useRef } from 'react';

/** Takes focus when a form replaces the focused element, and announces the form. */
export function FocusOnMount({ children }: { children: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} tabIndex={-1} className="sr-only scroll-mt-20">
      {children}
    </p>
  );
}
