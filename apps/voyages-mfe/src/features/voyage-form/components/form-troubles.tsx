import { Button, LinkButton, Notice } from '@archive/ui';
import { useEffect, useRef } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FIELD_LABELS, FIELDS, type FieldName } from '../values.ts';

const goTo = (name: FieldName) => document.getElementById(`voyage-${name}`)?.focus();

/** All that stands in the way of saving, in one place: each refused field leads to itself. */
export function FormTroubles({ form }: { form: VoyageFormState }) {
  const { errors, trouble, failures, saving, stored } = form;
  const refused = FIELDS.filter((name) => errors[name]);
  const top = useRef<HTMLDivElement>(null);
  const shown = refused.length > 0 || trouble !== undefined || failures.length > 0;
  const wasSaving = useRef(false);
  useEffect(() => {
    if (wasSaving.current && !saving && shown) top.current?.focus();
    wasSaving.current = saving;
  }, [saving, shown]);

  return (
    <div
      ref={top}
      tabIndex={-1}
      // Under the toasts of a phone, which say the same.
      className="flex scroll-mt-[calc(var(--toasts-above,0px)+1rem)] flex-col gap-3 outline-none empty:hidden"
    >
      {failures.length > 0 && (
        <Notice
          announce
          tone="warning"
          title="The voyage is saved, but not all of it"
          action={
            <>
              <Button size="small" busy={saving} onClick={() => void form.save()}>
                Retry
              </Button>
              <LinkButton size="small" variant="quiet" href={`/voyages/${stored?.voyage.voyage_slug ?? ''}`}>
                Open the voyage
              </LinkButton>
            </>
          }
        >
          <ul className="list-disc pl-5">
            {failures.map(({ what, why }) => (
              <li key={what}>
                {what}. {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {trouble && (
        <Notice
          announce
          tone="error"
          title={trouble.kind === 'gone' ? 'This voyage has been deleted meanwhile' : 'The voyage is not saved'}
          action={
            trouble.kind === 'gone' ? (
              <Button size="small" onClick={() => void form.saveAsNew()}>
                Log it as a new voyage
              </Button>
            ) : (
              trouble.kind === 'away' && (
                <Button size="small" onClick={() => void form.save()}>
                  Retry
                </Button>
              )
            )
          }
        >
          {trouble.message}
          {trouble.kind === 'away' && ' Nothing typed is lost; Save tries again.'}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice announce tone="error" title="Please look at these fields">
          <ul className="list-disc pl-5">
            {refused.map((name) => (
              <li key={name}>
                <button type="button" className="text-navy underline" onClick={() => goTo(name)}>
                  {FIELD_LABELS[name]}
                </button>
                : {errors[name]}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
