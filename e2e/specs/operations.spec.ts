import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../pages/test.ts';

test('sign-in leads to the queue board, without Content-Security-Policy violations', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/ops/queues');
  await expect(page.getByText('Authorized access only')).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(/\/ops\/queues\/?$/);
  for (const queue of ['ingest', 'derivatives', 'storage-cleanup'])
    await expect(page.getByText(queue, { exact: true }).first()).toBeAttached();
  await page.goto('/ops/queues/queue/ingest?status=completed');
  await expect(page.getByText('ingest-run').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('ingest-run').first()).toBeVisible();
  const { origin } = new URL(page.url());
  expect(requested.filter((url) => new URL(url).origin !== origin && !url.startsWith('data:'))).toEqual([]);
});

const contentWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('the footer links to operations: health, queues and the board', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  await page.goto('/voyages');
  await page.getByRole('contentinfo').getByRole('link', { name: 'System status' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System status' })).toBeVisible();
  for (const dependency of ['database', 'queue', 'storage'])
    await expect(page.getByRole('row', { name: `${dependency} Up` })).toBeVisible();
  await expect(page.getByRole('row', { name: /^ingest Running/ })).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await contentWidth(page)).toBeLessThanOrEqual(320);
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await page
    .getByRole('row', { name: /^ingest Running/ })
    .getByRole('link', { name: /^Runbook/ })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'A queue grows' })).toBeInViewport();
  expect(await contentWidth(page)).toBeLessThanOrEqual(320);
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await page.goto('/ops/plain');
  await expect(page.getByText('database: up')).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  expect(await contentWidth(page)).toBeLessThanOrEqual(320);
  await page.getByRole('link', { name: 'Queue board' }).click();
  await expect(page).toHaveURL(/\/ops\/queues\/?$/);
});

test('the API reference finds operations and sends requests, without Content-Security-Policy violations', async ({
  signedIn: page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/api/docs');
  const search = page.getByRole('textbox', { name: 'Search operations' });
  await search.fill('search presidents get');
  await expect(page.locator('.opblock-summary-path', { hasText: '/api/voyages' })).toHaveCount(0);
  await search.fill('health ready');
  const operation = page.locator('.opblock', { hasText: '/health/ready' });
  await operation.getByRole('button', { expanded: false }).first().click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await expect(operation.getByRole('row', { name: /^200/ }).first()).toContainText('"database"');
  const { origin } = new URL(page.url());
  expect(requested.filter((url) => new URL(url).origin !== origin && !url.startsWith('data:'))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark-mode/);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await contentWidth(page)).toBeLessThanOrEqual(320);
});
