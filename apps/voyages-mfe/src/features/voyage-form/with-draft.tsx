import { useEffect, useState, type ReactNode } from 'react';
import { VoyageLoading } from '../voyage-page/components/voyage-states.tsx';
import { DraftOffer } from './components/draft-offer.tsx';
import { dropDraft, looseDrafts, type Draft } from './draft-store.ts';

interface Props {
  slug: string | undefined;
  /** Heading of the page while the draft is offered; none where the page has one. */
  title?: string;
  children(draft: Draft | undefined): ReactNode;
}

/** A form, after each draft of it that there is has been taken up or given up. */
export function WithDraft({ slug, title, children }: Props) {
  const [offered, setOffered] = useState<Draft[]>();
  const [taken, setTaken] = useState<Draft>();
  useEffect(() => {
    let gone = false;
    void looseDrafts(slug).then((drafts) => gone || setOffered(drafts));
    return () => {
      gone = true;
    };
  }, [slug]);
  if (!offered) return <VoyageLoading />;
  const [draft, ...others] = offered;
  if (!draft || taken) return children(taken);
  return (
    <>
      {title && <h1 className="sr-only">{title}</h1>}
      <DraftOffer
        draft={draft}
        onTake={() => setTaken(draft)}
        onDrop={() => {
          dropDraft(slug, draft.id);
          setOffered(others);
        }}
      />
    </>
  );
}
