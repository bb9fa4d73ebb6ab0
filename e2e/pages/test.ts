import { type Browser, expect, type Page, test as base } from '@playwright/test';
import axe from 'axe-core';
import { Desk } from './desk.ts';

export const CURATOR = { username: 'curator', password: 'sequoia' };

interface Fixtures {
  /** A page of somebody who has signed in. */
  signedIn: Page;
  /** What axe finds on the page as it stands, one line a finding. */
  accessibilityProblems: (page: Page) => Promise<string[]>;
  /** The same, and what the dark scheme’s colours do to it. */
  problemsInBothSchemes: (page: Page) => Promise<string[]>;
}

interface Options {
  /** Errors in the console that a journey brings about on purpose. */
  forgivenErrors: RegExp | null;
}

interface WorkerFixtures {
  /** Cookie and flag of a session made once; journeys that end it sign in anew. */
  session: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
  /** Where those sit who have signed in, one journey after the other. */
  desk: Desk;
}

/**
 * Waits for what fades or slides in: half faded, its contrast is nobody's choice. It begins with the next frame, and may bring about
 * more of its kind: a colour that is inherited goes over when that above it has. What turns for ever is left to turn.
 */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const passing = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    for (let still = 0; still < 2;) {
      await frame();
      const now = passing();
      still = now.length === 0 ? still + 1 : 0;
      await Promise.allSettled(now.map(({ finished }) => finished));
    }
  });
}

/**
 * By all rules, or by those named. In the page itself, which keeps axe until it goes to another document: the package for Playwright
 * sends it anew each time, and opens a further page to sum up what frames of other origins say, of which we have none.
 */
async function problemsOf(page: Page, rules?: string[]): Promise<string[]> {
  await stillness(page);
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

/**
 * A journey fails when the browser's console reports an error that the journey did not ask for: a broken policy, a file
 * not found, an exception.
 */
function watchConsole(page: Page, forgiven: RegExp | null): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Chromium reports refusals that the page expects and shows, such as a wrong password, as errors too.
    const text = message.text();
    if (message.type() === 'error' && !/status of (401|404|422|429|503)/.test(text) && !forgiven?.test(text))
      errors.push(text);
  });
  return errors;
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  forgivenErrors: [null, { option: true }],
  page: async ({ page, forgivenErrors }, use) => {
    const errors = watchConsole(page, forgivenErrors);
    await use(page);
    expect(errors, 'errors in the console').toEqual([]);
  },
  session: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL });
      const page = await context.newPage();
      await page.goto('/');
      await signIn(page);
      await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  desk: [
    async ({ browser, session }, use, { project }) => {
      const desk = new Desk(browser, project.use, session);
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
  signedIn: async ({ desk, forgivenErrors }, use) => {
    const page = await desk.sitDown();
    const errors = watchConsole(page, forgivenErrors);
    await use(page);
    await desk.tidyUp();
    expect(errors, 'errors in the console').toEqual([]);
  },
  accessibilityProblems: async ({}, use) => {
    await use((page) => problemsOf(page));
  },
  problemsInBothSchemes: async ({}, use) => {
    await use(async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      // What a scheme changes are colours.
      const dark = await problemsOf(page, ['color-contrast']);
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await problemsOf(page);
      await page.emulateMedia({ colorScheme: null });
      return [...dark.map((problem) => `dark: ${problem}`), ...light];
    });
  },
});

export { expect };

/** Fills the sign-in screen and sends it. */
export async function signIn(page: Page, { username, password } = CURATOR): Promise<void> {
  await page.getByPlaceholder('Enter username').fill(username);
  await page.getByPlaceholder('Enter password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The link of a place: in the masthead, or in the bar at the foot of a phone. */
export const placeLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true });
