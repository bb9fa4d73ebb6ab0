import { isNotFound, voyageToEditQuery } from '@archive/api-client';
import { HelpButton, useProposes } from '@archive/editing';
import { useQuery } from '@archive/query';
import { useNavigate, useParams } from '@archive/router';
import { usePageTitle } from '@archive/shell-api';
import { PageHeader, toast } from '@archive/ui';
import { useEffect } from 'react';
import { NoSuchVoyage } from '../voyage-record/components/no-such-voyage.tsx';
import { VoyageLoading } from '../voyage-record/components/voyage-states.tsx';
import { scrollTargetState } from '../voyage-record/origin.ts';
import { FormFields } from './components/form-fields.tsx';
import { FocusOnMount } from './components/form-parts.tsx';
import { SaveBar } from './components/save-bar.tsx';
import { DraftGate } from './draft-gate.tsx';
import type { ResumedDraft } from './draft-store.ts';
import type { VoyageWithEtag } from './save-voyage.ts';
import { showSavedToast, useVoyageForm } from './use-voyage-form.ts';

/** /voyages/new */
export function NewVoyagePage() {
  usePageTitle('New voyage');
  return (
    <DraftGate slug={undefined} title="New voyage">
      {(draft) => <VoyageForm slug={undefined} stored={undefined} draft={draft} />}
    </DraftGate>
  );
}

/** /voyages/{slug}/edit */
export function EditVoyagePage() {
  const { slug = '' } = useParams();
  return <Edited key={slug} slug={slug} />;
}

function Edited({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(voyageToEditQuery(slug, useProposes()));
  const isMissing = isNotFound(error);
  const hasFailed = Boolean(error && !data && !isMissing);
  // If the voyage fails to load, its draft is kept and offered the next time.
  useEffect(() => {
    if (!hasFailed) return;
    toast.error('Failed to load voyage data');
    void navigate('/voyages');
  }, [hasFailed, navigate]);
  usePageTitle(data && `Edit: ${data.value.title}`);

  if (isMissing) return <NoSuchVoyage slug={slug} />;
  if (!data) return <VoyageLoading />;
  return (
    <DraftGate slug={slug} title="Edit voyage">
      {(draft) => <VoyageForm slug={slug} stored={{ voyage: data.value, etag: data.etag }} draft={draft} />}
    </DraftGate>
  );
}

interface Props {
  slug: string | undefined;
  stored: VoyageWithEtag | undefined;
  draft: ResumedDraft | undefined;
}

/** Display time of the toast, long enough to choose one of the next steps. */
const SAVED_MS = 20_000;

/** Voyage form in one column (SPEC section 2, Voyage form). */
function VoyageForm(props: Props) {
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
    onProposed: () => void navigate(props.slug === undefined ? '/voyages' : `/voyages/${props.slug}`),
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
