import { shiftsOf, waitUntilStill, watchShifts } from '../pages/layout-shift.ts';
import { startOwnArchive } from '../pages/own-archive.ts';
import { confirmWithPassword, expect, signIn, test } from '../pages/test.ts';

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('an archive without records offers how to begin, and begins with a package', async ({
  browser,
  signedIn,
  accessibilityProblemsInBothSchemes,
}) => {
  test.setTimeout(300_000);
  const exported = await signedIn.request.get('/api/export/package?files=1');
  const file = { name: 'archive.zip', mimeType: 'application/zip', buffer: await exported.body() };
  const archive = await startOwnArchive('--empty');
  const context = await browser.newContext({ baseURL: archive.url, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await watchShifts(page);
    await page.goto('/');
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
    const greeting = page.getByRole('region', { name: 'Begin the archive' });
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport);
      await page.goto('/');
      await expect(greeting).toBeVisible();
      await waitUntilStill(page);
      expect((await shiftsOf(page)).reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.02);
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }
    await expect(greeting.getByRole('link', { name: 'Log a voyage' })).toHaveAttribute('href', '/voyages/new');

    await greeting.getByRole('button', { name: 'Preview sample' }).click();
    await page.waitForURL(/\/voyages\/import\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'sequoia-voyages.md' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import 33 voyages/ })).toBeVisible();

    await page.goto('/');
    await greeting.getByLabel('Choose package').setInputFiles(file);
    const consent = page.getByRole('alertdialog', { name: 'Delete what earlier records left?' });
    await expect(consent).toContainText('1 import');
    await consent.getByRole('button', { name: 'Delete and import' }).click();
    await expect(page.getByText('and delete its history, imports and trash for good')).toBeVisible();
    await confirmWithPassword(page);
    await expect(page.getByText(/^Imported \d+ voyages, \d+ people, and \d+ media/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Voyages by decade' })).toBeVisible();
    await expect(greeting).toHaveCount(0);
  } finally {
    await context.close();
    await archive.stop();
  }
});
