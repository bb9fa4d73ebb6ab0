import { Outlet, ScrollRestoration } from '@archive/router';
import { useArchive, type Boot } from '@archive/shell-api';
import { SkipLink } from '@archive/ui';
import { useEffect } from 'react';
import { preloadRemotes } from '../federation/remotes.ts';
import { IngestBanner } from '../ingest/ingest-banner.tsx';
import { AwayNotice } from '../notices/away-notice.tsx';
import { NewVersion } from '../notices/new-version.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Masthead } from './masthead.tsx';
import { PageArrival } from './page-arrival.tsx';

/** What is around every signed-in screen (SPEC section 2, Shared layout). */
export function Layout({ boot }: { boot: Boot }) {
  useEffect(() => preloadRemotes(boot.registry), [boot.registry]);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Masthead />
      <IngestBanner />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 py-8 outline-none sm:px-6 md:py-10"
      >
        <Outlet />
      </main>
      <Footer />
      <div className="fixed inset-x-0 bottom-16 z-sticky flex flex-col items-center gap-2 px-4 md:bottom-4 print:hidden">
        <AwayNotice />
        <NewVersion opened={boot.registry} />
      </div>
      <BottomBar />
      <PageArrival />
      <ScrollRestoration />
    </div>
  );
}

const YEAR = new Date().getFullYear();

function Footer() {
  const { title, subtitle } = useArchive();
  return (
    <footer className="border-t border-rule pb-20 text-13 text-faded md:pb-0 print:hidden">
      <p className="mx-auto max-w-page px-4 py-4 sm:px-6">
        © {YEAR} {title}. {subtitle}.
      </p>
    </footer>
  );
}
