import { crc32, deflateSync } from 'node:zlib';
import { storageFiles } from '../pages/storage-files.ts';
import { expect, test } from '../pages/test.ts';

const BUOY = 'harry-s.-truman/image/buoy-211.png';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

/** A valid single-color PNG. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([29, 53, 87]))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

test.beforeAll(() => storageFiles.put(BUOY, png(320, 200)));
test.afterAll(() => storageFiles.remove(BUOY));

test('the library opens folder by folder down to a file, and back', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/media-explorer');
  await expect(page.getByRole('heading', { level: 1, name: 'Media Explorer' })).toBeVisible();
  await page.getByRole('list', { name: 'Folders' }).getByRole('link', { name: 'Harry S. Truman' }).click();
  await page.getByRole('link', { name: 'Images' }).click();
  await expect(page).toHaveURL(/path=harry-s\.-truman%2Fimage$/);
  await expect(page.getByText('1 item')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('link', { name: 'buoy-211.png' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'buoy-211.png' })).toBeVisible();
  const picture = page.getByRole('img', { name: 'buoy-211.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goBack();
  await expect(page.getByText('1 item')).toBeVisible();
  await expect(page.getByRole('link', { name: 'buoy-211.png' })).toBeFocused();
});

test('an unknown folder is empty', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto('/media-explorer?path=nowhere');
  await expect(page.getByText('This folder is empty')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('library files require a session', async ({ request }) => {
  expect((await request.get(`/media-files/${BUOY}`)).status()).toBe(401);
});
