import { useNavigate } from '@archive/router';
import { PageHeader } from '@archive/ui';
import { Beginning } from './components/beginning.tsx';
import { FormFields } from './components/form-fields.tsx';
import { FormFoot } from './components/form-foot.tsx';
import type { Stored } from './save-voyage.ts';
import { useVoyageForm } from './use-voyage-form.ts';
import type { TakenDraft } from './with-draft.tsx';

interface Props {
  slug: string | undefined;
  stored: Stored | undefined;
  draft: TakenDraft | undefined;
}

/** All of a voyage, in one column (SPEC section 2, Voyage form). */
export function VoyageForm(props: Props) {
  const navigate = useNavigate();
  const toLog = () => void navigate('/voyages');
  const form = useVoyageForm({ ...props, onDone: toLog });

  return (
    <div className="flex flex-col gap-6">
      {props.draft && <Beginning>Going on with the draft</Beginning>}
      <PageHeader
        title={form.stored ? 'Edit voyage' : 'New voyage'}
        lede={form.stored ? form.stored.voyage.title : 'Only the start date is needed; the rest can follow.'}
      />
      <FormFields form={form} className="max-w-3xl">
        <p className="text-13 text-faded">
          More media and details can be added later from the voyage detail page. Ctrl S saves.
        </p>
        <FormFoot form={form} onCancel={toLog} className="xl:pb-3" />
      </FormFields>
    </div>
  );
}
