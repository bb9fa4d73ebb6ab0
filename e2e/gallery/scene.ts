import type { Locator, Page } from '@playwright/test';
import path from 'node:path';
import { expect, test } from '../pages/test.ts';
import { GALLERY_DIR } from './gallery-dir.ts';

/** The widths and schemes in which each scene is taken. */
const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;
type Width = keyof typeof WIDTHS;

interface Options {
  /** All of the page, not only what a window shows. */
  whole?: boolean;
  /** What the picture is of, where it lies further down. */
  at?: (page: Page) => Locator;
  /** A state that one width alone has. */
  only?: Width;
  /** Before the curator has signed in. */
  signedOut?: boolean;
}

const fileOf = (chapter: string, name: string, look: string) =>
  `${`${chapter} ${name} ${look}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.jpg`;

/** Waits for fonts, for pictures that are in sight, and for what fades or slides in. No scrollbar is drawn, and none has a place. */
const settled = (page: Page) =>
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
 * GALLERY_CHECK=1: each state is also held to what axe knows, in both widths and both schemes, and to a page of 320 px that is not
 * scrolled sideways.
 */
const CHECKED = process.env['GALLERY_CHECK'] === '1';
const NARROWEST = { width: 320, height: 700 };

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** A state of a screen: `arrange` brings it about, on a page of its own, and it is taken in each width and scheme. */
export function scene(
  chapter: string,
  name: string,
  arrange: (page: Page) => Promise<void>,
  { whole = false, at, only, signedOut = false }: Options = {},
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
      // A window as tall as the page: what sticks to an edge of the window would else stand in the middle of the picture.
      if (whole)
        await page.setViewportSize({ ...WIDTHS[width], height: await page.evaluate(() => document.body.scrollHeight) });
      if (whole) await page.evaluate(() => scrollTo(0, 0));
      await at?.(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        const look = `${width} ${colorScheme}`;
        const file = path.join(GALLERY_DIR, 'pictures', fileOf(chapter, name, look));
        await page.screenshot({ path: file, type: 'jpeg', quality: 82 });
        await info.attach(look, { path: file, contentType: 'image/jpeg' });
        const isOnceOfEach = (width === 'desktop') === (colorScheme === 'light');
        if (CHECKED && (only || isOnceOfEach)) expect.soft(await accessibilityProblems(page), look).toEqual([]);
      }
    }
    if (CHECKED && !only) {
      await page.setViewportSize(NARROWEST);
      expect.soft(await widthOf(page), 'width of a page of 320 px').toBeLessThanOrEqual(NARROWEST.width);
    }
    await context.close();
  });
}

/** Has a call answered otherwise than the archive would. */
export const answer = (page: Page, call: string | RegExp, json: unknown, headers: Record<string, string> = {}) =>
  page.route(call, (route) => route.fulfill({ json, headers }));

/** Has a call refused in the archive's own form. */
export const refuse = (page: Page, call: string | RegExp, status: number, detail: string, more: object = {}) =>
  page.route(call, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail, ...more }),
    }),
  );

/** A call that is never answered, for what is shown meanwhile. */
export const hang = (page: Page, call: string | RegExp) => page.route(call, () => new Promise<void>(() => {}));

export const AWAY = 'The database is away. Please try again in a moment.';

/** Switches Edit Mode on, as it is kept for the session. */
export const edit = (page: Page) => page.addInitScript(() => sessionStorage.setItem('edit-mode', '1'));
