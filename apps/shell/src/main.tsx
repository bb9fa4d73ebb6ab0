import { createQueryClient } from '@archive/api-client';
import { RouterProvider, createBrowserRouter } from '@archive/router';
import { type ArchiveSettings, type Boot, type Registry, addPagePart } from '@archive/shell-api';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { appRoutes } from './app.tsx';
import { reportPageErrors } from './federation/page-errors.ts';
import { applyRegistry, refreshRegistry, reportShellShown } from './federation/page-registry.ts';
import { preloadRemotes } from './federation/remotes.ts';
import { LoadingScreen } from './screens/screens.tsx';

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  const boot = await readBoot(() => root.render(<LoadingScreen unavailable />));
  document.title = boot.archive.title;
  const shellVersion = boot.registry.shell?.version ?? __VERSION__;
  addPagePart('shell', shellVersion);
  reportPageErrors(shellVersion);
  const pageRegistry = await applyRegistry(boot.registry);
  const client = createQueryClient();
  const onShown = () => {
    reportShellShown(boot.registry);
    preloadRemotes(boot.registry);
  };
  const router = createBrowserRouter(appRoutes({ boot, pageRegistry, refreshRegistry, client, onShown }));
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

const element = document.getElementById('root');
if (element) void start(element);

const REGISTRY_URL = '/mfe/registry.json';
const RETRY_MS = 3000;

/** Settings for a page without an embedded data block, as served by a development server or a plain file server. */
const DEFAULT_SETTINGS: ArchiveSettings = {
  title: 'The Sequoia Archive',
  subtitle: 'Voyages of the presidential yacht',
  migration_document_url: null,
};

function embeddedBoot(): Boot | undefined {
  const block = document.getElementById('boot');
  return block?.textContent ? (JSON.parse(block.textContent) as Boot) : undefined;
}

/**
 * Reads the boot data from the page's embedded data block. Without one, fetches the registry, retrying until it succeeds, and calls
 * `onUnavailable` after each failed attempt.
 */
async function readBoot(onUnavailable: () => void): Promise<Boot> {
  const boot = embeddedBoot();
  if (boot) return boot;
  for (;;) {
    const response = await fetch(REGISTRY_URL, { cache: 'no-cache' }).catch(() => undefined);
    if (response?.ok) return { registry: (await response.json()) as Registry, archive: DEFAULT_SETTINGS };
    onUnavailable();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
