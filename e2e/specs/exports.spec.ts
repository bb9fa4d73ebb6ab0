import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../pages/test.ts';

/** Downloads a file from the Export menu by keyboard. */
async function save(page: Page, file: string): Promise<{ name: string; text: string }> {
  const menu = page.getByRole('button', { name: 'Export' });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: file });
  await expect(item).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), item.press('Enter')]);
  await expect(menu).toBeFocused();
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const slugs = (json: string, name: string) =>
  (JSON.parse(json) as Record<string, string>[]).map((record) => record[name]);

test('exports the filtered voyages, and the full archive as a document', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/voyages?date_from=1976&president_slug=ford-gerald');
  await expect(page.getByRole('status').filter({ hasText: '3 voyages' })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'CSV, for spreadsheets',
    'JSON',
    'All voyages (text file, can be re-imported)',
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // Focus returns when the menu has closed; only then can it be opened again.
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();

  const csv = await save(page, 'CSV, for spreadsheets');
  expect(csv.name).toMatch(/^sequoia-voyages-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text.startsWith('\uFEFFvoyage_slug,owner,number,start_date,')).toBe(true);
  expect(csv.text.match(/"President Gerald Ford \(August 9, 1974 to January 20, 1977\)"/g)).toHaveLength(3);
  expect(csv.text).toContain('(GRF) (Foreign Leader: Canada) (Captain) (Menu)');

  const json = await save(page, 'JSON');
  expect(slugs(json.text, 'start_date')).toEqual(['1976-06-09', '1976-06-16', '1976-07-04']);

  const archive = await save(page, 'All voyages (text file, can be re-imported)');
  expect(archive.name).toMatch(/^sequoia-voyages-.*\.md$/);
  expect(archive.text).toContain('# President Harry S. Truman (April 12, 1945 to January 20, 1953)');
  expect(archive.text).toContain('Location: [Cape Henry, VA](https://en.wikipedia.org/wiki/Cape_Henry)');
});

test('exports the people of the current search', async ({ signedIn: page }) => {
  await page.goto('/people?q=Eisenhower');
  await expect(page.getByRole('link', { name: 'David Eisenhower', exact: true })).toBeVisible();
  const csv = await save(page, 'CSV, for spreadsheets');
  expect(csv.name).toMatch(/^sequoia-people-.*\.csv$/);
  expect(csv.text.trim().split('\r\n')).toHaveLength(4);
  const json = await save(page, 'JSON');
  expect(slugs(json.text, 'full_name').toSorted()).toEqual([
    'David Eisenhower',
    'Dwight D. Eisenhower',
    'Julie Nixon Eisenhower',
  ]);
});
