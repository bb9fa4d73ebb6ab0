import { isNotFound, messageOf, voyageToEditQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useNavigate, useParams } from '@archive/router';
import { usePageTitle } from '@archive/shell-api';
import { toast } from '@archive/ui';
import { useEffect, useState } from 'react';
import { VoyageLoading, VoyageNotFound } from '../voyage-page/components/voyage-states.tsx';
import { DraftOffer } from './components/draft-offer.tsx';
import { dropDraft, readDraft, type Draft } from './draft-store.ts';
import type { Stored } from './save-voyage.ts';
import { VoyageForm } from './voyage-form.tsx';

/** /voyages/new */
export function NewVoyagePage() {
  usePageTitle('New voyage');
  return <WithDraft slug={undefined} stored={undefined} />;
}

/** /voyages/{slug}/edit */
export function EditVoyagePage() {
  const { slug = '' } = useParams();
  return <Edited key={slug} slug={slug} />;
}

function Edited({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(voyageToEditQuery(slug));
  const missing = isNotFound(error);
  const failed = error && !data && !missing ? messageOf(error) : undefined;
  // A draft of a voyage that cannot be read is still somebody's work: it stays, and is offered when the voyage is there again.
  useEffect(() => {
    if (failed === undefined) return;
    toast.error(`Failed to load voyage data: ${failed}`);
    void navigate('/voyages');
  }, [failed, navigate]);
  usePageTitle(data && `Edit: ${data.value.title}`);

  if (missing) return <VoyageNotFound />;
  if (!data) return <VoyageLoading />;
  return <WithDraft slug={slug} stored={{ voyage: data.value, etag: data.etag }} />;
}

/** The form, after the draft of it, where there is one, has been taken up or given up. */
function WithDraft({ slug, stored }: { slug: string | undefined; stored: Stored | undefined }) {
  const [offered, setOffered] = useState<Draft | undefined>(() => readDraft(slug));
  const [taken, setTaken] = useState<Draft>();
  if (offered) {
    return (
      <>
        <h1 className="sr-only">{slug ? 'Edit voyage' : 'New voyage'}</h1>
        <DraftOffer
          draft={offered}
          onTake={() => {
            setTaken(offered);
            setOffered(undefined);
          }}
          onDrop={() => {
            dropDraft(slug);
            setOffered(undefined);
          }}
        />
      </>
    );
  }
  return <VoyageForm slug={slug} stored={stored} draft={taken} />;
}
