import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import {
  isDoubtful,
  isFailed,
  isRejected,
  isShown,
  type MasterFile,
  messageOf,
  writeMasters,
} from '../pages/masters.ts';
import { deleteTestMedia } from '../pages/media-files.ts';
import { storageFiles } from '../pages/storage-files.ts';
import { expect, test } from '../pages/test.ts';

/** The server rejects some of the files. */
test.use({ expectedConsoleErrors: /status of 4(?:15|22)/ });

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** Page size of the list of all media. */
const PER_PAGE = 60;
const FOLDERS = ['image', 'pdf', 'document', 'video', 'audio'];

interface StoredFile {
  media_slug: string;
  title: string;
  url: string;
}

async function filesIn(page: Page, folder: string, prefix: string): Promise<StoredFile[]> {
  const response = await page.request.get('/api/s3/browse', { params: { prefix: `gerald-ford/${folder}` } });
  return ((await response.json()) as { files: StoredFile[] }).files.filter(({ title }) => title?.startsWith(prefix));
}

/** Recognizing the text of the pictures would take as long as all the rest. */
async function setTexts(page: Page, action: 'pause' | 'resume'): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  await page.request.post(`/ops/queue/file-texts/${action}`, { headers, maxRedirects: 0 });
}

/** Whether something that shows the file is in view, or the reason why nothing is. */
async function expectShownOrExplained(within: Locator, file: MasterFile, noPreview: string): Promise<void> {
  const words = messageOf(file);
  if (isFailed(file)) return expect(within.getByText(words).first()).toBeVisible();
  if (!isShown(file)) return expect(within.getByText(noPreview).first()).toBeVisible();
  if (words.startsWith('video')) return expect(within.locator('video')).toBeVisible();
  if (words.startsWith('audio')) return expect(within.locator('audio')).toBeVisible();
  if (words.includes('text “')) return expect(within.getByRole('heading', { name: 'Memorandum' })).toBeVisible();
  const width = (image: HTMLImageElement) => image.naturalWidth;
  const picture = within.locator('[data-zoom] > img, div.select-none > img').first();
  await expect.poll(() => picture.evaluate(width).catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(0);
}

const NO_PREVIEW = 'Previews aren’t available for this type of document. Download it to open it.';

/** Reads the titles of a contact sheet, each with what its caption says, while its rows are drawn. */
async function readContactSheet(page: Page, captions: Map<string, string>, total: number): Promise<void> {
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem').first()).toBeVisible();
  const look = async () => {
    for (const text of await page.getByRole('list', { name: 'Files' }).locator('figure').allInnerTexts()) {
      const [title = '', facts = ''] = text.trim().split('\n');
      captions.set(title, facts);
    }
    await page.evaluate(() => window.scrollBy(0, 300));
    return captions.size;
  };
  await expect.poll(look, { timeout: 60_000, intervals: [150] }).toBe(total);
}

test('files of all formats, whole and damaged, are shown or say why not, and survive replacement and trash', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  // On two quiet cores, it takes two minutes.
  test.setTimeout(900_000);
  const prefix = `Masters ${project.name.replace('-', ' ')}`;
  const set = writeMasters(prefix);
  const byTitle = new Map(set.files.map((file) => [file.title, file]));
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  await setTexts(page, 'pause');
  try {
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await button(page, 'Upload Media').click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles(set.files.map(({ path }) => path));
    // Files whose names aren't those of pictures, documents, videos or recordings are not listed.
    const unlisted = set.files.filter(({ name }) => /\.(?:vtt|rtf)$/.test(name));
    const listed = set.files.filter((file) => !unlisted.includes(file));
    for (const { name } of unlisted) await expect(dialog(page).getByText(name)).toContainText('Can’t upload');
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
    await button(page, 'Upload').click();

    const stored = listed.filter((file) => !isRejected(file));
    const [failed, rejected] = [listed.filter(isFailed), listed.filter(isRejected)];
    const doubtfulCount = stored.filter(isDoubtful).length;
    const unreadableCount = failed.filter((file) => messageOf(file).includes('damaged')).length;
    const others = failed.length - unreadableCount;
    const summary = `${stored.length - failed.length - doubtfulCount} uploaded, ${unreadableCount + doubtfulCount} damaged, ${others} without a preview, ${rejected.length} failed`;
    await expect(page.getByText(summary)).toBeVisible({ timeout: 300_000 });
    await button(page, 'Show').click();
    const rows = page.getByRole('list', { name: 'Uploaded files' }).getByRole('listitem');
    for (const file of [...failed, ...rejected])
      await expect(rows.filter({ hasText: file.name })).toContainText(messageOf(file));
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Close uploads').click();
    if (await button(page, 'Cancel uploads').isVisible()) await button(page, 'Cancel uploads').click();

    // Converting films and cutting 400 megapixels into tiles take longest.
    const isPrepared = async () => {
      for (const folder of FOLDERS)
        for (const { media_slug: slug } of await filesIn(page, folder, prefix)) {
          const view = await page.request.get(`/api/media/${slug}/view`);
          if (((await view.json()) as { state: string | null }).state === 'waiting') return false;
        }
      return true;
    };
    await expect.poll(isPrepared, { timeout: 300_000, intervals: [1000, 3000] }).toBe(true);

    const captions = new Map<string, string>();
    for (let start = 0; start < stored.length; start += PER_PAGE) {
      const search = new URLSearchParams({ q: `"${prefix}"`, page: String(start / PER_PAGE + 1) });
      await page.goto(`/media-explorer/all?${search}`);
      await readContactSheet(page, captions, Math.min(start + PER_PAGE, stored.length));
    }
    expect([...captions.keys()].toSorted()).toEqual(stored.map(({ title }) => title).toSorted());
    const marked = [...captions].filter(([, facts]) => facts.includes('No preview')).map(([title]) => title);
    expect(marked.toSorted()).toEqual(
      stored
        .filter((file) => !isShown(file))
        .map(({ title }) => title)
        .toSorted(),
    );
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    for (const folder of FOLDERS) {
      const files = await filesIn(page, folder, prefix);
      await page.goto(`/media-explorer?${new URLSearchParams({ path: `gerald-ford/${folder}`, q: prefix })}`);
      // With the keyboard only: into the folder, to the file, into the viewer, and through all files.
      await page.getByRole('list', { name: 'Files' }).getByRole('link').first().focus();
      await page.keyboard.press('Enter');
      await expect(button(page, 'Open File')).toBeVisible();
      await button(page, 'Open File').focus();
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toBeVisible();
      for (const [index] of files.entries()) {
        const title = (await dialog(page).getAttribute('aria-label')) ?? '';
        const file = byTitle.get(title);
        if (!file) throw new Error(`The viewer shows ${title}`);
        await expectShownOrExplained(dialog(page), file, NO_PREVIEW);
        if (index === files.length - 1) break;
        await page.keyboard.press('ArrowRight');
        await expect(dialog(page)).not.toHaveAccessibleName(title);
      }
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(button(page, 'Open File')).toBeFocused();

      for (const { media_slug: slug, title } of files) {
        await page.goto(`/media/${slug}`);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expectShownOrExplained(page.locator('article'), byTitle.get(title)!, NO_PREVIEW);
      }
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    }

    // A good copy replaces a damaged file.
    const images = await filesIn(page, 'image', prefix);
    const damaged = images.find(({ title }) => title === `${prefix} half jpg`)!;
    const copy = set.files.find(({ title }) => title === `${prefix} progressive jpg`)!;
    await storageFiles.put(decodeURIComponent(damaged.url).replace('/media-files/', ''), readFileSync(copy.path));
    await page.goto('/media-explorer/storage');
    await button(page, 'Check now').click();
    await page.getByRole('button', { name: new RegExp(`^Keep .*${damaged.title}`) }).click({ timeout: 60_000 });
    await page.goto(`/media/${damaged.media_slug}`);
    await expect(page.getByText('The file was replaced.')).toBeVisible();
    const state = async () => {
      const response = await page.request.get(`/api/media/${damaged.media_slug}/view`);
      return ((await response.json()) as { state: string }).state;
    };
    await expect.poll(state, { timeout: 200_000 }).toBe('ready');
    await page.reload();
    await expect(page.locator('article').getByText('320 × 200 pixels')).toBeVisible();

    // Into the trash and back.
    for (const stem of ['half jpg', 'three-pages tif', '400-megapixels png']) {
      const title = `${prefix} ${stem}`;
      await page.goto(`/media/${images.find((image) => image.title === title)!.media_slug}`);
      await button(page, 'Detach and Delete from Media Library').click();
      await button(page, 'Move to trash').click();
      await expect(page.getByText(`“${title}” moved to the trash`)).toBeVisible();
      await page.goto('/media-explorer/trash');
      await button(page, `Restore: ${title}`).click();
      await expect(page.getByText(`“${title}” restored`)).toBeVisible();
      await page.goto(`/media/${images.find((image) => image.title === title)!.media_slug}`);
      const shown = stem === 'half jpg' ? copy : byTitle.get(title)!;
      await expectShownOrExplained(page.locator('article'), shown, NO_PREVIEW);
    }
  } finally {
    await setTexts(page, 'resume');
    await deleteTestMedia(page, prefix);
    set.remove();
  }
});
