import { createQueryClient } from '@archive/api-client';
import { createBrowserRouter, RouterProvider } from '@archive/router';
import { addPagePart } from '@archive/shell-api';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { appRoutes } from './app.tsx';
import { readBoot } from './boot.ts';
import { preloadRemotes } from './federation/remotes.ts';
import { applyRegistry, refreshRegistry, reportShellShown } from './federation/page-registry.ts';
import { reportPageErrors } from './federation/page-errors.ts';
import { LoadingScreen } from './screens/loading-screen.tsx';

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
