import { aJpeg, aPdf, aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { SAMPLE_TITLE, sampleVoyage } from './sample-media.ts';

test('uploads sample media for a voyage', async ({ signedIn: page, baseURL }) => {
  await page.goto('/');
  await deleteTestMedia(page, SAMPLE_TITLE);
  const { voyage_slug } = await sampleVoyage(page);
  const files = [
    {
      title: `${SAMPLE_TITLE}: the table on the after deck`,
      file: await aJpeg(page, 'The after deck'),
      credit: 'White House',
    },
    { title: `${SAMPLE_TITLE}: off Mount Vernon`, file: await aPng(page, 'Off Mount Vernon'), credit: 'Ford Library' },
    { title: `${SAMPLE_TITLE}: the menu`, file: aPdf('The menu'), credit: 'Ford Library' },
  ];
  for (const fields of files) {
    const response = await page.request.post('/api/curator/media/upload', {
      headers: { origin: baseURL! },
      multipart: { media_slug: 'auto', date: '1976-06-16', voyage_slug, ...fields },
    });
    expect(response.status()).toBe(201);
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
