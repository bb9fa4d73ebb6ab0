import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';

test('a curator finds a deleted voyage among the recent changes and restores it', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  const title = `Deleted by mistake ${Date.now()}`;
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  const made = await page.request.post('/api/curator/voyages/', { headers, data: { title, start_date: '1932-05-04' } });
  const { voyage_slug: slug } = (await made.json()) as { voyage_slug: string };
  await page.request.delete(`/api/curator/voyages/${slug}`, { headers });
  try {
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Recent changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Recent changes' })).toBeVisible();
    await page.getByLabel('Change', { exact: true }).selectOption('Deleted');
    await expect(page).toHaveURL(/action=delete/);
    await expect(page.getByRole('button', { name: `Restore “${title}”` })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Voyage deleted' })).toBeVisible();
    await expect(page.getByText('was deleted by curator on')).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.getByRole('switch', { name: 'Edit Mode' }).uncheck();
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  } finally {
    await cleanUp(page, { title });
  }
});
