import type { Page } from '@playwright/test';
import { expect, test } from '../pages/test.ts';

const WIDTHS = [320, 390, 768, 1024, 1200, 1280, 1440, 1920];
/** Screens without and with something to edit. */
const SCREENS = ['/', '/voyages', '/people', '/media-explorer'];

/** The place of each link, button and field of the masthead, and whether the archive's name is complete. */
const mastheadOf = (page: Page) =>
  page.getByRole('banner').evaluate((banner) => {
    const controls = [...banner.querySelectorAll('a, button, input')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.getAttribute('role') !== 'switch',
    );
    const name = banner.querySelector('a span')!;
    return {
      places: controls.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.getAttribute('aria-label') ?? element.textContent, x, y, width, height].join(' ');
      }),
      isNameComplete: name.getBoundingClientRect().width > 40 && name.scrollHeight < name.clientHeight + 8,
    };
  });

test('the masthead has the same layout on every screen, from 320 to 1,920 pixels', async ({ signedIn: page }) => {
  const mastheads = WIDTHS.map((): Awaited<ReturnType<typeof mastheadOf>>[] => []);
  const editMode = page.getByRole('switch', { name: 'Edit Mode' });
  const measure = async (hasEditMode: boolean) => {
    for (const [index, width] of WIDTHS.entries()) {
      await page.setViewportSize({ width, height: 800 });
      // Scripts render for the new width in the next frame.
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      await expect(editMode).toBeVisible({ visible: hasEditMode });
      mastheads[index]!.push(await mastheadOf(page));
    }
  };
  for (const screen of SCREENS) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await measure(screen !== '/');
  }
  await editMode.check();
  await measure(true);
  for (const [index, found] of mastheads.entries())
    for (const masthead of found) {
      expect(masthead, `at ${WIDTHS[index]} pixels`).toEqual(found[0]);
      expect(masthead.isNameComplete, `the name at ${WIDTHS[index]} pixels`).toBe(true);
    }
});
