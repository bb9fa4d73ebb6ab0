import { Notice } from '@archive/ui';
import type { FormEvent, ReactNode } from 'react';

interface SectionProps {
  title: string;
  failure: string | undefined;
  onSubmit: () => void;
  /** Layout of the fields, instead of one below the other. */
  className?: string;
  children: ReactNode;
}

/** A form of the pages of accounts, with its title. */
export function Section({
  title,
  failure,
  onSubmit,
  className = 'flex max-w-md flex-col items-start gap-4 *:w-full',
  children,
}: SectionProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <section aria-label={title}>
      <h2 className="text-21">{title}</h2>
      <form noValidate onSubmit={submit} className={`mt-2 ${className}`}>
        {children}
      </form>
      {failure && (
        <Notice announce tone="error" className="mt-3">
          {failure}
        </Notice>
      )}
    </section>
  );
}
