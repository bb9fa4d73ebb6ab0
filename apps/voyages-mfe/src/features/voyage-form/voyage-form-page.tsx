import { isNotFound, voyageToEditQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useNavigate, useParams } from '@archive/router';
import { usePageTitle } from '@archive/shell-api';
import { toast } from '@archive/ui';
import { useEffect } from 'react';
import { NoSuchVoyage } from '../voyage-record/components/no-such-voyage.tsx';
import { VoyageLoading } from '../voyage-record/components/voyage-states.tsx';
import { DraftGate } from './draft-gate.tsx';
import { VoyageForm } from './voyage-form.tsx';

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
  const { data, error } = useQuery(voyageToEditQuery(slug));
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
