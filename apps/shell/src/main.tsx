import { createQueryClient } from '@archive/api-client';
import { createBrowserRouter, RouterProvider } from '@archive/router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { appRoutes } from './app.tsx';
import { readBoot } from './boot.ts';
import { preloadRemotes } from './federation/remotes.ts';
import { see, seeAnew, tellShown } from './federation/seen.ts';
import { StartingScreen } from './screens/starting-screen.tsx';

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  const boot = await readBoot(() => root.render(<StartingScreen away />));
  document.title = boot.archive.title;
  const seen = await see(boot.registry);
  const client = createQueryClient();
  const onShown = () => {
    tellShown(boot.registry);
    preloadRemotes(boot.registry);
  };
  const router = createBrowserRouter(appRoutes({ boot, seen, seeAnew, client, onShown }));
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

const element = document.getElementById('root');
if (element) void start(element);
