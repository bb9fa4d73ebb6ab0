import { aJpeg, aPdf, aPng, forgetMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { STOCK, theDinner } from './stocked.ts';

test('a voyage has pictures and papers to show', async ({ signedIn: page, baseURL }) => {
  await page.goto('/');
  await forgetMedia(page, STOCK);
  const { voyage_slug } = await theDinner(page);
  const files = [
    {
      title: `${STOCK}: the table on the after deck`,
      file: await aJpeg(page, 'The after deck'),
      credit: 'White House',
    },
    { title: `${STOCK}: off Mount Vernon`, file: await aPng(page, 'Off Mount Vernon'), credit: 'Ford Library' },
    { title: `${STOCK}: the menu`, file: aPdf('The menu'), credit: 'Ford Library' },
  ];
  for (const fields of files) {
    const answer = await page.request.post('/api/curator/media/upload', {
      headers: { origin: baseURL! },
      multipart: { media_slug: 'auto', date: '1976-06-16', voyage_slug, ...fields },
    });
    expect(answer.status()).toBe(201);
  }
  // Their small pictures are drawn by the worker.
  await expect
    .poll(async () => {
      const media = (await (await page.request.get(`/api/media/by-voyage/${voyage_slug}`)).json()) as {
        preview_state: string | null;
      }[];
      return media.filter(({ preview_state }) => preview_state === 'waiting').length;
    })
    .toBe(0);
});
