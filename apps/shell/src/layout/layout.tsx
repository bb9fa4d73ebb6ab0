import { Link, Outlet, ScrollRestoration, useLocation } from '@archive/router';
import {
  MfeSlot,
  type RemoteComponentModule,
  currentPage,
  subscribePage,
  useAllows,
  useArchive,
  useFrameParts,
} from '@archive/shell-api';
import { Button, SkipLink, lazyComponent } from '@archive/ui';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isShown, previewsShell } from '../federation/overrides.ts';
import type { PageRegistry } from '../federation/page-registry.ts';
import { IngestBanner } from '../ingest/ingest-banner.tsx';
import { CHANGES } from '../navigation.ts';
import { NewVersionNotice, NoticeBar, OverrideBanner, UnavailableNotice } from '../notices/notices.tsx';
import { useRemotes, useTitleOf } from '../placement/remotes.tsx';
import { LoadingPage } from '../screens/screens.tsx';
import { BottomBar, Masthead } from './masthead.tsx';

const PreviewPage = lazyComponent(
  () => import('../previews/preview-page.tsx'),
  'PreviewPage',
  <LoadingPage label="Loading the preview..." />,
);

interface LayoutProps {
  pageRegistry: PageRegistry;
  /** Whether the user signed in on this page load, rather than returning with a session. */
  justSignedIn: boolean;
  onShown: () => void;
}

/** Sticky headings stay below the banner of a preview. */
const BELOW_BANNER = '[--sticky-top:3rem] max-sm:[--sticky-top:5rem]';

/** The shared layout of signed-in screens (SPEC section 2). */
export function Layout({ pageRegistry, justSignedIn, onShown }: LayoutProps) {
  useEffect(onShown, [onShown]);
  const [proposal] = pageRegistry.overrides.flatMap(({ name, proposed }) => (proposed ? [{ name, proposed }] : []));
  const isPreview = pageRegistry.overrides.some(isShown);
  return (
    <div className={`flex min-h-dvh flex-col ${isPreview ? BELOW_BANNER : ''}`}>
      <SkipLink />
      <Masthead />
      <IngestBanner />
      <OverrideBanner overrides={pageRegistry.overrides} />
      <main
        id="main"
        tabIndex={-1}
        // The footer is hidden while a page is loading, and appears where it stays. The height keeps the scroll bar.
        className="mx-auto w-full max-w-page flex-1 px-4 py-8 outline-none has-[[data-loading]]:min-h-[calc(100dvh-3.5rem)] sm:px-6 md:py-10 print:min-h-0 print:p-0"
      >
        <PrintHead />
        {proposal ? <PreviewPage {...proposal} /> : <Outlet />}
      </main>
      <Footer />
      <div className="pointer-events-none fixed inset-x-0 bottom-[calc(4rem+var(--sticky-footer,0px))] z-sticky flex flex-col items-center gap-2 px-4 *:pointer-events-auto md:bottom-[calc(1rem+var(--sticky-footer,0px))] print:hidden">
        <UnavailableNotice />
        <NewVersionNotice opened={pageRegistry.registry} previewsShell={previewsShell(pageRegistry.overrides)} />
        <div className="contents">
          <FrameParts />
        </div>
      </div>
      <BottomBar />
      <RouteAnnouncer justSignedIn={justSignedIn} />
      <ScrollRestoration />
    </div>
  );
}

/** Name of the archive and URL at the top of a printed page. */
function PrintHead() {
  const { title } = useArchive();
  useLocation();
  return (
    <p
      aria-hidden
      className="mb-4 hidden justify-between gap-6 border-b border-rule pb-2 text-13 text-faded print:flex"
    >
      <span className="font-serif font-semibold text-ink">{title}</span>
      <span className="text-right wrap-anywhere">{window.location.href}</span>
    </p>
  );
}

const YEAR = new Date().getFullYear();

function Footer() {
  const { title, subtitle } = useArchive();
  const isOperator = useAllows('operator');
  return (
    <footer className="[main:has([data-loading])+&]:invisible border-t border-rule pb-20 text-13 text-faded md:pb-0 print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-baseline justify-between gap-x-6 px-4 py-4 sm:px-6">
        <p>
          © {YEAR} {title}
          <span className="max-sm:hidden">. {subtitle}.</span>
        </p>
        <nav aria-label="More" className="flex gap-6">
          <Link to={CHANGES.to} className="hover:text-ink hover:underline">
            {CHANGES.label}
          </Link>
          {isOperator && (
            <Link to="/ops" className="hover:text-ink hover:underline">
              System status
            </Link>
          )}
        </nav>
      </div>
    </footer>
  );
}

/** The components that remotes show on every page while their work continues, such as uploads. */
function FrameParts() {
  const remotes = useRemotes();
  const titleOf = useTitleOf();
  return useFrameParts()
    .filter(({ remote }) => remotes.some(({ name }) => name === remote))
    .map(({ remote, exposed }) => (
      <MfeSlot
        key={`${remote} ${exposed}`}
        inline
        remote={remote}
        exposed={exposed}
        loading={<></>}
        fallback={(_, retry) => (
          <NoticeBar>
            Can’t show unfinished work in {titleOf(remote)} right now.
            <Button size="small" onClick={retry}>
              Retry
            </Button>
          </NoticeBar>
        )}
      >
        {(module) => {
          const { component: Part } = module as RemoteComponentModule<object>;
          return <Part />;
        }}
      </MfeSlot>
    ));
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Announces client-side navigation to assistive technology: moves focus to the main heading and reads the title. If only the query string
 * changes, does neither. With `justSignedIn`, also announces the first page.
 */
function RouteAnnouncer({ justSignedIn }: { justSignedIn: boolean }) {
  const { pathname } = useLocation();
  const page = useSyncExternalStore(subscribePage, currentPage);
  const lastPathname = useRef(pathname);
  const pending = useRef(justSignedIn);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    pending.current = true;
  }, [pathname]);

  // A page sets its title only once it has content, so its heading exists by now.
  const announced = useRef(page);
  useEffect(() => {
    if (!pending.current || announced.current === page) return;
    pending.current = false;
    announced.current = page;
    focusHeading();
  }, [page]);

  return (
    <output aria-live="polite" className="sr-only">
      {page.title}
    </output>
  );
}
