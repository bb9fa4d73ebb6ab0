import { dateValue } from '@archive/editing';
import { Button, Panel, formatAgo, formatCount, formatDate, toast } from '@archive/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { VoyageLoading } from '../voyage-record/components/voyage-states.tsx';
import type { FormValues } from './values.ts';
import { useNow } from './components/save-bar.tsx';
import { type Draft, type ResumedDraft, availableDrafts, deleteDraft, loadFiles } from './draft-store.ts';

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

interface DraftGateProps {
  slug: string | undefined;
  /** Page heading while the draft is offered; omit if the page has one. */
  title?: string;
  children(draft: ResumedDraft | undefined): ReactNode;
}

/** Offers the existing drafts, and renders the form once each was resumed or discarded. */
export function DraftGate({ slug, title, children }: DraftGateProps) {
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

interface DraftOfferProps {
  draft: Draft;
  onResume(): void;
  onDiscard(): void;
}

/** `“Dinner” (June 12, 1947)`; empty without a title and a date. */
function nameOf({ title, start_date }: FormValues): string {
  const value = dateValue(start_date);
  const date = value === undefined ? start_date : formatDate(value);
  if (!title) return date && `Voyage of ${date}`;
  return date ? `“${title}” (${date})` : `“${title}”`;
}

/** Offers an unsaved draft. */
function DraftOffer({ draft: { values, files, stored_at }, onResume, onDiscard }: DraftOfferProps) {
  const name = nameOf(values);
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel className="flex max-w-2xl flex-col items-start gap-4 p-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-21 outline-none">
          You have an unsaved draft
        </h2>
        <p className="mt-1 text-faded">
          {name ? `${name} — last edited` : 'Last edited'} in this browser {formatAgo(now - stored_at)}
          {files.length > 0 && `, with ${formatCount(files.length, 'file')} to upload`}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onResume}>
          Resume draft
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </div>
    </Panel>
  );
}
