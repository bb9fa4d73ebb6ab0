import { TextArea } from '@archive/ui';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FIELD_LABELS, type FieldName } from '../values.ts';
import { FormSection } from './form-section.tsx';

type TextName = Extract<FieldName, 'summary_markdown' | 'additional_information' | 'notes' | 'notes_internal'>;

const ROWS: Record<TextName, number> = { summary_markdown: 3, additional_information: 4, notes: 3, notes_internal: 3 };

function Text({ form, name, help }: { form: VoyageFormState; name: TextName; help?: string }) {
  return (
    <TextArea
      id={`voyage-${name}`}
      label={FIELD_LABELS[name]}
      help={help}
      rows={ROWS[name]}
      // A long text scrolls in its field: a field of many screens is drawn anew with each key.
      className="max-h-[70dvh]"
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
      <Text form={form} name="summary_markdown" help="Heads the page of the voyage." />
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
