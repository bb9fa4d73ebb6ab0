import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../pages/test.ts';

const archive = path.resolve(import.meta.dirname, '../../archive/sequoia-voyages.md');

/** A preview that keeps the only worker busy for some seconds. */
function longDocument(): string {
  const voyages = Array.from({ length: 20_000 }, (_, index) => {
    const day = new Date(Date.UTC(1931, 0, 1 + (index % 16_000))).toISOString().slice(0, 10);
    return `## ${day}\n\nLocation: Potomac River\nTime:\nPassengers: Guest Number${index}\n`;
  });
  return `# Owner Example (1931 to 1977)\n\n${voyages.join('\n')}`;
}

test('the banner follows an import from queued to completed, then hides', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}) => {
  const send = async (document: string, query = '') => {
    const response = await page.request.post(`/api/curator/ingest${query}`, {
      data: { document, filename: 'voyages.md' },
      headers: { origin: baseURL! },
    });
    expect(response.status()).toBe(202);
  };
  await send(longDocument(), '?dry_run=1');
  await send(await readFile(archive, 'utf8'));

  await page.goto('/');
  await expect(page.getByText('Ingesting Voyage Data')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expect(page.getByText('Congratulations!')).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText('Your changes are now reflected on the site!')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expect(page.getByText('Congratulations!')).toBeHidden({ timeout: 12_000 });

  await page.goto('/voyages');
  await expect(page.getByText('Showing 1 to 33 of 33 results')).toBeVisible();
});

test('the banner shows why an import failed, and can be closed', async ({ signedIn: page, baseURL }) => {
  const send = (document: string, query = '') =>
    page.request.post(`/api/curator/ingest${query}`, {
      data: { document, filename: 'shopping.md' },
      headers: { origin: baseURL! },
    });
  await send(longDocument(), '?dry_run=1');
  await send('Milk, eggs, a pound of coffee.');
  await page.goto('/');
  await expect(page.getByText('Ingest Failed')).toBeVisible({ timeout: 45_000 });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Ingest Failed')).toBeHidden();
});
