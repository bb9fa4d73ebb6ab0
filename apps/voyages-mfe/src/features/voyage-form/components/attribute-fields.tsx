import { Checkbox } from '@archive/ui';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { EDITABLE } from '../values.ts';
import { FormSection } from './form-section.tsx';

export function AttributeFields({ form: { values, set } }: { form: VoyageFormState }) {
  const { attributes } = values;
  return (
    <FormSection title="Voyage Attributes">
      <fieldset id="voyage-attributes" tabIndex={-1} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <legend className="sr-only">Voyage Attributes</legend>
        {EDITABLE.map(({ name, filter }) => (
          <Checkbox
            key={name}
            label={filter}
            checked={attributes.includes(name)}
            onChange={({ target }) =>
              set('attributes', target.checked ? [...attributes, name] : attributes.filter((one) => one !== name))
            }
          />
        ))}
      </fieldset>
    </FormSection>
  );
}
