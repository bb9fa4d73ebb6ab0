import type { Page } from '@playwright/test';
import { storageFiles } from '../pages/storage-files.ts';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Runs a storage check and waits until it is complete. */
async function check(page: Page): Promise<void> {
  const started = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/storage/check') && response.ok(),
  );
  await button(page, 'Check now').click();
  await started;
  const state = async () => {
    const response = await page.request.get('/api/curator/storage/check');
    return ((await response.json()) as { check: { state: string } }).check.state;
  };
  await expect.poll(state, { timeout: 30_000 }).toBe('completed');
}

test('storage discrepancies are resolved', async ({ signedIn: page, accessibilityProblemsInBothSchemes }, {
  project,
}) => {
  test.slow();
  const prefix = `Storage ${project.name.replace('-', ' ')}`;
  const folder = `found-${project.name}`;
  const files = ['chance', 'one more', 'and another'].map((name) => `${prefix} ${name}`);
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  try {
    const response = await page.request.post('/api/curator/media/upload', {
      headers: { origin: new URL(page.url()).origin },
      multipart: { title: `${prefix} moved`, media_slug: 'auto', file: await aPng(page, `${prefix} moved`) },
    });
    const { url } = (await response.json()) as { url: string };
    const storageKey = decodeURIComponent(url).replace('/media-files/', '');
    for (const name of files) await storageFiles.put(`${folder}/${name}.png`, (await aPng(page, name)).buffer);
    await storageFiles.move(storageKey, `${folder}/moved.png`);

    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('link', { name: 'Storage check' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Storage check' })).toBeVisible();
    await check(page);
    await expect(page.getByRole('heading', { name: /^Records with a missing file/ })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    const relink = button(page, `Relink ${prefix} moved to ${folder}/moved.png`);
    await relink.click();
    await expect(page.getByText(`${prefix} moved relinked to its file`)).toBeVisible();
    await expect(relink).toHaveCount(0);

    await button(page, `Add to library: ${folder}/${prefix} chance.png`).click();
    await expect(page.getByText(`“${prefix} chance” added to the media library`)).toBeVisible();

    // Resolve the rest at once, with a confirmation, results, and Undo.
    const addAll = button(page, /^Add all \d+ to library$/);
    await addAll.click();
    await expect(page.getByRole('alertdialog', { name: /^Add \d+ files to the media library\?$/ })).toContainText(
      `${prefix} one more`,
    );
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Add to library').click();
    const results = page.getByRole('dialog', { name: /^\d+ files added to the media library$/ });
    await expect(results.getByRole('listitem').filter({ hasText: prefix })).toHaveCount(2);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await results.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Change undone on \d+ files$/)).toBeVisible();
    await addAll.click();
    await button(page, 'Add to library').click();
    await results.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('heading', { name: /^Files without a record/ })).toHaveCount(0);

    await page.getByRole('link', { name: 'Media Explorer' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Media Explorer' })).toBeVisible();
    await page.goto(`/media-explorer?path=${folder}`);
    for (const name of files) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: `${prefix} moved` })).toBeVisible();
  } finally {
    await deleteTestMedia(page, prefix);
    for (const file of [...files.map((name) => `${name}.png`), 'moved.png'])
      await storageFiles.remove(`${folder}/${file}`);
  }
});
