import type { Locator, Page } from '@playwright/test';
import {
  isDoubtful,
  isFailed,
  isRejected,
  isShown,
  type MasterFile,
  messageOf,
  NO_PREVIEW,
  writeMasters,
} from '../pages/masters.ts';
import { IS_FULL_SIZE } from '../pages/full.ts';
import { Keyboard } from '../pages/keyboard.ts';
import { aPhoto, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

/** The server rejects some of the files. */
test.use({ expectedConsoleErrors: /status of 4(?:15|22)/ });

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** Page size of the list of all media. */
const PER_PAGE = 60;
const FOLDERS = ['image', 'pdf', 'document', 'video', 'audio'];

/** Shown with tiles. */
const LARGE = IS_FULL_SIZE ? '400-megapixels png' : 'phone-large heic';

/** One file for each way in which the page of a file shows it. */
const PAGES = [
  LARGE,
  'three-pages tif',
  'half png',
  'scanned pdf',
  'locked pdf',
  'memorandum docx',
  'letter-of-1998 doc',
  'tape avi',
  'speech flac',
  'no-index mp4',
];

/** In a short run, only files that differ in how they are shown: the server's tests have them all. */
const FEW = [...PAGES, 'half jpg', 'overwritten jpg', '900-megapixels png', 'film mp4', 'notes tif', 'captions vtt'];
const NAMES = IS_FULL_SIZE ? [] : FEW.map((title) => title.replace(/ (?=\w+$)/, '.'));

interface StoredFile {
  media_slug: string;
  title: string;
}

interface Manifest {
  items: { items: { items: { body: { id: string; width: number; height: number } }[] }[] }[];
}

/** Sorted, so that a failed comparison shows the names that differ. */
const sorted = (names: Iterable<string>) => [...names].toSorted();

async function filesIn(page: Page, folder: string, prefix: string): Promise<StoredFile[]> {
  const response = await page.request.get('/api/s3/browse', { params: { prefix: `gerald-ford/${folder}` } });
  return ((await response.json()) as { files: StoredFile[] }).files.filter(({ title }) => title?.startsWith(prefix));
}

/** The state of the tiles, pages and conversions of each file, by title. */
async function statesOf(page: Page, files: readonly StoredFile[]): Promise<Record<string, string | null>> {
  const states = files.map(async ({ media_slug, title }) => {
    const view = await page.request.get(`/api/media/${media_slug}/view`);
    return [title, ((await view.json()) as { state: string | null }).state] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}

/** Whether something that shows the file is in view, or the reason why nothing is. */
async function expectShownOrExplained(within: Locator, file: MasterFile): Promise<void> {
  const words = messageOf(file);
  if (isFailed(file)) return expect(within.getByText(words).first()).toBeVisible();
  if (!isShown(file)) return expect(within.getByText(NO_PREVIEW).first()).toBeVisible();
  if (words.startsWith('video')) return expect(within.locator('video')).toBeVisible();
  if (words.startsWith('audio')) return expect(within.locator('audio')).toBeVisible();
  if (words.includes('text “')) return expect(within.getByRole('heading', { name: 'Memorandum' })).toBeVisible();
  const width = (image: HTMLImageElement) => image.naturalWidth;
  const picture = within.locator('[data-zoom] > img, div.select-none > img').first();
  await expect.poll(() => picture.evaluate(width).catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(0);
}

/** Reads the titles of a contact sheet with their captions, row by row as they are rendered. */
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

/** Opens a folder, a file and the viewer with the keyboard, and looks at all files. Returns the titles that were seen. */
async function viewFolder(page: Page, address: string, fileOf: (title: string) => MasterFile): Promise<string[]> {
  await page.goto(address);
  await page.getByRole('list', { name: 'Files' }).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await new Keyboard(page).press(button(page, 'Open File'));
  await expect(dialog(page)).toBeVisible();
  const seen: string[] = [];
  const isLast = async () => (await button(dialog(page), 'Next').getAttribute('aria-disabled')) !== 'false';
  for (;;) {
    const title = (await dialog(page).getAttribute('aria-label')) ?? '';
    await expectShownOrExplained(dialog(page), fileOf(title));
    seen.push(title);
    if ((await button(dialog(page), 'Next').count()) === 0 || (await isLast())) return seen;
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page)).not.toHaveAccessibleName(title);
  }
}

/** Pixels of a preview. Larger pictures have tiles. */
const PREVIEW_WIDTH = 1600;

/** Requests the picture that a manifest refers to: the preview, which needs no conversion, or else a small size. Returns any problem. */
async function deliveredByIiif(page: Page, { media_slug: slug, title }: StoredFile): Promise<string | null> {
  const manifest = await page.request.get(`/iiif/media/${slug}/manifest.json`);
  const { items } = (await manifest.json()) as Manifest;
  const body = items?.[0]?.items[0]?.items[0]?.body;
  if (!body) return `${title}: ${manifest.status()} for the manifest`;
  const isPreview = Math.max(body.width, body.height) <= PREVIEW_WIDTH;
  const request = isPreview ? 'full/max/0/default.webp' : 'full/!300,300/0/default.jpg';
  const picture = await page.request.get(new URL(body.id).pathname.replace(/full\/.*$/, request));
  const type = picture.headers()['content-type'] ?? '';
  return picture.ok() && type.startsWith('image/') ? null : `${title}: ${picture.status()} ${type} for ${request}`;
}

test('files of all formats, intact and damaged, are shown or say why not, and survive replacement and trash', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}, { project }) => {
  test.setTimeout(600_000);
  const prefix = `Masters ${project.name.replace('-', ' ')}`;
  const set = writeMasters(prefix, NAMES);
  const byTitle = new Map(set.files.map((file) => [file.title, file]));
  const fileOf = (title: string) => {
    const file = byTitle.get(title);
    if (!file) throw new Error(`There is no file ${title}`);
    return file;
  };
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
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
    await expect(rows).toHaveCount(listed.length);
    const texts = await rows.allInnerTexts();
    for (const file of [...failed, ...rejected])
      expect(texts.find((text) => text.includes(file.name))).toContain(messageOf(file));
    expect(await problems(page)).toEqual([]);
    await button(page, 'Close uploads').click();
    if (await button(page, 'Cancel uploads').isVisible()) await button(page, 'Cancel uploads').click();

    const files = (await Promise.all(FOLDERS.map((folder) => filesIn(page, folder, prefix)))).flat();
    const slugOf = (title: string) => files.find((file) => file.title === title)!.media_slug;
    expect(sorted(files.map(({ title }) => title))).toEqual(sorted(stored.map(({ title }) => title)));
    const pictures = files.filter(({ title }) => isShown(fileOf(title)) && !fileOf(title).isFilm);
    const undelivered: (string | null)[] = [];
    for (const file of pictures) undelivered.push(await deliveredByIiif(page, file));
    expect(undelivered.filter((problem) => problem !== null)).toEqual([]);

    const captions = new Map<string, string>();
    for (let start = 0; start < stored.length; start += PER_PAGE) {
      const search = new URLSearchParams({ q: `"${prefix}"`, page: String(start / PER_PAGE + 1) });
      await page.goto(`/media-explorer/all?${search}`);
      await readContactSheet(page, captions, Math.min(start + PER_PAGE, stored.length));
    }
    expect(sorted(captions.keys())).toEqual(sorted(stored.map(({ title }) => title)));
    const marked = [...captions].filter(([, facts]) => facts.includes('No preview')).map(([title]) => title);
    const notShown = stored.filter((file) => !isShown(file));
    expect(sorted(marked)).toEqual(sorted(notShown.map(({ title }) => title)));
    expect(await problems(page)).toEqual([]);

    // Converting films and cutting 400 megapixels into tiles take longest.
    const stateOf = (file: MasterFile) => (isShown(file) ? 'ready' : isFailed(file) ? 'failed' : null);
    await expect
      .poll(() => statesOf(page, files), { timeout: 300_000, intervals: [1000] })
      .toEqual(Object.fromEntries(stored.map((file) => [file.title, stateOf(file)])));

    const seen: string[] = [];
    for (const folder of FOLDERS) {
      const place = new URLSearchParams({ path: `gerald-ford/${folder}`, q: prefix });
      seen.push(...(await viewFolder(page, `/media-explorer?${place}`, fileOf)));
      expect(await problems(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(button(page, 'Open File')).toBeFocused();
    }
    expect(sorted(seen)).toEqual(sorted(stored.map(({ title }) => title)));

    // Each way in which the page of a file shows it.
    for (const stem of PAGES) {
      const title = `${prefix} ${stem}`;
      if (!byTitle.has(title)) continue;
      await page.goto(`/media/${slugOf(title)}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expectShownOrExplained(page.locator('article'), fileOf(title));
    }
    expect(await problems(page)).toEqual([]);

    // A good copy replaces a damaged file.
    const damaged = `${prefix} half jpg`;
    await page.goto(`/media/${slugOf(damaged)}`);
    await button(page, 'Replace file').first().click();
    // The trash may still contain the files of an earlier run, so the copy must be new.
    const copy = await aPhoto(page, damaged, { seed: Date.now() % 100_000 });
    await dialog(page)
      .getByLabel(/^New file/)
      .setInputFiles(copy);
    await button(dialog(page), 'Replace file').click();
    await expect(page.getByRole('region', { name: 'Notifications' }).getByText('File replaced')).toBeVisible();
    await expect(page.locator('article').getByText('900 × 600 pixels')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(messageOf(fileOf(damaged)))).toHaveCount(0);

    // Into the trash and back.
    const trashed = ['half jpg', 'three-pages tif', LARGE].map((stem) => `${prefix} ${stem}`);
    for (const title of trashed) {
      await page.goto(`/media/${slugOf(title)}`);
      await button(page, 'Detach and Delete from Media Library').click();
      await button(page, 'Move to trash').click();
      await expect(page.getByText(`“${title}” moved to the trash`)).toBeVisible();
    }
    await page.goto('/media-explorer/trash');
    for (const title of trashed) {
      await button(page, `Restore: ${title}`).click();
      await expect(page.getByText(`“${title}” restored`)).toBeVisible();
    }
    for (const title of trashed) {
      await page.goto(`/media/${slugOf(title)}`);
      const outcome = title === damaged ? 'shown: image/jpeg' : fileOf(title).outcome;
      await expectShownOrExplained(page.locator('article'), { ...fileOf(title), outcome });
    }
  } finally {
    await deleteTestMedia(page, prefix);
    set.remove();
  }
});
