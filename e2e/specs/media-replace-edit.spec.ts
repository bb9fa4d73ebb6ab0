import { createHash } from 'node:crypto';
import { aPhoto, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

/** Uploading the same file is rejected. */
test.use({ expectedConsoleErrors: /status of 409/ });

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a damaged picture is replaced by a good copy on its page, and the replacement is undone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}, { project }) => {
  test.slow();
  const patience = { timeout: 60_000 };
  const prefix = `Replaced ${project.name}`;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/');
  await deleteTestMedia(page, prefix);
  try {
    // The trash may still contain the files of an earlier run, so the copy must be new.
    const good = await aPhoto(page, `${prefix} good`, { seed: Date.now() % 100_000 });
    const half = { ...good, name: `${prefix} half.jpg`, buffer: good.buffer.subarray(0, good.buffer.length / 2) };
    const response = await page.request.post('/api/curator/media/upload', {
      headers: { origin: new URL(page.url()).origin },
      multipart: { media_slug: 'auto', title: `${prefix} rail`, original_filename: half.name, file: half },
    });
    const { media_slug: slug } = (await response.json()) as { media_slug: string };
    const media = async () =>
      (await (await page.request.get(`/api/media/${slug}`)).json()) as {
        url: string;
        preview_state: string;
        preview_failure: string | null;
      };
    const bytes = async () => (await page.request.get((await media()).url)).body();
    await expect.poll(async () => (await media()).preview_failure, patience).toBe('damaged');

    await page.goto(`/media/${slug}`);
    const notice = page.getByText('The file is damaged, so it has no preview.').first();
    await expect(notice).toBeVisible();
    // Readers only see the notice.
    await expect(button('Replace file')).toHaveCount(0);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await button('Replace file').first().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replace file' });
    await dialog.getByLabel(/^New file/).setInputFiles(half);
    await expect(dialog.getByRole('figure').nth(1)).toContainText('New file');
    await dialog.getByRole('button', { name: 'Replace file' }).click();
    await expect(dialog.getByText(/already/)).toBeVisible();

    await dialog.getByLabel(/^New file/).setInputFiles(good);
    await expect(dialog.getByRole('figure').nth(1)).toContainText(/JPEG image · .* pixels/);
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace file' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Notifications' }).getByText('File replaced')).toBeVisible();
    expect((await bytes()).equals(good.buffer)).toBe(true);
    await expect(page.getByText(sha256(good.buffer))).toBeVisible();
    await expect(page.getByText(`The checksum was ${sha256(half.buffer)}.`)).toBeVisible();
    await expect.poll(async () => (await media()).preview_state, patience).toBe('ready');
    // The page shows the new preview without a reload.
    await expect(notice).toHaveCount(0, patience);
    await expect(page.locator('[data-zoom]')).toBeVisible(patience);

    await button('Undo').click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    expect((await bytes()).equals(half.buffer)).toBe(true);
    await expect(notice).toBeVisible(patience);
  } finally {
    await page.goto('/');
    await deleteTestMedia(page, prefix);
  }
});
