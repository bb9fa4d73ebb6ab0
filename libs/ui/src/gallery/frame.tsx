import type { ReactNode } from 'react';

/** A section of the component gallery. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="ui:border-t ui:border-rule ui:py-8">
      <h2 className="ui:mb-5 ui:text-27">{title}</h2>
      <div className="ui:space-y-8">{children}</div>
    </section>
  );
}

/** An example of a component, captioned with the state it shows. */
export function Example({ name, children, row = false }: { name: string; children: ReactNode; row?: boolean }) {
  return (
    <div>
      <p className="ui:mb-2 ui:font-mono ui:text-13 ui:text-faded">{name}</p>
      <div className={row ? 'ui:flex ui:flex-wrap ui:items-center ui:gap-3' : undefined}>{children}</div>
    </div>
  );
}
