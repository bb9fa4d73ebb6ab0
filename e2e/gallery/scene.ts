import type { Locator, Page } from '@playwright/test';
import path from 'node:path';
import { expect, test } from '../pages/test.ts';
import { GALLERY_DIR } from './gallery-dir.ts';

/** The widths and schemes of each scene. */
const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;
type Width = keyof typeof WIDTHS;

interface Options {
  /** Captures the whole page instead of the window. */
  fullPage?: boolean;
  /** The element to scroll to before the capture. */
  focusOn?: (page: Page) => Locator;
  /** Limits the scene to one width. */
  only?: Width;
  /** Shows the scene without a session. */
  signedOut?: boolean;
}

const fileOf = (chapter: string, name: string, variant: string) =>
  `${`${chapter} ${name} ${variant}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.jpg`;

/** Waits for fonts, visible images and running transitions. Hides the scrollbar and its gutter. */
const waitUntilStable = (page: Page) =>
  page.evaluate(async () => {
    document.documentElement.style.scrollbarGutter = 'auto';
    await document.fonts.ready;
    const inSight = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.allSettled(inSight.map((image) => image.decode()));
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(passing.map(({ finished }) => finished));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });

/**
 * GALLERY_CHECK=1 also runs axe on each state, in both widths and schemes, and checks that a page of 320 px does not
 * scroll sideways.
 */
const CHECK_ACCESSIBILITY = process.env['GALLERY_CHECK'] === '1';
const NARROWEST = { width: 320, height: 700 };

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** A state of a screen: `arrange` sets it up on a page of its own, which is captured in each width and scheme. */
export function scene(
  chapter: string,
  name: string,
  arrange: (page: Page) => Promise<void>,
  { fullPage = false, focusOn, only, signedOut = false }: Options = {},
): void {
  const widths: Width[] = only ? [only] : ['desktop', 'phone'];
  test(`${chapter}: ${name}`, async ({ browser, session, baseURL, accessibilityProblems }, info) => {
    const context = await browser.newContext({ baseURL, ...(signedOut ? {} : { storageState: session }) });
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.setViewportSize(WIDTHS[widths[0]!]);
    await arrange(page);
    for (const width of widths) {
      await page.setViewportSize(WIDTHS[width]);
      // A window as tall as the page keeps sticky elements at its edges.
      if (fullPage)
        await page.setViewportSize({ ...WIDTHS[width], height: await page.evaluate(() => document.body.scrollHeight) });
      if (fullPage) await page.evaluate(() => scrollTo(0, 0));
      await focusOn?.(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await waitUntilStable(page);
        const variant = `${width} ${colorScheme}`;
        const file = path.join(GALLERY_DIR, 'pictures', fileOf(chapter, name, variant));
        await page.screenshot({ path: file, type: 'jpeg', quality: 82 });
        await info.attach(variant, { path: file, contentType: 'image/jpeg' });
        const isCheckedVariant = (width === 'desktop') === (colorScheme === 'light');
        if (CHECK_ACCESSIBILITY && (only || isCheckedVariant))
          expect.soft(await accessibilityProblems(page), variant).toEqual([]);
      }
    }
    if (CHECK_ACCESSIBILITY && !only) {
      await page.setViewportSize(NARROWEST);
      expect.soft(await widthOf(page), 'width of a page of 320 px').toBeLessThanOrEqual(NARROWEST.width);
    }
    await context.close();
  });
}

/** Responds to a request with `json` instead of the archive's response. */
export const respond = (page: Page, call: string | RegExp, json: unknown, headers: Record<string, string> = {}) =>
  page.route(call, (route) => route.fulfill({ json, headers }));

/** Responds with a problem document. */
export const respondWithError = (
  page: Page,
  call: string | RegExp,
  status: number,
  detail: string,
  overrides: object = {},
) =>
  page.route(call, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Error', status, detail, ...overrides }),
    }),
  );

/** Never responds, to show loading states. */
export const neverRespond = (page: Page, route: string | RegExp) =>
  page.route(route, () => new Promise<void>(() => {}));

export const UNAVAILABLE = 'The database is unavailable. Try again in a moment.';

/** Turns Edit Mode on before the page loads. */
export const enableEditMode = (page: Page) => page.addInitScript(() => sessionStorage.setItem('edit-mode', '1'));
