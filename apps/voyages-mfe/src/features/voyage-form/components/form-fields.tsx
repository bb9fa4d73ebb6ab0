import { cx } from '@archive/ui';
import type { KeyboardEvent, ReactNode } from 'react';
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
import { DescriptionFields, CuratorFields } from './text-fields.tsx';
import { VoyageFields } from './voyage-fields.tsx';
import { DatePlaceFields } from './date-place-fields.tsx';

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
