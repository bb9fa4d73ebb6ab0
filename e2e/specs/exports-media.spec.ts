import { readFile } from 'node:fs/promises';
import { aPng } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

test('exporting a folder includes only the search results', async ({ signedIn: page }) => {
  await page.goto('/media-explorer');
  const headers = { origin: new URL(page.url()).origin };
  const made: { media_slug: string; url: string }[] = [];
  try {
    for (const title of ['Exported rail', 'Exported helm']) {
      const response = await page.request.post('/api/curator/media/upload', {
        headers,
        multipart: { title, media_type: 'image', credit: '=1+1', file: await aPng(page, title) },
      });
      expect(response.status()).toBe(201);
      made.push((await response.json()) as { media_slug: string; url: string });
    }
    const folder = (made[0]?.url ?? '').replace('/media-files/', '').split('/').slice(0, -1).join('/');
    await page.goto(`/media-explorer?path=${encodeURIComponent(decodeURIComponent(folder))}&q=exported`);
    await expect(page.getByRole('link', { name: /Exported helm/ })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search this folder' }).fill('exported helm');
    await expect(page.getByRole('link', { name: /Exported rail/ })).toHaveCount(0);

    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^sequoia-media-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${made[1]?.media_slug},Exported helm,image,`);
    expect(lines[1]).toContain(",'=1+1,");
  } finally {
    for (const { media_slug } of made)
      await page.request.delete(`/api/curator/media/${media_slug}`, { params: { delete_from_s3: 'true' }, headers });
  }
});
