import { Eyebrow } from '@archive/ui';
import type { ReactNode } from 'react';

export type HeadingLevel = 2 | 3 | 4;

/** A section of a voyage under a small heading. */
export function RecordSection({ title, level, children }: { title: string; level: HeadingLevel; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <section className="min-w-0">
      <Heading className="mb-2 font-sans">
        <Eyebrow>{title}</Eyebrow>
      </Heading>
      {children}
    </section>
  );
}
