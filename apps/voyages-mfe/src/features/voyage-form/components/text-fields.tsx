import { TextArea } from '@archive/ui';
import type { VoyageFormState } from '../use-voyage-form.ts';
import type { FieldName } from '../values.ts';
import { FormSection } from './form-section.tsx';

type TextName = Extract<FieldName, 'additional_information' | 'notes' | 'notes_internal'>;

const ROWS: Record<TextName, number> = { additional_information: 4, notes: 3, notes_internal: 3 };
const LABELS: Record<TextName, string> = {
  additional_information: 'Additional Information',
  notes: 'Notes',
  notes_internal: 'Curator Notes',
};

function Text({ form, name, help }: { form: VoyageFormState; name: TextName; help?: string }) {
  return (
    <TextArea
      id={`voyage-${name}`}
      label={LABELS[name]}
      help={help}
      rows={ROWS[name]}
      maxLength={100_000}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={({ target }) => form.set(name, target.value)}
    />
  );
}

export function AccountFields({ form }: { form: VoyageFormState }) {
  return (
    <FormSection title="What is told" help="Markdown may be used for links, lists and emphasis.">
      <Text form={form} name="additional_information" />
      <Text form={form} name="notes" help="Public." />
    </FormSection>
  );
}

export function CuratorFields({ form }: { form: VoyageFormState }) {
  return (
    <FormSection title="For curators">
      <Text form={form} name="notes_internal" help="Internal: not for the public." />
    </FormSection>
  );
}
