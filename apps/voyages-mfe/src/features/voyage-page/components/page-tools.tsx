import type { Voyage } from '@archive/contracts';
import { useArchive } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { BookOpen, Printer } from '@archive/ui/icons';
import { lazy, Suspense, useState } from 'react';
import { citedVoyage, structuredData } from '../cite.ts';

const CiteDialog = lazy(() => import('@archive/ui/cite').then(({ CiteDialog: Dialog }) => ({ default: Dialog })));

/** Cite and print buttons. */
export function PageTools({ voyage }: { voyage: Voyage }) {
  const { title } = useArchive();
  const [citing, setCiting] = useState(false);
  const cited = { voyage, archive: title, address: `${location.origin}/voyages/${voyage.voyage_slug}` };
  return (
    <>
      <Button size="small" variant="quiet" icon={<BookOpen aria-hidden />} onClick={() => setCiting(true)}>
        Cite
      </Button>
      <Button size="small" variant="quiet" icon={<Printer aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      {citing && (
        <Suspense>
          <CiteDialog title="Cite this voyage" cited={citedVoyage(cited)} onClose={() => setCiting(false)} />
        </Suspense>
      )}
      <script type="application/ld+json">{JSON.stringify(structuredData(cited))}</script>
    </>
  );
}
