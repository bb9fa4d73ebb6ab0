import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { CutLine } from '../pages/cut-line.ts';
import { aLongFilm, forgetMedia } from '../pages/media-files.ts';
import { expect, signIn, test } from '../pages/test.ts';

const MB = 1024 * 1024;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Media {
  title: string;
  url: string;
  size: number;
}

test.describe('a large upload', () => {
  // The browser tells of the line that is cut on purpose.
  test.use({ forgivenErrors: /ERR_|net::|Failed to load resource/ });

  let line: CutLine;
  test.beforeEach(async ({ baseURL }) => {
    line = new CutLine(baseURL!);
    await line.open();
  });
  test.afterEach(() => line.close());

  /** By the archive's own address: a change that comes from another origin is refused. */
  async function forget(page: Page, title: string) {
    line.mend();
    await page.goto('/');
    await cleanUp(page, { title });
    await forgetMedia(page, title);
  }

  async function arrive(page: Page) {
    await page.goto(line.url);
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  }

  async function choose(page: Page, film: ReturnType<typeof aLongFilm>) {
    await page.goto(`${line.url}/media-explorer`);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await button(page, 'Upload Media').click();
    await dialog(page).locator('input[type=file]').setInputFiles(film.path);
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
  }

  /** What is wrong with it as a paper is no concern of its way. */
  const aLongPaper = (name: string, megabytes: number) => ({
    name: `${name}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(megabytes * MB, `${name} ${Date.now()} `)]),
  });

  async function stored(page: Page, title: string): Promise<Media> {
    const found = await page.request.get('/api/media', { params: { limit: 1000 } });
    const media = ((await found.json()) as Media[]).filter((one) => one.title === title);
    expect(media).toHaveLength(1);
    return media[0]!;
  }

  test('goes on when the line is back, and after the page was loaded anew, and arrives whole', async ({ page }, {
    project,
  }) => {
    test.slow();
    const journey = `Resumed ${project.name}`;
    const film = aLongFilm(journey, 40);
    await arrive(page);
    try {
      await forget(page, journey);
      await choose(page, film);
      line.cutAfter(14 * MB);
      await button(page, 'Upload').click();
      await expect.poll(() => line.isCut).toBe(true);
      await expect(page.getByText('The connection is lost. Trying again...')).toBeVisible();
      line.mend();
      // It goes on by itself; then the line is cut again, and the page is left.
      line.cutAfter(12 * MB);
      await expect.poll(() => line.isCut).toBe(true);
      line.mend();
      await page.evaluate(() => sessionStorage.setItem('before', 'reload'));
      line.cutAfter(3 * MB);
      await expect.poll(() => line.isCut, { timeout: 20_000 }).toBe(true);
      await page.goto('about:blank');
      line.mend();

      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent = Number(request.headers()['upload-offset']);
      });
      await choose(page, film);
      await button(page, 'Upload').click();
      await expect(page.getByText('Media uploaded successfully!')).toBeVisible({ timeout: 30_000 });
      expect(sent).toBeGreaterThan(8 * MB);
      const media = await stored(page, journey);
      expect(media.size).toBe(film.bytes.length);
      const file = await page.request.get(media.url);
      expect(sha256(await file.body())).toBe(sha256(film.bytes));
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus')))).toEqual([]);
    } finally {
      await forget(page, journey);
      film.remove();
    }
  });

  test('of a voyage that is being logged goes on as well', async ({ page }, { project }) => {
    test.slow();
    const title = `Resumed paper ${project.name}`;
    const paper = aLongPaper(title, 20);
    await arrive(page);
    try {
      await forget(page, title);
      await page.goto(`${line.url}/voyages/new`);
      await page.getByRole('textbox', { name: 'Voyage Title' }).fill(title);
      await page.getByRole('textbox', { name: /^Start Date/ }).fill('1952-07-05');
      await page.getByLabel('Files for Sources').setInputFiles(paper);
      line.cutAfter(12 * MB);
      await button(page, 'Save Voyage').click();
      await expect.poll(() => line.isCut).toBe(true);
      await expect(page.getByText('The connection is lost. Trying again...')).toBeVisible();
      const sent: number[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
      });
      line.mend();
      await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible({ timeout: 30_000 });
      expect(sent.at(-1)).toBeGreaterThan(0);
      const media = await stored(page, title);
      expect(sha256(await (await page.request.get(media.url)).body())).toBe(sha256(paper.buffer));
    } finally {
      await forget(page, title);
    }
  });
});
