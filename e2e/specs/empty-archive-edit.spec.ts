import type { Page } from '@playwright/test';
import { shiftsOf, waitUntilStill, watchShifts } from '../pages/layout-shift.ts';
import { startOwnArchive } from '../pages/own-archive.ts';
import { confirmWithPassword, expect, signIn, test } from '../pages/test.ts';

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** A queued import can be seen while its queue is paused. */
async function order(page: Page, origin: string, action: 'pause' | 'resume'): Promise<void> {
  const response = await page.request.post(`/api/system/queues/ingest-large/${action}`, { headers: { origin } });
  expect(response.ok()).toBe(true);
}

/** Chooses a package for an archive whose earlier records have left something. */
async function choosePackage(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel('Choose a package').setInputFiles(file);
  const consent = page.getByRole('alertdialog', { name: 'Delete what earlier records left?' });
  await expect(consent).toContainText('1 import');
  await consent.getByRole('button', { name: 'Delete and import' }).click();
  await expect(page.getByText('and delete its history, imports and trash for good')).toBeVisible();
  await confirmWithPassword(page);
}

test('an archive without records offers how to begin, begins with a package, and imports another one', async ({
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

    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport);
      await page.goto('/');
      await greeting.getByRole('link', { name: 'Import a package' }).click();
      const truncated = { ...file, buffer: file.buffer.subarray(0, file.buffer.length / 2) };
      await choosePackage(page, truncated);
      await expect(page.getByRole('alert')).toContainText('Package not imported');
      await expect(page.getByLabel('Choose a package')).toBeEnabled();
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

      await order(page, archive.url, 'pause');
      await choosePackage(page, file);
      await expect(page.getByText(/^Waiting for its turn/)).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Cancel import' }).click();
      await expect(page.getByLabel('Choose a package')).toBeEnabled();
      await order(page, archive.url, 'resume');
    }
    await choosePackage(page, file);
    await expect(page.getByText(/^Added \d+ voyages, \d+ people/)).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Voyages by decade' })).toBeVisible();
    await expect(greeting).toHaveCount(0);

    // The same package again, after both archives were changed.
    const [voyage] = (await (await page.request.get('/api/voyages?limit=1')).json()) as [
      { voyage_slug: string; title: string },
    ];
    const notes = async () =>
      ((await (await page.request.get(`/api/voyages/${voyage.voyage_slug}`)).json()) as { notes: string | null }).notes;
    const original = await notes();
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport);
      const changed = await page.request.put(`/api/curator/voyages/${voyage.voyage_slug}`, {
        headers: { origin: archive.url },
        data: { notes: `Changed at ${viewport.width}.` },
      });
      expect(changed.ok()).toBe(true);
      await page.goto('/voyages/import');
      await page.getByRole('link', { name: 'Import a package' }).click();
      await page.getByLabel('Choose a package').setInputFiles(file);
      const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: voyage.title }) });
      await expect(page.getByText('The package has 1 record that differs')).toBeVisible();
      await expect(item.getByText(`Changed at ${viewport.width}.`)).toBeVisible();
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      await item.getByRole('button', { name: 'Use package version' }).click();
      await page.getByRole('button', { name: 'Import package' }).click();
      await confirmWithPassword(page);
      await expect(page.getByText('Changed 1 record.')).toBeVisible();
      expect(await notes()).toBe(original);
    }
    await page.getByLabel('Choose a package').setInputFiles(file);
    await expect(page.getByText('Nothing to import')).toBeVisible();
  } finally {
    await context.close();
    await archive.stop();
  }
});
