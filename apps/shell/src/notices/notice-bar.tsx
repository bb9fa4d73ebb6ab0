import type { ReactNode } from 'react';

/** A one-line notice at the bottom of the window. */
export function NoticeBar({ children }: { children: ReactNode }) {
  return (
    <output className="flex max-w-full items-center gap-3 rounded border border-rule bg-leaf px-4 py-2 text-13 text-ink shadow-float">
      {children}
    </output>
  );
}
