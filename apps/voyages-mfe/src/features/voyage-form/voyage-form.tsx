import { HelpButton } from '@archive/editing';
import { useNavigate } from '@archive/router';
import { PageHeader } from '@archive/ui';
import { FocusOnMount } from './components/focus-on-mount.tsx';
import { FormFields } from './components/form-fields.tsx';
import { SaveBar } from './components/save-bar.tsx';
import type { Stored } from './save-voyage.ts';
import { useVoyageForm } from './use-voyage-form.ts';
import type { ResumedDraft } from './draft-store.ts';

interface Props {
  slug: string | undefined;
  stored: Stored | undefined;
  draft: ResumedDraft | undefined;
}

/** Voyage form in one column (SPEC section 2, Voyage form). */
export function VoyageForm(props: Props) {
  const navigate = useNavigate();
  const toLog = () => void navigate('/voyages');
  const form = useVoyageForm({ ...props, onDone: toLog });

  return (
    <div className="flex flex-col gap-6">
      {props.draft && <FocusOnMount>Draft resumed</FocusOnMount>}
      <PageHeader
        title={form.stored ? 'Edit voyage' : 'New voyage'}
        actions={<HelpButton topic="log-a-voyage" />}
        lede={form.stored ? form.stored.voyage.title : 'Only the start date is required. You can add the rest later.'}
      />
      <FormFields form={form} className="max-w-3xl">
        <p className="text-13 text-faded">
          More media and details can be added later from the voyage detail page. Press Ctrl+S to save.
        </p>
        <SaveBar form={form} onCancel={toLog} className="xl:pb-3" />
      </FormFields>
    </div>
  );
}
