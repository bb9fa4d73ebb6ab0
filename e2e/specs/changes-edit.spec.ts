import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';

test('a curator finds a change and a deletion among the recent changes and restores both', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  const title = `Deleted by mistake ${Date.now()}`;
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  const response = await page.request.post('/api/curator/voyages/', {
    headers,
    data: { title, start_date: '1932-05-04' },
  });
  const { voyage_slug: slug } = (await response.json()) as { voyage_slug: string };
  const change = (data: object) => page.request.put(`/api/curator/voyages/${slug}`, { headers, data });
  await change({ notes: 'Ice at noon.' });
  await change({ notes: 'Open water.' });
  try {
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
    const edit = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: title })
      .filter({ hasText: 'Open water.' });
    await expect(edit.getByRole('deletion')).toHaveText('Ice at noon.');
    await expect(edit.getByRole('insertion')).toHaveText('Open water.');
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await edit.getByRole('button', { name: /^Restore/ }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Restore this version?' });
    await expect(dialog.getByRole('insertion')).toHaveText('Ice at noon.');
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore version' }).click();
    await expect(page.getByText(`“${title}” restored`)).toBeVisible();
    const { notes } = (await (await page.request.get(`/api/voyages/${slug}`)).json()) as { notes: string };
    expect(notes).toBe('Ice at noon.');

    await page.request.delete(`/api/curator/voyages/${slug}`, { headers });
    await page.reload();
    await page.getByLabel('Change', { exact: true }).selectOption('Deleted');
    await expect(page).toHaveURL(/action=delete/);
    await expect(page.getByRole('button', { name: `Restore “${title}”`, exact: true })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    await page.getByRole('link', { name: title }).first().click();
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
