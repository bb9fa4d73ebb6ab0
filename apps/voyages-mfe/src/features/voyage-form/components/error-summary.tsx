import { Button, LinkButton, Notice } from '@archive/ui';
import { useEffect, useRef } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FIELD_LABELS, FIELDS, type FieldName } from '../values.ts';

/** Focuses the control of a field, or the first input of a section. */
function focusField(name: FieldName): void {
  const element = document.getElementById(`voyage-${name}`);
  (element?.tabIndex === -1 && !element.hasAttribute('tabindex') ? element.querySelector('input') : element)?.focus();
}

/** Everything that prevented saving, with a link to each invalid field. */
export function ErrorSummary({ form }: { form: VoyageFormState }) {
  const { errors, failedSaves, saveError, failures, saving, stored } = form;
  const invalid = FIELDS.filter((name) => errors[name]);
  const summary = useRef<HTMLDivElement>(null);
  const isShown = invalid.length > 0 || saveError !== undefined || failures.length > 0;
  const wasSaving = useRef(false);
  useEffect(() => {
    if (wasSaving.current && !saving && isShown) summary.current?.focus();
    wasSaving.current = saving;
  }, [saving, isShown]);
  useEffect(() => {
    if (failedSaves > 0) summary.current?.focus();
  }, [failedSaves]);

  return (
    <div
      ref={summary}
      tabIndex={-1}
      // Leave room for the toasts, which are above it on a phone.
      className="flex scroll-mt-[calc(var(--toasts-above,0px)+1rem)] flex-col gap-3 outline-none empty:hidden"
    >
      {failures.length > 0 && (
        <Notice
          announce
          tone="warning"
          title="Voyage saved, with problems"
          action={
            <>
              <Button size="small" busy={saving} onClick={() => void form.save()}>
                Retry
              </Button>
              <LinkButton size="small" variant="quiet" href={`/voyages/${stored?.voyage.voyage_slug ?? ''}`}>
                Open voyage
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
      {saveError && (
        <Notice
          announce
          tone="error"
          title={saveError.kind === 'deleted' ? 'This voyage was deleted while you were editing' : 'Voyage not saved'}
          action={
            saveError.kind === 'deleted' ? (
              <Button size="small" onClick={() => void form.saveAsNew()}>
                Save as new voyage
              </Button>
            ) : (
              saveError.kind === 'unavailable' && (
                <Button size="small" onClick={() => void form.save()}>
                  Retry
                </Button>
              )
            )
          }
        >
          {saveError.message}
          {saveError.kind === 'unavailable' && ' Your changes are kept. Try again.'}
        </Notice>
      )}
      {invalid.length > 0 && (
        <Notice announce tone="error" title="Fix these fields">
          <ul className="list-disc pl-5">
            {invalid.map((name) => (
              <li key={name}>
                <button type="button" className="text-navy underline" onClick={() => focusField(name)}>
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
