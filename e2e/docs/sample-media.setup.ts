import type { Browser } from '@playwright/test';
import { aPdf } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { sampleVoyage } from '../gallery/sample-media.ts';

/** Parts of the drawing on the sign-in screen, used as photographs in the documentation. */
const PICTURES = [
  { title: 'At dusk on the river', credit: 'White House', clip: { x: 0, y: 150, width: 720, height: 480 } },
  { title: 'Off Mount Vernon', credit: 'Ford Library', clip: { x: 80, y: 260, width: 560, height: 420 } },
  { title: 'The after deck', credit: 'Ford Library', clip: { x: 160, y: 330, width: 420, height: 560 } },
];

async function drawings(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByPlaceholder('Enter username').waitFor();
  const pictures = [];
  for (const { title, credit, clip } of PICTURES) {
    const buffer = await page.screenshot({ clip, type: 'jpeg', quality: 85 });
    pictures.push({ title, credit, file: { name: `${title}.jpg`, mimeType: 'image/jpeg', buffer } });
  }
  await context.close();
  return pictures;
}

test('a voyage has photographs, a menu and an album', async ({ browser, signedIn: page, baseURL }) => {
  const headers = { origin: baseURL! };
  const { voyage_slug } = await sampleVoyage(page);
  const menu = { title: 'The menu', credit: 'Ford Library', file: aPdf('Menu: cold cucumber soup') };
  const slugs: string[] = [];
  for (const fields of [...(await drawings(browser, baseURL!)), menu]) {
    const response = await page.request.post('/api/curator/media/upload', {
      headers,
      multipart: { media_slug: 'auto', date: '1976-06-16', voyage_slug, ...fields },
    });
    expect(response.status()).toBe(201);
    slugs.push(((await response.json()) as { media_slug: string }).media_slug);
  }
  const album = await page.request.post('/api/curator/albums', {
    headers,
    data: { title: 'The dinner', description: 'From boarding to dessert', voyage_slug, sort_order: 0 },
  });
  const { album_slug } = (await album.json()) as { album_slug: string };
  for (const [index, media_slug] of slugs.slice(0, 3).entries()) {
    const response = await page.request.post(`/api/curator/albums/${album_slug}/media`, {
      headers,
      data: { media_slug, sort_order: index },
    });
    expect(response.ok()).toBe(true);
  }
  // The worker makes their thumbnails.
  await expect
    .poll(async () => {
      const media = (await (await page.request.get(`/api/media/by-voyage/${voyage_slug}`)).json()) as {
        preview_state: string | null;
      }[];
      return media.filter(({ preview_state }) => preview_state === 'waiting').length;
    })
    .toBe(0);
});

test('a voyage has been edited', async ({ signedIn: page, baseURL }) => {
  const { voyage_slug } = await sampleVoyage(page);
  const voyage = (await (await page.request.get(`/api/voyages/${voyage_slug}`)).json()) as object;
  const edit = { notes: 'The menu is in the media library.', end_location: 'Off Mount Vernon' };
  const response = await page.request.put(`/api/curator/voyages/${voyage_slug}`, {
    headers: { origin: baseURL! },
    data: { ...voyage, ...edit },
  });
  expect(response.status()).toBe(200);
});
