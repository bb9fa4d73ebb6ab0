import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { IS_FULL_SIZE } from '../pages/full.ts';
import { UnreliableProxy } from '../pages/unreliable-proxy.ts';
import { aJpeg, aLargePdf, aLargeVideo, aPng, deleteTestMedia, type TestFile } from '../pages/media-files.ts';
import { expect, navigationLink, signIn, test } from '../pages/test.ts';

const MB = 1024 * 1024;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Some of the files are already in the library, and some are damaged. */
const FILES = IS_FULL_SIZE ? 120 : 24;
const DUPLICATES = IS_FULL_SIZE ? 10 : 4;
const DAMAGED = 3;
/** In a full run, longer than an upload waits for progress. */
const OUTAGE_MS = IS_FULL_SIZE ? 40_000 : 5000;

interface Media {
  title: string;
  url: string;
  size: number;
  alt_text: string | null;
}

const titleOf = ({ name }: TestFile) => name.replace(/\.\w+$/, '');

/** Lets some uploads of a page through, and holds the others until the returned function is called. */
async function holdUploads(page: Page, passing: number): Promise<() => Promise<void>> {
  const address = '**/api/curator/media/upload';
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let passed = 0;
  await page.route(address, async (route) => {
    passed += 1;
    if (passed > passing) await isReleased;
    // Requests of a page that has been reloaded no longer exist.
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.unroute(address);
  };
}

test.describe('an upload', () => {
  // The browser logs the connections that the test cuts.
  test.use({ expectedConsoleErrors: /ERR_|net::|Failed to load resource|Loading chunk/ });

  let line: UnreliableProxy;
  test.beforeEach(async ({ baseURL }) => {
    line = new UnreliableProxy(baseURL!);
    await line.open();
  });
  test.afterEach(() => line.close());

  /** Uses the archive's own origin; writes from another origin are rejected. */
  async function deleteUpload(page: Page, title: string) {
    line.restore();
    await page.goto('/');
    await cleanUp(page, { title });
    await deleteTestMedia(page, title);
  }

  async function openArchive(page: Page, { signedIn = false } = {}) {
    await page.goto(line.url);
    if (!signedIn) await signIn(page);
    await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  }

  async function choose(page: Page, files: string | TestFile[]) {
    await page.goto(`${line.url}/media-explorer`);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await button(page, 'Upload Media').click();
    await dialog(page).locator('input[type=file]').setInputFiles(files);
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
  }

  async function allStored(page: Page, prefix: string): Promise<Media[]> {
    const response = await page.request.get('/api/media', { params: { limit: 1000 } });
    return ((await response.json()) as Media[]).filter(({ title }) => title.startsWith(prefix));
  }

  async function storedMedia(page: Page, title: string): Promise<Media> {
    const media = (await allStored(page, title)).filter((item) => item.title === title);
    expect(media).toHaveLength(1);
    return media[0]!;
  }

  test('of a large file resumes after a lost connection and after a reload, and is complete', async ({ page }, {
    project,
  }) => {
    test.slow();
    const prefix = `Resumed ${project.name}`;
    const video = aLargeVideo(prefix, 40);
    await openArchive(page);
    try {
      await deleteUpload(page, prefix);
      await choose(page, video.path);
      line.cutAfter(14 * MB);
      await button(page, 'Upload').click();
      await expect.poll(() => line.isCut).toBe(true);
      await expect(page.getByText('Connection lost. Trying again...')).toBeVisible();
      line.restore();
      // The upload resumes automatically. Then the connection is cut again and the page closed.
      line.cutAfter(12 * MB);
      await expect.poll(() => line.isCut).toBe(true);
      line.restore();
      line.cutAfter(3 * MB);
      await expect.poll(() => line.isCut, { timeout: 20_000 }).toBe(true);
      await page.goto('about:blank');
      line.restore();

      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent = Number(request.headers()['upload-offset']);
      });
      await choose(page, video.path);
      await button(page, 'Upload').click();
      await expect(page.getByText('Media uploaded successfully!')).toBeVisible({ timeout: 30_000 });
      expect(sent).toBeGreaterThan(8 * MB);
      const media = await storedMedia(page, prefix);
      expect(media.size).toBe(video.bytes.length);
      const file = await page.request.get(media.url);
      expect(sha256(await file.body())).toBe(sha256(video.bytes));
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus')))).toEqual([]);
    } finally {
      await deleteUpload(page, prefix);
      video.remove();
    }
  });

  test(`of ${FILES} files continues after ${OUTAGE_MS / 1000} s without a connection, while a voyage is edited`, async ({
    page,
    accessibilityProblemsInBothSchemes: problems,
  }, { project }) => {
    test.setTimeout(180_000 + FILES * 5000);
    const patience = { timeout: 60_000 + FILES * 1000 };
    const prefix = `Many ${project.name}`;
    const uploaded = FILES - DUPLICATES - DAMAGED;
    await openArchive(page);
    try {
      await deleteUpload(page, prefix);
      const pictures: TestFile[] = [];
      for (let number = 1; number <= FILES - DAMAGED; number += 1)
        pictures.push(await aPng(page, `${prefix} ${number}`));
      const headers = { origin: new URL(page.url()).origin };
      for (const file of pictures.slice(4, 4 + DUPLICATES))
        await page.request.post('/api/curator/media/upload', {
          headers,
          multipart: { media_slug: 'auto', title: `${prefix} in the library`, file },
        });
      const damaged: TestFile[] = [];
      for (let number = 1; number <= DAMAGED; number += 1) {
        // Their first halves differ in the date.
        const jpeg = await aJpeg(page, `${prefix} damaged ${number}`, `1976:06:16 19:00:0${number}`);
        damaged.push({ ...jpeg, buffer: jpeg.buffer.subarray(0, jpeg.buffer.length / 2) });
      }

      await page.goto(`${line.url}/media-explorer`);
      await page.getByRole('switch', { name: 'Edit Mode' }).check();
      await button(page, 'Upload Media').click();
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles([...pictures, ...damaged]);
      await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
      await page.getByRole('textbox', { name: `Alternative Text of ${prefix} 1.png` }).fill('A yacht');
      line.cutAfter(20_000);
      await button(page, 'Upload').click();
      await expect(dialog(page)).toHaveCount(0);
      const tray = page.getByRole('region', { name: 'Uploads' });
      await button(page, 'Show files').click();
      await expect(tray.getByText('Connection lost. Trying again...').first()).toBeVisible();
      await page.waitForTimeout(OUTAGE_MS);
      line.restore();

      await button(page, 'Hide files').click();
      await navigationLink(page, 'Voyages').click();
      await page.getByRole('link', { name: 'New Voyage' }).click();
      const title = page.getByRole('textbox', { name: 'Voyage Title' });
      await title.fill(`${prefix} voyage`);
      await page.getByRole('textbox', { name: /^Start Date/ }).fill('1952-07-05');
      await expect(tray.getByRole('button', { name: `Review ${DUPLICATES} duplicates` })).toBeVisible(patience);
      await expect(tray.getByText(`${uploaded} uploaded, ${DAMAGED} damaged`)).toBeVisible(patience);
      expect(await problems(page)).toEqual([]);
      await tray.getByRole('button', { name: `Review ${DUPLICATES} duplicates` }).click();
      await expect(dialog(page).getByRole('link', { name: `${prefix} in the library` })).toHaveCount(DUPLICATES);
      expect(await problems(page)).toEqual([]);
      await button(page, 'Use existing for all').click();
      await button(page, 'Done').click();
      const summary = `${uploaded} uploaded, ${DUPLICATES} duplicates not uploaded again, ${DAMAGED} damaged`;
      await expect(tray.getByText(summary)).toBeVisible(patience);
      await expect(title).toHaveValue(`${prefix} voyage`);
      await button(page, 'Save Voyage').click();
      await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
      await expect(tray.getByText(summary)).toBeVisible();

      const media = await allStored(page, prefix);
      const once = [...pictures.slice(0, 4), ...pictures.slice(4 + DUPLICATES), ...damaged].map(titleOf);
      const existing = Array.from({ length: DUPLICATES }, () => `${prefix} in the library`);
      expect(media.map((item) => item.title).toSorted()).toEqual([...once, ...existing].toSorted());
      expect(media.find((item) => item.title === `${prefix} 1`)?.alt_text).toBe('A yacht');
    } finally {
      await deleteUpload(page, prefix);
    }
  });

  test('is shown by Retry when the code of the tray couldn’t be loaded', async ({ page }, { project }) => {
    const prefix = `Unseen ${project.name}`;
    const code = '**/mfe/media/**/expose-upload-tray.*.js';
    await openArchive(page);
    try {
      await deleteUpload(page, prefix);
      const files = await Promise.all([1, 2].map((number) => aPng(page, `${prefix} ${number}`)));
      await page.route(code, (route) => route.abort());
      const release = await holdUploads(page, 1);
      await choose(page, files);
      await button(page, 'Upload').click();
      await expect(page.getByText(/^Can’t show unfinished work in/)).toBeVisible();
      await page.unroute(code);
      await button(page, 'Retry').click();
      const tray = page.getByRole('region', { name: 'Uploads' });
      await expect(tray.getByText('Uploading: 1 of 2 done')).toBeVisible();
      await release();
      await expect(tray.getByText('2 uploaded')).toBeVisible();
      expect(await allStored(page, prefix)).toHaveLength(2);
    } finally {
      await deleteUpload(page, prefix);
    }
  });

  test('in two windows survives a reload of one of them, after its files are chosen again', async ({ page }, {
    project,
  }) => {
    test.slow();
    const prefix = `Reloaded ${project.name}`;
    const other = await page.context().newPage();
    await openArchive(page);
    await openArchive(other, { signedIn: true });
    try {
      await deleteUpload(page, prefix);
      const files = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => aPng(page, `${prefix} ${number}`)));
      const [first, second] = [files.slice(0, 4), files.slice(4)];
      const releaseOther = await holdUploads(other, 0);
      await choose(other, second);
      await button(other, 'Upload').click();
      const release = await holdUploads(page, 1);
      await choose(page, first);
      await button(page, 'Upload').click();
      const tray = page.getByRole('region', { name: 'Uploads' });
      await expect(tray.getByText('1 uploaded')).toBeVisible();

      const confirmations: string[] = [];
      page.on('dialog', (confirmation) => {
        confirmations.push(confirmation.type());
        void confirmation.accept();
      });
      await page.goto(`${line.url}/people`);
      expect(confirmations).toEqual(['beforeunload']);
      await expect(tray.getByText('Uploads need your attention')).toBeVisible();
      await expect(button(page, 'Choose 3 files again')).toBeVisible();
      await release();
      await tray.getByLabel('Choose the files again').setInputFiles(first);
      await expect(tray.getByText('3 uploaded')).toBeVisible({ timeout: 60_000 });
      await releaseOther();
      await expect(other.getByRole('region', { name: 'Uploads' }).getByText('2 uploaded')).toBeVisible({
        timeout: 60_000,
      });
      const media = await allStored(page, prefix);
      expect(media.map(({ title }) => title).toSorted()).toEqual(files.map(titleOf));
    } finally {
      await other.close();
      await deleteUpload(page, prefix);
    }
  });

  test('of a large file resumes in the voyage form too', async ({ page }, { project }) => {
    test.slow();
    const title = `Resumed paper ${project.name}`;
    const pdf = aLargePdf(title, 20);
    await openArchive(page);
    try {
      await deleteUpload(page, title);
      await page.goto(`${line.url}/voyages/new`);
      await page.getByRole('textbox', { name: 'Voyage Title' }).fill(title);
      await page.getByRole('textbox', { name: /^Start Date/ }).fill('1952-07-05');
      await page.getByLabel('Files for Sources').setInputFiles(pdf.path);
      line.cutAfter(12 * MB);
      await button(page, 'Save Voyage').click();
      await expect.poll(() => line.isCut).toBe(true);
      await expect(page.getByText('Connection lost. Trying again...')).toBeVisible();
      const sent: number[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
      });
      line.restore();
      await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible({ timeout: 30_000 });
      expect(sent.at(-1)).toBeGreaterThan(0);
      const media = await storedMedia(page, title);
      expect(sha256(await (await page.request.get(media.url)).body())).toBe(sha256(pdf.bytes));
    } finally {
      await deleteUpload(page, title);
      pdf.remove();
    }
  });
});
