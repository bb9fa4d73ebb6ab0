import { toast } from '@archive/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { VoyageLoading } from '../voyage-record/components/voyage-states.tsx';
import { DraftOffer } from './components/draft-offer.tsx';
import { loadFiles } from './draft-files.ts';
import { availableDrafts, deleteDraft, type Draft, type ResumedDraft } from './draft-store.ts';

async function withFiles(draft: Draft): Promise<ResumedDraft> {
  const files = await loadFiles(draft.files.map(({ id }) => id));
  const attachments = draft.files.flatMap((pending) => {
    const file = files.get(pending.id);
    return file ? [{ ...pending, file }] : [];
  });
  const missing = draft.files.filter(({ id }) => !files.has(id));
  for (const { name } of missing) toast.error(`“${name}” is no longer stored in this browser. Attach it again.`);
  return { ...draft, attachments };
}

interface Props {
  slug: string | undefined;
  /** Page heading while the draft is offered; omit if the page has one. */
  title?: string;
  children(draft: ResumedDraft | undefined): ReactNode;
}

/** Offers the existing drafts, and renders the form once each was resumed or discarded. */
export function DraftGate({ slug, title, children }: Props) {
  const [offeredDrafts, setOffered] = useState<Draft[]>();
  const [resumed, setResumed] = useState<ResumedDraft>();
  useEffect(() => {
    let isUnmounted = false;
    void availableDrafts(slug).then((drafts) => isUnmounted || setOffered(drafts));
    return () => {
      isUnmounted = true;
    };
  }, [slug]);
  /** Reads the draft again, because another window may have changed, opened or saved it. */
  const findAvailable = async ({ id }: Draft) => {
    const drafts = await availableDrafts(slug);
    const current = drafts.find((item) => item.id === id);
    if (current) return current;
    toast('This draft was opened or saved in another window.');
    setOffered(drafts);
    return undefined;
  };
  if (!offeredDrafts) return <VoyageLoading title={title ?? null} />;
  const [draft, ...otherDrafts] = offeredDrafts;
  if (!draft || resumed) return children(resumed);
  return (
    <>
      {title && <h1 className="sr-only">{title}</h1>}
      <DraftOffer
        key={draft.id}
        draft={draft}
        onResume={() =>
          void findAvailable(draft)
            .then((current) => current && withFiles(current))
            .then(setResumed)
        }
        onDiscard={() =>
          void findAvailable(draft).then((current) => {
            if (!current) return;
            deleteDraft(slug, current.id, current.files);
            setOffered(otherDrafts);
          })
        }
      />
    </>
  );
}
