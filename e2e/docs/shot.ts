import type { Locator, Page } from '@playwright/test';
import path from 'node:path';
import { GALLERY_DIR } from '../gallery/gallery-dir.ts';
import { test } from '../pages/test.ts';

const WINDOW = { width: 1200, height: 800 };

interface Options {
  height?: number;
  /** Scrolls this element to the middle of the window. */
  around?: (page: Page) => Locator;
}

/** Waits for fonts, visible images and running transitions. */
const waitUntilStable = (page: Page) =>
  page.evaluate(async () => {
    document.documentElement.style.scrollbarGutter = 'auto';
    await document.fonts.ready;
    const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.allSettled(visible.map((image) => image.decode()));
    const finite = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map(({ finished }) => finished));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });

/** Takes one picture for the documentation, in a signed-in browser with the light color scheme: `<name>.jpg`. */
export function shot(
  name: string,
  arrange: (page: Page) => Promise<unknown>,
  { height = WINDOW.height, around }: Options = {},
): void {
  test(name, async ({ browser, session, baseURL }) => {
    const context = await browser.newContext({
      baseURL,
      storageState: session,
      viewport: { ...WINDOW, height },
      colorScheme: 'light',
    });
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await arrange(page);
    await around?.(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await waitUntilStable(page);
    await page.screenshot({ path: path.join(GALLERY_DIR, `${name}.jpg`), type: 'jpeg', quality: 80 });
    await context.close();
  });
}

/** Turns Edit Mode on before the page loads. */
export const edit = (page: Page) => page.addInitScript(() => sessionStorage.setItem('edit-mode', '1'));
