import { deleteTestMedia } from '../pages/media-files.ts';
import { test } from '../pages/test.ts';
import { SAMPLE_TITLE } from './sample-media.ts';

test('deletes the sample media', async ({ signedIn: page }) => {
  await page.goto('/');
  await deleteTestMedia(page, SAMPLE_TITLE);
});
