import { createQueryClient } from '@archive/api-client';
import { createBrowserRouter, RouterProvider } from '@archive/router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { appRoutes } from './app.tsx';
import { readBoot } from './boot.ts';
import { installRemotes, preloadRemotes } from './federation/remotes.ts';
import { StartingScreen } from './screens/starting-screen.tsx';

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  const boot = await readBoot(() => root.render(<StartingScreen away />));
  document.title = boot.archive.title;
  installRemotes(boot.registry);
  const router = createBrowserRouter(
    appRoutes({ boot, client: createQueryClient(), onShown: () => preloadRemotes(boot.registry) }),
  );
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

const element = document.getElementById('root');
if (element) void start(element);
