import { HelpButton } from '@archive/editing';
import { useNavigate } from '@archive/router';
import { PageHeader } from '@archive/ui';
import { FocusOnMount } from './components/focus-on-mount.tsx';
import { FormFields } from './components/form-fields.tsx';
import { SaveBar } from './components/save-bar.tsx';
import type { VoyageWithEtag } from './save-voyage.ts';
import { scrollTargetState } from '../voyage-record/scroll-target.ts';
import { showSavedToast, useVoyageForm } from './use-voyage-form.ts';
import type { ResumedDraft } from './draft-store.ts';

interface Props {
  slug: string | undefined;
  stored: VoyageWithEtag | undefined;
  draft: ResumedDraft | undefined;
}

/** Display time of the toast, long enough to choose one of the next steps. */
const SAVED_MS = 20_000;

/** Voyage form in one column (SPEC section 2, Voyage form). */
export function VoyageForm(props: Props) {
  const navigate = useNavigate();
  const toList = () => void navigate('/voyages');
  const form = useVoyageForm({
    ...props,
    onDone: ({ voyage_slug }) => {
      showSavedToast({
        duration: SAVED_MS,
        action: [
          { label: 'Open', onClick: () => void navigate(`/voyages/${voyage_slug}`) },
          { label: 'Log another', onClick: () => void navigate('/voyages/new') },
        ],
      });
      void navigate('/voyages', { state: scrollTargetState({ saved: voyage_slug }) });
    },
  });

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
        <SaveBar form={form} onCancel={toList} className="xl:pb-3" />
      </FormFields>
    </div>
  );
}
