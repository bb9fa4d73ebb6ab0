import type { Page } from '@playwright/test';
import { library } from '../pages/library.ts';
import { aPng, forgetMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Has storage looked through, and waits until it has been. */
async function look(page: Page): Promise<void> {
  const begun = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await button(page, 'Look through storage now').click();
  await begun;
  const state = async () => {
    const answer = await page.request.get('/api/curator/storage/check');
    return ((await answer.json()) as { check: { state: string } }).check.state;
  };
  await expect.poll(state, { timeout: 30_000 }).toBe('completed');
}

test('storage and records are brought to agree again', async ({ signedIn: page, problemsInBothSchemes }, {
  project,
}) => {
  test.slow();
  const journey = `Agreeing ${project.name.replace('-', ' ')}`;
  const folder = `found-${project.name}`;
  const chances = ['chance', 'one more', 'and another'].map((name) => `${journey} ${name}`);
  await page.goto('/media-explorer');
  await forgetMedia(page, journey);
  try {
    const response = await page.request.post('/api/curator/media/upload', {
      headers: { origin: new URL(page.url()).origin },
      multipart: { title: `${journey} moved`, media_slug: 'auto', file: await aPng(page, `${journey} moved`) },
    });
    const { url } = (await response.json()) as { url: string };
    const at = decodeURIComponent(url).replace('/media-files/', '');
    for (const file of chances) await library.put(`${folder}/${file}.png`, (await aPng(page, file)).buffer);
    await library.move(at, `${folder}/moved.png`);

    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('link', { name: 'Storage' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
    await look(page);
    await expect(page.getByRole('heading', { name: /^Records whose file is missing/ })).toBeVisible();
    expect(await problemsInBothSchemes(page)).toEqual([]);

    const relink = button(page, `Relink ${journey} moved to ${folder}/moved.png`);
    await relink.click();
    await expect(page.getByText(`${journey} moved has its file again`)).toBeVisible();
    await expect(relink).toHaveCount(0);

    await button(page, `Adopt ${folder}/${journey} chance.png`).click();
    await expect(page.getByText(`${journey} chance has a record now`)).toBeVisible();

    // The rest at once: how many is said before, what became of each after; and all of it can be undone.
    const adoptAll = button(page, /^Adopt all \d+$/);
    await adoptAll.click();
    await expect(page.getByRole('alertdialog', { name: /^Adopt \d+ files\?$/ })).toContainText(`${journey} one more`);
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Adopt').click();
    const told = page.getByRole('dialog', { name: /^\d+ files adopted$/ });
    await expect(told.getByRole('listitem').filter({ hasText: journey })).toHaveCount(2);
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await told.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Undone for \d+ files$/)).toBeVisible();
    await adoptAll.click();
    await button(page, 'Adopt').click();
    await told.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('heading', { name: /^Files without a record/ })).toHaveCount(0);

    await page.getByRole('link', { name: 'Media Explorer' }).first().click();
    await page.goto(`/media-explorer?path=${folder}`);
    for (const name of chances) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: `${journey} moved` })).toBeVisible();
  } finally {
    await forgetMedia(page, journey);
    for (const file of [...chances.map((name) => `${name}.png`), 'moved.png'])
      await library.remove(`${folder}/${file}`);
  }
});
