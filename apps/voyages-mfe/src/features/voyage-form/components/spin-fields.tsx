import type { Spin } from '@archive/contracts';
import { Button, TextArea, TextField } from '@archive/ui';
import { Plus, X } from '@archive/ui/icons';
import { useEffect, useRef } from 'react';
import { Quotes } from '../../voyage-record/components/sources.tsx';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FormSection, memoByFields } from './form-parts.tsx';

/** Quotes about the yacht, each with a preview. */
function Fields({ form: { values, set, errors } }: { form: VoyageFormState }) {
  const spins = values.spin;
  const container = useRef<HTMLDivElement>(null);
  const hasAdded = useRef(false);
  useEffect(() => {
    if (!hasAdded.current) return;
    hasAdded.current = false;
    [...(container.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus();
  }, [spins]);
  const change = (index: number, to: Partial<Spin>) =>
    set(
      'spin',
      spins.map((spin, position) => (position === index ? { ...spin, ...to } : spin)),
    );

  return (
    <FormSection title="Spins" help="Quotes about the yacht, in the speaker’s words.">
      <div ref={container} id="voyage-spin" tabIndex={-1} className="flex flex-col gap-4 empty:hidden">
        {spins.map((spin, index) => (
          <fieldset
            key={index}
            aria-label={`Spin ${index + 1}`}
            className="flex flex-col gap-4 rounded border border-rule bg-leaf p-4"
          >
            <TextArea
              label="Quote"
              rows={2}
              maxLength={20_000}
              value={spin.spin}
              onChange={({ target }) => change(index, { spin: target.value })}
            />
            <TextField
              label="Source"
              help="Optional. A web address or a citation."
              maxLength={4000}
              autoComplete="off"
              value={spin.source ?? ''}
              onChange={({ target }) => change(index, { source: target.value === '' ? null : target.value })}
            />
            {spin.spin.trim() !== '' && (
              <div className="border-t border-rule pt-4">
                <p className="mb-2 text-13 text-faded">Preview</p>
                <Quotes spins={[spin]} size="medium" />
              </div>
            )}
            <p>
              <Button
                size="small"
                variant="quiet"
                icon={<X aria-hidden className="size-4" />}
                onClick={() =>
                  set(
                    'spin',
                    spins.filter((item) => item !== spin),
                  )
                }
              >
                Remove spin {index + 1}
              </Button>
            </p>
          </fieldset>
        ))}
      </div>
      {errors.spin && <p className="text-13 text-signal">{errors.spin}</p>}
      <p>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => {
            hasAdded.current = true;
            set('spin', [...spins, { spin: '', source: null }]);
          }}
        >
          Add spin
        </Button>
      </p>
    </FormSection>
  );
}

export const SpinFields = memoByFields(Fields, ['spin']);
