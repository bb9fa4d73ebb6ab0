import { useEffect, useRef } from 'react';

/** Where focus begins in a form that has come in the place of what had it; says what it is a form of. */
export function Beginning({ children }: { children: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} tabIndex={-1} className="sr-only scroll-mt-20">
      {children}
    </p>
  );
}
