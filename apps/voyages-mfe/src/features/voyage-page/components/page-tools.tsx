import type { Voyage } from '@archive/contracts';
import { useArchive } from '@archive/shell-api';
import { Button, buttonClass } from '@archive/ui';
import { BookOpen, Images, Printer } from '@archive/ui/icons';
import { lazy, Suspense, useState } from 'react';
import { hasPicture, voyageManifestHref } from '../../voyage-record/iiif.ts';
import { citedVoyage, structuredData } from '../cite.ts';

const CiteDialog = lazy(() => import('@archive/ui/cite').then(({ CiteDialog: Dialog }) => ({ default: Dialog })));

/** Buttons to cite and print, and a link to the IIIF manifest. */
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
      {voyage.media.some(hasPicture) && (
        <a
          className={buttonClass({ size: 'small', variant: 'quiet' })}
          href={voyageManifestHref(voyage.voyage_slug)}
          target="_blank"
          rel="noopener"
        >
          <Images aria-hidden />
          IIIF manifest
        </a>
      )}
      {citing && (
        <Suspense>
          <CiteDialog title="Cite this voyage" cited={citedVoyage(cited)} onClose={() => setCiting(false)} />
        </Suspense>
      )}
      <script type="application/ld+json">{JSON.stringify(structuredData(cited))}</script>
    </>
  );
}
