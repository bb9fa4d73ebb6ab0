import type { Page } from '@playwright/test';
import { expect, test } from '../pages/test.ts';

const date = (page: Page) => page.getByRole('heading', { level: 2 });

async function open(page: Page): Promise<void> {
  await page.goto('/voyages');
  await page.getByRole('button', { name: 'Timeline' }).click();
  // The list has more than one heading until the timeline has loaded.
  await expect(page.getByRole('slider', { name: 'Year' })).toBeVisible();
  await expect(date(page)).toBeVisible();
}

test('jumps to the next voyage across empty dates, opens it and returns to the same day', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: accessibilityProblems,
}) => {
  await open(page);
  await expect(date(page)).toHaveText('April 25, 1931');
  await expect(page.getByRole('button', { name: /^Previous Voyage/ })).toContainText('none');
  await page.getByRole('button', { name: /^Next Voyage/ }).click();
  await expect(date(page)).toHaveText('April 21, 1933');
  const card = page.getByRole('list', { name: 'Voyages' }).getByRole('link', { name: /April 21, 1933/ });
  await expect(card).toHaveCount(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: /Potomac River, April 21, 1933/ })).toBeVisible();
  await page.getByRole('link', { name: 'Back to voyages' }).click();
  await expect(date(page)).toHaveText('April 21, 1933');
});

test('navigates the chart by keyboard; dates known only to the year are listed separately', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await open(page);
  const chart = page.getByRole('slider', { name: 'Year' });
  await chart.focus();
  await chart.press('End');
  await expect(date(page)).toContainText('1976');
  await page.getByRole('combobox', { name: 'Year' }).selectOption('1946');
  await expect(date(page)).toHaveText('February 18, 1946');
  const undated = page.getByRole('region', { name: '1946, exact day unknown' });
  await expect(undated.getByRole('link')).toHaveCount(1);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('filters by one president, but requires at least one', async ({ signedIn: page, accessibilityProblems }) => {
  await open(page);
  await page.getByRole('button', { name: /^President\/Owner/ }).click();
  const group = page.getByRole('group', { name: 'President/Owner' });
  await group.getByRole('button', { name: 'Deselect All' }).click();
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(page.getByText('Must select at least 1 President/Owner').first()).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await group.getByRole('checkbox', { name: /Ford/ }).check();
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(page.getByRole('slider', { name: 'Year' })).toHaveAttribute('aria-valuemin', /^197/);
  await page.getByRole('button', { name: 'Clear Filter' }).click();
  await expect(page.getByRole('slider', { name: 'Year' })).toHaveAttribute('aria-valuemin', '1931');
});

test('stays fast with twenty thousand voyages', async ({ signedIn: page }) => {
  const many = Number(process.env['MANY_VOYAGES'] ?? 20_000);
  const dates = Array.from({ length: many }, (_, day) => ({
    date: new Date(Date.UTC(1925, 0, 1 + day)).toISOString().slice(0, 10),
    voyages: 1,
    media: day % 4 === 0 ? 1 : 0,
  }));
  await page.route('**/api/timeline/dates*', (route) => route.fulfill({ json: dates }));
  await open(page);
  await expect(date(page)).toHaveText('January 1, 1925');
  for (const day of [2, 3, 4, 5, 6]) {
    await page.getByRole('button', { name: /^Next Voyage/ }).click();
    await expect(date(page)).toHaveText(`January ${day}, 1925`);
  }
  await page.getByRole('button', { name: /^Next Media/ }).click();
  await expect(date(page)).toHaveText('January 9, 1925');
  const chart = page.getByRole('slider', { name: 'Year' });
  await chart.press('End');
  await expect(date(page)).toContainText(dates.at(-1)!.date.slice(0, 4));
  await page.getByRole('combobox', { name: 'Year' }).selectOption('1949');
  await page
    .getByRole('group', { name: 'Month' })
    .getByRole('button', { name: /^July 1949/ })
    .click();
  await page
    .getByRole('group', { name: 'Day' })
    .getByRole('button', { name: /^July 16, 1949/ })
    .click();
  await expect(date(page)).toHaveText('July 16, 1949');
  await page.getByRole('button', { name: /^Previous Voyage/ }).click();
  await expect(date(page)).toHaveText('July 15, 1949');
});
