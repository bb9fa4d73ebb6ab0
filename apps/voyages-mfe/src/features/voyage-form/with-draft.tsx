import { toast } from '@archive/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { VoyageLoading } from '../voyage-page/components/voyage-states.tsx';
import { DraftOffer } from './components/draft-offer.tsx';
import type { Attachment } from './attachments.ts';
import { keptFiles } from './draft-files.ts';
import { dropDraft, looseDrafts, type Draft } from './draft-store.ts';

/** A draft that is gone on with, and its files. */
export interface TakenDraft extends Draft {
  attachments: Attachment[];
}

async function withFiles(draft: Draft): Promise<TakenDraft> {
  const found = await keptFiles(draft.files.map(({ id }) => id));
  const attachments = draft.files.flatMap((said) => {
    const file = found.get(said.id);
    return file ? [{ ...said, file }] : [];
  });
  const lost = draft.files.filter(({ id }) => !found.has(id));
  for (const { name } of lost) toast.error(`This browser has not kept “${name}”: please attach it again.`);
  return { ...draft, attachments };
}

interface Props {
  slug: string | undefined;
  /** Heading of the page while the draft is offered; none where the page has one. */
  title?: string;
  children(draft: TakenDraft | undefined): ReactNode;
}

/** A form, after each draft of it that there is has been taken up or given up. */
export function WithDraft({ slug, title, children }: Props) {
  const [offered, setOffered] = useState<Draft[]>();
  const [taken, setTaken] = useState<TakenDraft>();
  useEffect(() => {
    let gone = false;
    void looseDrafts(slug).then((drafts) => gone || setOffered(drafts));
    return () => {
      gone = true;
    };
  }, [slug]);
  if (!offered) return <VoyageLoading title={title ?? null} />;
  const [draft, ...others] = offered;
  if (!draft || taken) return children(taken);
  return (
    <>
      {title && <h1 className="sr-only">{title}</h1>}
      <DraftOffer
        key={draft.id}
        draft={draft}
        onTake={() => void withFiles(draft).then(setTaken)}
        onDrop={() => {
          dropDraft(slug, draft.id, draft.files);
          setOffered(others);
        }}
      />
    </>
  );
}
