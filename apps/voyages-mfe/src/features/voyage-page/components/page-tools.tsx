import type { Voyage } from '@archive/contracts';
import { useArchive } from '@archive/shell-api';
import { Button, buttonClass, lazyComponent } from '@archive/ui';
import { BookOpen, Images, Printer } from '@archive/ui/icons';
import { useState } from 'react';
import { hasPicture, voyageManifestHref } from '../../voyage-record/iiif.ts';
import { citedVoyage, structuredData } from '../cite.ts';

const CiteDialog = lazyComponent(() => import('@archive/ui/cite'), 'CiteDialog');

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
      {citing && <CiteDialog title="Cite this voyage" cited={citedVoyage(cited)} onClose={() => setCiting(false)} />}
      <script type="application/ld+json">{JSON.stringify(structuredData(cited))}</script>
    </>
  );
}
