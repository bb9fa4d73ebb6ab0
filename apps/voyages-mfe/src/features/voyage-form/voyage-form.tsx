import { PageHeader } from '@archive/ui';
import { useNavigate } from '@archive/router';
import type { KeyboardEvent } from 'react';
import { AttributeFields } from './components/attribute-fields.tsx';
import { ConflictDialog } from './components/conflict-dialog.tsx';
import { FormFoot } from './components/form-foot.tsx';
import { FormTroubles } from './components/form-troubles.tsx';
import { LeaveDialog } from './components/leave-dialog.tsx';
import { PassengerFields } from './components/passenger-fields.tsx';
import { SourceFields } from './components/source-fields.tsx';
import { SpinFields } from './components/spin-fields.tsx';
import { AccountFields, CuratorFields } from './components/text-fields.tsx';
import { VoyageFields } from './components/voyage-fields.tsx';
import { WhenFields } from './components/when-fields.tsx';
import type { Draft } from './draft-store.ts';
import type { Stored } from './save-voyage.ts';
import { useVoyageForm } from './use-voyage-form.ts';

interface Props {
  slug: string | undefined;
  stored: Stored | undefined;
  draft: Draft | undefined;
}

/** All of a voyage, in one column (SPEC section 2, Voyage form). */
export function VoyageForm(props: Props) {
  const form = useVoyageForm(props);
  const navigate = useNavigate();

  const press = (event: KeyboardEvent) => {
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void form.save();
    }
  };

  return (
    <div role="presentation" onKeyDown={press} className="flex flex-col gap-6">
      <PageHeader
        title={props.slug ? 'Edit voyage' : 'New voyage'}
        lede={props.slug ? form.stored?.voyage.title : 'Only the start date is needed; the rest can follow.'}
      />
      {/* What has focus is not hidden behind the foot. */}
      <div className="flex max-w-3xl flex-col gap-8 **:scroll-mb-36">
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
        <p className="text-13 text-faded">
          More media and details can be added later from the voyage detail page. Ctrl S saves.
        </p>
        <FormFoot form={form} onCancel={() => void navigate('/voyages')} />
      </div>
      <LeaveDialog dirty={form.changed.length > 0} done={form.done} onDiscard={form.discard} />
      {form.conflict && <ConflictDialog conflict={form.conflict} mine={form.values} />}
    </div>
  );
}
