import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  expect,
  type Page,
  test as base,
} from '@playwright/test';
import axe from 'axe-core';
import { restoreRecords } from './records.ts';
import { ReusablePage } from './reusable-page.ts';

export const CURATOR = { username: 'curator', password: 'sequoia' };

interface Fixtures {
  /** A page of a signed-in user. */
  signedIn: Page;
  /** What axe reports for the current page, one line per problem. */
  accessibilityProblems: (page: Page) => Promise<string[]>;
  /** Problems in the light scheme, and of color contrast in the dark one. */
  accessibilityProblemsInBothSchemes: (page: Page) => Promise<string[]>;
}

interface Options {
  /** Console errors that a test causes on purpose. */
  expectedConsoleErrors: RegExp | null;
}

export interface WorkerOptions {
  /** Whether the archive reads the texts of files, which takes longer than all else that happens to a picture. */
  readsTexts: boolean;
}

interface WorkerFixtures {
  /** Cookie and flag of one session per worker; tests that end it sign in again. */
  session: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
  /** The page that signed-in tests share. */
  reusablePage: ReusablePage;
  /** If retries are enabled: the new worker that follows a failed test deletes what that test has left behind. */
  restoredRecords: void;
}

/**
 * Waits for transitions: contrast is undefined halfway. They start with the next frame and may start others, such as
 * inherited colors. Endless animations are ignored.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    for (let idleFrames = 0; idleFrames < 2;) {
      await frame();
      const now = running();
      idleFrames = now.length === 0 ? idleFrames + 1 : 0;
      await Promise.allSettled(now.map(({ finished }) => finished));
    }
  });
}

/**
 * Runs all axe rules, or only `rules`. Injects axe once per document; the Playwright package injects it every time.
 */
async function axeProblems(page: Page, rules?: string[]): Promise<string[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      iframes: false,
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    });
    return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`));
  }, rules);
}

/** Collects console errors, which fail the test: policy violations, missing files, exceptions. */
function watchConsole(page: Page, expectedErrors: RegExp | null): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!expectedErrors?.test(message)) errors.push(message);
  });
  page.on('console', (message) => {
    // Chromium also logs responses that the page handles, such as a wrong password.
    const text = message.text();
    if (message.type() === 'error' && !/status of (401|404|412|422|429|503)/.test(text) && !expectedErrors?.test(text))
      errors.push(text);
  });
  return errors;
}

export const test = base.extend<Fixtures & Options, WorkerFixtures & WorkerOptions>({
  readsTexts: [true, { option: true, scope: 'worker' }],
  expectedConsoleErrors: [null, { option: true }],
  page: async ({ page, expectedConsoleErrors }, use) => {
    const errors = watchConsole(page, expectedConsoleErrors);
    await use(page);
    expect(errors, 'errors in the console').toEqual([]);
  },
  session: [
    async ({ browser, readsTexts }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL });
      const page = await context.newPage();
      await page.goto('/');
      await signIn(page);
      await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
      const texts = `/api/system/queues/file-texts/${readsTexts ? 'resume' : 'pause'}`;
      await page.request.post(texts, { headers: { origin: new URL(page.url()).origin } });
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  reusablePage: [
    async ({ browser, session }, use, { project }) => {
      const reusablePage = new ReusablePage(browser, project.use, session);
      await use(reusablePage);
      await reusablePage.close();
    },
    { scope: 'worker' },
  ],
  restoredRecords: [
    async ({ playwright, session }, use, { project }) => {
      const { baseURL = '' } = project.use;
      if (project.retries > 0) {
        const request = await playwright.request.newContext({ baseURL, storageState: session });
        await restoreRecords(request, baseURL, project.outputDir);
        await request.dispose();
      }
      await use();
    },
    { scope: 'worker', auto: true },
  ],
  signedIn: async ({ reusablePage, expectedConsoleErrors }, use) => {
    const page = await reusablePage.acquire();
    const errors = watchConsole(page, expectedConsoleErrors);
    await use(page);
    await reusablePage.reset();
    expect(errors, 'errors in the console').toEqual([]);
  },
  accessibilityProblems: async ({}, use) => {
    await use((page) => axeProblems(page));
  },
  accessibilityProblemsInBothSchemes: async ({}, use) => {
    await use(async (page) => {
      await showScheme(page, 'dark');
      // Only colors depend on the scheme.
      const dark = await axeProblems(page, ['color-contrast']);
      await showScheme(page, 'light');
      const light = await axeProblems(page);
      await page.emulateMedia({ colorScheme: null });
      return [...dark.map((problem) => `dark: ${problem}`), ...light];
    });
  },
});

/** Colors change with a transition, which takes a frame even without motion. */
async function showScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

export { expect };

/** Confirms with the password, in the window that the dialog opens. */
export async function confirmWithPassword(page: Page, password = CURATOR.password): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Confirm with your password' });
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Enter password' }).click();
  const window = await opened;
  await window.getByLabel('Password').fill(password);
  await window.getByRole('button', { name: 'Confirm' }).click();
  await window.getByText('Go back to the window of the archive').waitFor();
  await window.close();
  await expect(dialog).toBeHidden();
}

/** Sends a request that needs the password again. */
export async function sendConfirmed(
  request: APIRequestContext,
  origin: string,
  method: 'POST' | 'DELETE',
  path: string,
  data?: object,
): Promise<APIResponse> {
  const response = await request.fetch(path, { method, headers: { origin }, data });
  if (response.status() !== 403) return response;
  const { confirmation } = (await response.json()) as { confirmation?: { confirmation_id: string } };
  if (!confirmation) return response;
  const id = confirmation.confirmation_id;
  const { password } = CURATOR;
  await request.post(`/api/auth/confirmations/${id}`, { headers: { origin }, data: { password } });
  return request.fetch(path, { method, headers: { origin, confirmation: id }, data });
}

/** Fills in the sign-in form and submits it. */
export async function signIn(page: Page, { username, password } = CURATOR): Promise<void> {
  await page.getByPlaceholder('Enter username').fill(username);
  await page.getByPlaceholder('Enter password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** A navigation link: in the header, or in the bottom bar on a phone. */
export const navigationLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true });
