import { archiveSetupQuery, homeQuery } from '@archive/api-client';
import type { Home } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { useAllows, useArchive, usePageTitle } from '@archive/shell-api';
import { Notice, TextLink, today, lazyComponent, formatNumber, pluralize } from '@archive/ui';
import { lazy, Suspense, useState } from 'react';
import { Link } from '@archive/router';
import { HomeCards } from './home-cards.tsx';

const EmptyArchive = lazy(() => import('./empty-archive.tsx').then((module) => ({ default: module.EmptyArchive })));
const HomePictures = lazyComponent(() => import('./home-pictures.tsx'), 'HomePictures');
const OpenProposals = lazyComponent(() => import('../proposals/open-proposals.tsx'), 'OpenProposals');
const RiverBand = lazyComponent(() => import('./river-band.tsx'), 'RiverBand');

export function HomePage() {
  usePageTitle('Home');
  const isCurator = useAllows('curator');
  const [day] = useState(() => today().slice(5));
  // Without it, the cards say so; band, pictures and chart keep their places.
  const { data: home } = useQuery(homeQuery(day));
  const hasNoVoyages = home?.decades.length === 0;
  const { data: setup } = useQuery({ ...archiveSetupQuery(), enabled: hasNoVoyages });
  // Also shown until the code of the other page has loaded, so that the footer stays where it is.
  const content = <HomeContent home={home} day={day} />;
  return (
    <div className="flex flex-col gap-10">
      <header className="max-w-measure">
        <h1 className="font-serif text-35 md:text-48">About the archive</h1>
        <p className="mt-4 text-17 text-faded">
          For more than four decades, the yacht Sequoia carried presidents of the United States down the Potomac with
          their families, guests, and crews. This archive is a log of those voyages: who was aboard, where they went,
          what people said about them, and the sources that document them.
        </p>
      </header>
      {hasNoVoyages && setup?.is_empty && isCurator ? (
        <Suspense fallback={content}>
          <EmptyArchive setup={setup} />
          <HomeCards day={day} />
          <MigrationNotice />
        </Suspense>
      ) : (
        content
      )}
    </div>
  );
}

function HomeContent({ home, day }: { home: Home | undefined; day: string }) {
  return (
    <>
      <div className="h-80 md:h-96">
        <RiverBand home={home} day={day} />
      </div>
      <HomeCards day={day} />
      <div className="h-[48rem] sm:h-56 lg:h-72">
        <HomePictures home={home} />
      </div>
      <section aria-labelledby="decades">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="decades" className="font-serif text-27">
            Voyages by decade
          </h2>
          <TextLink href="/figures">All figures</TextLink>
        </div>
        <div className="mt-4 h-32">{home && <DecadeChart decades={home.decades} />}</div>
      </section>
      <MigrationNotice />
    </>
  );
}

function MigrationNotice() {
  const { migration_document_url: url } = useArchive();
  if (!useAllows('curator')) return null;
  return (
    <>
      <Notice title="Help needed">
        Many voyages are still only in{' '}
        {url ? <TextLink href={url}>an external shared document</TextLink> : 'an external shared document'}. To help
        migrate them,{' '}
        {url ? 'open the document, choose a voyage that isn’t here yet,' : 'choose one that isn’t here yet'} and add it
        with the <TextLink href="/voyages/new">voyage editor</TextLink>. You can also{' '}
        <TextLink href="/voyages/import">import a whole file of voyages</TextLink> at once.
      </Notice>
      <OpenProposals />
    </>
  );
}

const BAR_HEIGHT = 64;

/** The voyages of each decade, as bars that lead to the timeline. */
function DecadeChart({ decades }: { decades: Home['decades'] }) {
  const most = Math.max(...decades.map(({ voyages }) => voyages));
  return (
    <ol className="flex h-full items-end gap-1">
      {decades.map(({ decade, voyages }) => (
        <li key={decade} className="min-w-0 flex-1">
          <Link
            to={`/voyages?view=timeline&date=${decade}`}
            className="group flex flex-col items-center gap-1 rounded-sm text-13 text-faded tabular-nums hover:text-ink"
          >
            <span>
              {formatNumber(voyages)}
              <span className="sr-only"> {pluralize(voyages, 'voyage')} in the </span>
            </span>
            <span
              className="w-full max-w-24 rounded-t-sm bg-navy group-hover:bg-brass"
              style={{ height: Math.max(2, (voyages / most) * BAR_HEIGHT) }}
            />
            <span>{decade}s</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
