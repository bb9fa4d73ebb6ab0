import { Eyebrow } from '@archive/ui';
import type { ReactNode } from 'react';

export type Level = 2 | 3 | 4;

/** A part of a record under a small heading. */
export function Part({ title, level, children }: { title: string; level: Level; children: ReactNode }) {
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
