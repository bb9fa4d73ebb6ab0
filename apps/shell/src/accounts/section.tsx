import { Notice } from '@archive/ui';
import type { FormEvent, ReactNode } from 'react';

interface SectionProps {
  title: string;
  failure: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
}

/** A ref that moves the focus to a field when it appears. */
export const focusField = (field: HTMLInputElement | null) => field?.focus();

/** A form of the account page, with its title. */
export function Section({ title, failure, onSubmit, children }: SectionProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <section aria-label={title}>
      <h2 className="text-21">{title}</h2>
      <form noValidate onSubmit={submit} className="mt-2 flex max-w-md flex-col items-start gap-4 *:w-full">
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
