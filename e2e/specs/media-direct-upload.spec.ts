import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aLargeVideo, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

/** The bucket of the archive under test, as browsers reach it. */
const { S3_PUBLIC_URL = '' } = process.env;

const PARTS = `${S3_PUBLIC_URL}/**/_system/uploads/**`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function openForm(page: Page, path: string) {
  await page.goto('/media-explorer');
  await page.getByRole('switch', { name: 'Edit Mode' }).check();
  await button(page, 'Upload Media').click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(path);
  await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
}

/**
 * Runs in the page: the second part of a file fails once, and the fourth is never sent. Interception would delay requests with
 * large bodies.
 */
function loseParts(): void {
  const send = XMLHttpRequest.prototype.send;
  const open = XMLHttpRequest.prototype.open;
  const numbers = new WeakMap<XMLHttpRequest, number>();
  let isLost = false;
  Object.assign(XMLHttpRequest.prototype, {
    open(this: XMLHttpRequest, method: string, url: string) {
      numbers.set(this, Number(/part-(\d+)\?/.exec(url)?.[1]));
      open.call(this, method, url, true);
    },
    send(this: XMLHttpRequest, body: XMLHttpRequestBodyInit) {
      const number = numbers.get(this);
      if (number === 4) return;
      send.call(this, body);
      if (number === 2 && !isLost) {
        isLost = true;
        this.abort();
      }
    },
  });
}

/** Records requests that send files: the part numbers of those to the bucket, and the paths of the others. */
function sentIn(page: Page) {
  const parts: number[] = [];
  const others: string[] = [];
  page.on('requestfinished', (request) => {
    const url = new URL(request.url());
    if (request.method() === 'PUT' && url.origin === S3_PUBLIC_URL)
      parts.push(Number(/part-(\d+)$/.exec(url.pathname)?.[1]));
    if (url.pathname.startsWith('/media-uploads')) others.push(url.pathname);
  });
  return { parts, others };
}

async function isStored(page: Page, title: string, bytes: Buffer) {
  const response = await page.request.get('/api/media', { params: { q: `"${title}"`, limit: 5 } });
  const found = (await response.json()) as { title: string; url: string }[];
  const media = found.filter((item) => item.title === title);
  expect(media).toHaveLength(1);
  const file = await page.request.get(media[0]!.url);
  expect(sha256(await file.body())).toBe(sha256(bytes));
}

test.describe('a large file', () => {
  test.skip(S3_PUBLIC_URL === '', 'needs a bucket that browsers reach');
  // The browser logs the connections that the test cuts.
  test.use({ expectedConsoleErrors: /ERR_|net::|Failed to load resource/ });

  test('goes to the bucket in parts, which are sent again and continued after a reload', async ({ signedIn: page }) => {
    test.slow();
    const title = 'Direct film';
    const video = aLargeVideo(title, 40);
    const { parts, others } = sentIn(page);
    try {
      await deleteTestMedia(page, title);
      await openForm(page, video.path);
      await page.evaluate(loseParts);
      await button(page, 'Upload').click();
      await expect.poll(() => parts.toSorted()).toEqual([1, 2, 3, 5, 6]);
      await page.goto('about:blank');

      parts.length = 0;
      await openForm(page, video.path);
      await button(page, 'Upload').click();
      await expect(page.getByText('Media uploaded successfully!')).toBeVisible({ timeout: 30_000 });
      expect([parts, others]).toEqual([[4], []]);
      await isStored(page, title, video.bytes);
      const keys = await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('direct-upload/')),
      );
      expect(keys).toEqual([]);
    } finally {
      await deleteTestMedia(page, title);
      video.remove();
    }
  });

  test('goes through the archive while browsers can’t reach the bucket', async ({ signedIn: page }) => {
    test.slow();
    const title = 'Indirect film';
    const video = aLargeVideo(title, 20);
    const { parts, others } = sentIn(page);
    try {
      await deleteTestMedia(page, title);
      await page.route(PARTS, (route) => route.abort('failed'));
      await openForm(page, video.path);
      await button(page, 'Upload').click();
      await expect(page.getByText('Media uploaded successfully!')).toBeVisible({ timeout: 30_000 });
      expect(parts).toEqual([]);
      expect(others.length).toBeGreaterThan(0);
      await isStored(page, title, video.bytes);
    } finally {
      await deleteTestMedia(page, title);
      video.remove();
    }
  });
});
