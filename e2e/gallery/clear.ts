import { forgetMedia } from '../pages/media-files.ts';
import { test } from '../pages/test.ts';
import { STOCK } from './stocked.ts';

test('the archive is left as it was', async ({ signedIn: page }) => {
  await page.goto('/');
  await forgetMedia(page, STOCK);
});
