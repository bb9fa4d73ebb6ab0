import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../pages/test.ts';

const archive = path.resolve(import.meta.dirname, '../../archive/sequoia-voyages.md');

/** Pauses the queue of imports, as on the queue board, while `run` looks at a waiting import. */
async function whileImportsWait(page: Page, origin: string, run: () => Promise<void>): Promise<void> {
  const order = async (what: 'pause' | 'resume') => {
    const response = await page.request.put(`/ops/queues/api/queues/ingest/${what}`, { headers: { origin } });
    expect(response.status()).toBe(200);
  };
  await order('pause');
  try {
    await run();
  } finally {
    await order('resume');
  }
}

async function send(page: Page, origin: string, document: string): Promise<void> {
  const response = await page.request.post('/api/curator/ingest?confirm_names=1', {
    data: { document, filename: 'voyages.md' },
    headers: { origin },
  });
  expect(response.status()).toBe(202);
}

test('the banner follows an import from queued to completed, then hides', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}) => {
  await whileImportsWait(page, baseURL!, async () => {
    await send(page, baseURL!, await readFile(archive, 'utf8'));
    await page.goto('/');
    await expect(page.getByText('Ingesting Voyage Data')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
  await expect(page.getByText('Congratulations!')).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText('Your changes are now reflected on the site!')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expect(page.getByText('Congratulations!')).toBeHidden({ timeout: 12_000 });

  await page.goto('/voyages');
  await expect(page.getByText('Showing 1 to 33 of 33 results')).toBeVisible();
});

test('the banner shows why an import failed, and can be closed', async ({ signedIn: page, baseURL }) => {
  await whileImportsWait(page, baseURL!, async () => {
    await send(page, baseURL!, 'Milk, eggs, a pound of coffee.');
    await page.goto('/');
    await expect(page.getByText('Ingesting Voyage Data')).toBeVisible();
  });
  await expect(page.getByText('Ingest Failed')).toBeVisible({ timeout: 45_000 });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Ingest Failed')).toBeHidden();
});
