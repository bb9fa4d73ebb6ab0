import { cx, TextArea } from '@archive/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import type { VoyageTextField } from '@archive/contracts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Suggestions } from './suggestions.tsx';
import { SameDayNote } from './same-day-note.tsx';
import { PassengerFields } from './passenger-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { SpinFields } from './spin-fields.tsx';
import { VoyageFields } from './voyage-fields.tsx';
import { DatePlaceFields } from './date-place-fields.tsx';
import { useTypedText } from '../latest-values.ts';
import { FIELD_LABELS } from '../values.ts';
import { FormSection, memoByFields } from './form-parts.tsx';

interface Props {
  form: VoyageFormState;
  /** Rendered after the fields: the save bar. */
  children: ReactNode;
  className?: string;
}

/** The voyage's fields, its error summary, and the conflict and leave dialogs. */
export function FormFields({ form, children, className }: Props) {
  const handleKeyDown = (event: KeyboardEvent) => {
    // Ignore events of dialogs: React events bubble out of them, but they are not part of this form.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || !isInside) return;
    event.preventDefault();
    void form.save();
  };
  return (
    <div role="presentation" onKeyDown={handleKeyDown} className={cx('flex flex-col gap-8', className)}>
      <ErrorSummary form={form} />
      <VoyageFields form={form} />
      <DatePlaceFields form={form} />
      <SameDayNote form={form} />
      <Suggestions form={form} position="places" />
      <AttributeFields form={form} />
      <Suggestions form={form} position="attributes" />
      <PassengerFields form={form} />
      <Suggestions form={form} position="people" />
      <DescriptionFields form={form} />
      <SpinFields form={form} />
      <SourceFields form={form} name="source_urls" category="source" />
      <SourceFields form={form} name="additional_sources" category="additional_source" />
      <CuratorFields form={form} />
      {children}
      <LeaveDialog hasUnsaved={form.hasUnsaved} done={form.done} keepDraft={form.keepDraft} onDiscard={form.discard} />
      {form.conflict && <ConflictDialog conflict={form.conflict} mine={form.values} />}
    </div>
  );
}

interface Definition {
  rows: number;
  section: 'description' | 'curators';
  help?: string;
}

/** The text fields, in form order. */
const FIELDS: Record<VoyageTextField, Definition> = {
  summary_markdown: { section: 'description', rows: 3, help: 'Shown at the top of the voyage page.' },
  additional_information: {
    section: 'description',
    rows: 4,
    help: 'Anything about the voyage that has no field of its own.',
  },
  notes: { section: 'description', rows: 3, help: 'Visible to everyone.' },
  notes_internal: { section: 'curators', rows: 3, help: 'Visible to curators only.' },
};
const NAMES = Object.keys(FIELDS) as VoyageTextField[];

function Text({ form, name }: { form: VoyageFormState; name: VoyageTextField }) {
  const { help, rows } = FIELDS[name];
  const field = { id: `voyage-${name}`, label: FIELD_LABELS[name], help, ...useTypedText(form, name) };
  // Limit the height, because the browser repeats the layout of a very tall text area after each key press.
  return <TextArea {...field} rows={rows} className="max-h-[70dvh]" maxLength={100_000} />;
}

const inSection = (section: Definition['section']) => NAMES.filter((name) => FIELDS[name].section === section);

/**
 * Puts the text fields into a form of their own. Chromium's autofill reads all fields of a form after each key press and caret movement,
 * and fields outside of any form are treated as one form, which would include the fields of a hundred passengers.
 */
const Texts = ({ form, section }: { form: VoyageFormState; section: Definition['section'] }) => (
  <form className="flex flex-col gap-4">
    {inSection(section).map((name) => (
      <Text key={name} form={form} name={name} />
    ))}
  </form>
);

function Description({ form }: { form: VoyageFormState }) {
  return (
    <FormSection
      title="Description"
      help="You can use Markdown for links, lists, and emphasis: *italics*, [link text](https://…)."
    >
      <Texts form={form} section="description" />
    </FormSection>
  );
}

const DescriptionFields = memoByFields(Description, [], inSection('description'));

function Curators({ form }: { form: VoyageFormState }) {
  return (
    <FormSection title="For curators">
      <Texts form={form} section="curators" />
    </FormSection>
  );
}

const CuratorFields = memoByFields(Curators, [], inSection('curators'));
