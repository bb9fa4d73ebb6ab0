import { useId, type ReactNode } from 'react';

/** A group of fields under a heading. */
export function FormSection({ title, help, children }: { title: string; help?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-rule pt-6">
      <div>
        <h2 id={id} className="text-21">
          {title}
        </h2>
        {help && <p className="mt-0.5 text-13 text-faded">{help}</p>}
      </div>
      {children}
    </section>
  );
}
