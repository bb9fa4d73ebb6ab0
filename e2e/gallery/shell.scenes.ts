import type { Page } from '@playwright/test';
import { signIn } from '../pages/test.ts';
import { respond, neverRespond, respondWithError, scene } from './scene.ts';

const SHELL = '0 Sign-in, home, shell';
const LOGIN = '**/api/auth/login';

const operation = {
  operation_id: '7b0c1b52-6d4e-4d57-9a4b-0d9f3a6a3c11',
  filename: 'sequoia-voyages.md',
  dry_run: false,
  voyages_processed: 12,
  voyages_total: 33,
  validation_errors: 0,
  media_warnings: 1,
  error_message: null,
  created_at: '2026-01-01T12:00:00Z',
};
const home = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'About the archive' }).waitFor();
};
/** An import that runs when the page opens, and then ends with `status`. */
const ingest =
  (status: string, overrides: object = {}) =>
  async (page: Page) => {
    const running = { ...operation, status: 'running', current_step: 'Saving voyages (12 of 33)', progress: 42 };
    let requests = 0;
    await page.route('**/api/curator/ingest-status', (route) => {
      requests += 1;
      const now = status !== 'running' && requests > 1 ? { ...running, status, progress: 100, ...overrides } : running;
      return route.fulfill({ json: { operations: [now] } });
    });
    await home(page);
    const words = { running: 'Ingesting Voyage Data', completed: 'Congratulations!', failed: 'Ingest Failed' }[status];
    await page.getByText(words ?? '').waitFor();
  };

scene(SHELL, 'sign-in', (page) => page.goto('/').then(() => page.getByPlaceholder('Enter username').waitFor()), {
  signedOut: true,
});
scene(
  SHELL,
  'sign-in, invalid credentials',
  async (page) => {
    await respondWithError(page, LOGIN, 401, 'Invalid credentials. Please try again.');
    await page.goto('/');
    await signIn(page, { username: 'curator', password: 'wrong' });
    await page.getByText('Invalid credentials. Please try again.').waitFor();
  },
  { signedOut: true },
);
scene(
  SHELL,
  'sign-in, loading',
  async (page) => {
    await neverRespond(page, LOGIN);
    await page.goto('/');
    await signIn(page);
    await page.getByText('Authenticating...').waitFor();
  },
  { signedOut: true },
);
scene(
  SHELL,
  'home',
  async (page) => {
    await home(page);
    await page.getByText('Most voyages').waitFor();
  },
  { fullPage: true },
);
scene(SHELL, 'home, a micro-frontend is unavailable', async (page) => {
  await page.route('**/mfe/people/**', (route) => route.abort());
  await respond(page, '**/api/frontends/failures', {});
  await home(page);
  await page.getByText('Can’t load this right now.').waitFor();
});
scene(SHELL, 'import running', ingest('running'));
scene(SHELL, 'import completed', ingest('completed', { current_step: 'Done' }));
scene(SHELL, 'import failed', ingest('failed', { error_message: 'There is no voyage in this document.' }));
scene(SHELL, 'a micro-frontend is unavailable', async (page) => {
  await page.route('**/mfe/people/**', (route) => route.abort());
  await respond(page, '**/api/frontends/failures', {});
  await page.goto('/people');
  await page.getByText('This page couldn’t be loaded').waitFor();
});
scene(SHELL, 'page not found', async (page) => {
  await page.goto('/nowhere');
  await page.getByRole('heading', { level: 1 }).waitFor();
});
