import { cx } from '@archive/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FormTroubles } from './form-troubles.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { PassengerFields } from './passenger-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { SpinFields } from './spin-fields.tsx';
import { AccountFields, CuratorFields } from './text-fields.tsx';
import { VoyageFields } from './voyage-fields.tsx';
import { WhenFields } from './when-fields.tsx';

interface Props {
  form: VoyageFormState;
  /** What follows the fields: where the work stands, and the buttons. */
  children: ReactNode;
  className?: string;
}

/** All fields of a voyage, what stands in the way of saving above them, and the questions that saving and leaving ask. */
export function FormFields({ form, children, className }: Props) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void form.save();
  };
  return (
    <div role="presentation" onKeyDown={press} className={cx('flex flex-col gap-8', className)}>
      <FormTroubles form={form} />
      <VoyageFields form={form} />
      <WhenFields form={form} />
      <AttributeFields form={form} />
      <PassengerFields form={form} />
      <AccountFields form={form} />
      <SpinFields form={form} />
      <SourceFields form={form} name="source_urls" category="source" />
      <SourceFields form={form} name="additional_sources" category="additional_source" />
      <CuratorFields form={form} />
      {children}
      <LeaveDialog dirty={form.unsaved > 0} done={form.done} onDiscard={form.discard} />
      {form.conflict && <ConflictDialog conflict={form.conflict} mine={form.values} />}
    </div>
  );
}
