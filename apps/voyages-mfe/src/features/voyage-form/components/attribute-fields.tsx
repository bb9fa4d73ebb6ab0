import { presidentsQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Checkbox, Select } from '@archive/ui';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { EDITABLE, FIELD_LABELS } from '../values.ts';
import { FormSection, TypedTextField, memoByFields } from './form-parts.tsx';

const DETAILS = ['royalty_details', 'foreign_leader_country'] as const;

/** Attribute checkboxes and the details of three of them. */
function Fields({ form }: { form: VoyageFormState }) {
  const { values, set, errors } = form;
  const { attributes } = values;
  return (
    <FormSection
      title="Voyage Attributes"
      help="The purpose of the voyage, who was aboard, and what the record covers."
    >
      <fieldset id="voyage-attributes" tabIndex={-1} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <legend className="sr-only">Voyage Attributes</legend>
        {EDITABLE.map(({ name, filter }) => (
          <Checkbox
            key={name}
            label={filter}
            help={name === 'presidential_use' ? 'Used by the president, or on the president’s behalf.' : undefined}
            checked={attributes.includes(name)}
            onChange={({ target }) =>
              set(
                'attributes',
                target.checked ? [...attributes, name] : attributes.filter((attribute) => attribute !== name),
              )
            }
          />
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <PresidentAboard
          value={values.presidential_initials}
          error={errors.presidential_initials}
          onValueChange={(initials) => set('presidential_initials', initials)}
        />
        {DETAILS.map((name) => (
          <TypedTextField key={name} form={form} name={name} maxLength={1000} />
        ))}
      </div>
    </FormSection>
  );
}

export const AttributeFields = memoByFields(Fields, ['attributes', 'presidential_initials'], DETAILS);

interface AboardProps {
  value: string;
  error: string | undefined;
  onValueChange(initials: string): void;
}

/** One option for all presidents with the same initials, because the voyage stores only the initials. */
function optionsFor(presidents: readonly President[]) {
  const byInitials = Map.groupBy(presidents, ({ initials }) => initials);
  return [...byInitials].flatMap(([initials, items]) =>
    initials ? [{ value: initials, label: `${items.map((item) => item.full_name).join(' or ')} (${initials})` }] : [],
  );
}

/** Select of presidents by initials (SPEC section 3). */
function PresidentAboard({ value, error, onValueChange }: AboardProps) {
  const options = optionsFor(useQuery(presidentsQuery()).data?.items ?? []);
  const isUnlisted = value !== '' && !options.some((option) => option.value === value);
  return (
    <Select
      id="voyage-presidential_initials"
      label={FIELD_LABELS.presidential_initials}
      value={value}
      options={[{ value: '', label: 'None' }, ...options, ...(isUnlisted ? [{ value, label: value }] : [])]}
      help="The president who sailed."
      error={error}
      onChange={({ target }) => onValueChange(target.value)}
    />
  );
}
