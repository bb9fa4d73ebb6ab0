import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runArchiveCommand } from '../pages/archive-command.ts';
import { aDocx, aVideo, aJpeg, aPdf, aPng, aTiff, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

const edit = (page: Page) => page.getByRole('switch', { name: 'Edit Mode' }).check();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function openUpload(page: Page) {
  await page.goto('/media-explorer');
  await edit(page);
  await button(page, 'Upload Media').click();
  await expect(dialog(page)).toBeVisible();
}
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  dialog(page).locator('input[type=file]').setInputFiles(files);

test('files of every type are uploaded together and opened one by one', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const prefix = `Together ${project.name}`;
  await openUpload(page);
  await deleteTestMedia(page, prefix);
  try {
    const png = await aPng(page, `${prefix} picture`);
    const jpeg = await aJpeg(page, `${prefix} upright`);
    const video = await aVideo(page, `${prefix} video`);
    const letter = await aDocx(`${prefix} letter`);
    await choose(page, [png, jpeg, aPdf(`${prefix} paper`), video, letter]);
    await expect(page.getByRole('list', { name: 'Files to upload' }).getByRole('listitem')).toHaveCount(5);
    const date = page.getByRole('textbox', { name: `Date of ${prefix} upright.jpg` });
    await expect(date).toHaveValue('');
    await expect(page.getByText('1 file contains metadata: date.')).toBeVisible();
    await button(page, 'Review metadata').click();
    await expect(page.getByRole('checkbox', { name: 'Date: June 16, 1976' })).toBeChecked();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Use metadata from 1 file').click();
    await expect(date).toHaveValue('1976-06-16');
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
    await page.getByRole('textbox', { name: 'Credit' }).fill('White House');
    const choosePerson = async (label: string, name: string) => {
      await page.getByRole('combobox', { name: label }).fill(name);
      await page.getByRole('listbox', { name: 'People found' }).getByRole('option').first().click();
    };
    await choosePerson('People in all files', 'Gerald Ford');
    await button(page, `Add people in ${prefix} upright.jpg`).click();
    await choosePerson(`People in ${prefix} upright.jpg`, 'Trudeau');
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Upload').click();
    await expect(page.getByText('Media uploaded successfully!')).toBeVisible();
    await expect(page.getByText('5 uploaded')).toBeVisible();
    const peopleIn = async (title: string) => {
      const list = await page.request.get('/api/media', { params: { q: `"${title}"`, limit: 1 } });
      const [media] = (await list.json()) as { media_slug: string }[];
      const response = await page.request.get(`/api/media/${media?.media_slug}/people`);
      return ((await response.json()) as { people: { full_name: string }[] }).people.map((person) => person.full_name);
    };
    expect(await peopleIn(`${prefix} paper`)).toEqual(['Gerald Ford']);
    expect(await peopleIn(`${prefix} upright`)).toEqual(['Gerald Ford', expect.stringContaining('Trudeau')]);
    await expect(dialog(page)).toHaveCount(0);
    await button(page, 'Close uploads').click();

    await page.getByRole('link', { name: 'Gerald Ford' }).click();
    await page.getByRole('link', { name: 'Images' }).click();
    await page.getByRole('link', { name: new RegExp(`^${prefix} upright · White House`) }).click();
    const opener = button(page, 'Open File');
    await opener.click();
    await expect(dialog(page)).toHaveAccessibleName(`${prefix} upright`);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    const picture = dialog(page).getByRole('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    const stage = dialog(page).locator('[data-zoom]');
    await expect(stage).toHaveAttribute('data-zoom', '1.00');
    await page.keyboard.press('+');
    await expect(stage).toHaveAttribute('data-zoom', '1.50');
    await dialog(page).getByRole('button', { name: 'Rotate' }).click();
    await page.keyboard.press('0');
    await expect(stage).toHaveAttribute('data-zoom', '1.00');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).last().click();
    expect((await download).suggestedFilename()).toMatch(/\.jpg$/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog(page)).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(opener).toBeVisible();

    await page.goto('/media-explorer?path=gerald-ford/video');
    await page.getByRole('link', { name: new RegExp(`^${prefix} video`) }).click();
    await button(page, 'Open File').click();
    const player = dialog(page).locator('video');
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
    await button(page, 'Close').click();
    await page.goto('/media-explorer?path=gerald-ford/pdf');
    await page.getByRole('link', { name: new RegExp(`^${prefix} paper`) }).click();
    await button(page, 'Open File').click();
    await expect(dialog(page).getByText(/^Page 1 of \d+$/)).toBeVisible({ timeout: 30_000 });
    await expect(dialog(page).locator('iframe')).toHaveCount(0);
    await page.goto('/media-explorer?path=gerald-ford/document');
    await page.getByRole('link', { name: new RegExp(`^${prefix} letter`) }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'Word document' })).toBeVisible();
    const words = page.getByRole('region', { name: `Text of ${prefix} letter` });
    await expect(words).toContainText(`A letter about ${prefix} letter`, { timeout: 60_000 });
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Open File').click();
    await expect(dialog(page).getByRole('region')).toContainText(`A letter about ${prefix} letter`);
    await button(page, 'Close').click();
    const written = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await written).suggestedFilename()).toMatch(/\.docx$/);
  } finally {
    await deleteTestMedia(page, prefix);
  }
});

test('a TIFF is shown as its preview, and a damaged picture is reported', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const prefix = `Master ${project.name}`;
  await openUpload(page);
  await deleteTestMedia(page, prefix);
  try {
    const jpeg = await aJpeg(page, `${prefix} damaged`);
    const damaged = { ...jpeg, buffer: jpeg.buffer.subarray(0, jpeg.buffer.length / 2) };
    await choose(page, [aTiff(`${prefix} scan`), damaged]);
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
    await button(page, 'Upload').click();
    await expect(page.getByText('1 uploaded, 1 damaged')).toBeVisible();
    await button(page, 'Show').click();
    await expect(page.getByRole('list', { name: 'Uploaded files' }).getByRole('listitem').first()).toContainText(
      `${prefix} damaged.jpg`,
    );

    await page.goto(`/media-explorer?${new URLSearchParams({ path: 'gerald-ford/image', q: prefix })}`);
    await expect(page.getByRole('listitem').filter({ hasText: 'No preview' })).toHaveCount(1);
    await page.getByRole('link', { name: `${prefix} scan` }).click();
    const width = (element: HTMLImageElement) => element.naturalWidth;
    await expect.poll(() => page.getByRole('img', { name: `${prefix} scan` }).evaluate(width)).toBe(64);
    await expect(page.getByText('64 × 48 pixels')).toBeVisible();
    await button(page, 'Open File').click();
    await expect.poll(() => dialog(page).getByRole('img').evaluate(width)).toBe(64);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Close').click();

    await page.goBack();
    await page.getByRole('link', { name: new RegExp(`^${prefix} damaged`) }).click();
    await expect(page.getByText('Damaged file', { exact: true })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  } finally {
    await deleteTestMedia(page, prefix);
  }
});

const { UPLOAD_FILES } = process.env;

/** `UPLOAD_FILES=100 npm run e2e -- specs/media-upload.spec.ts`: measures uploads of small files. Depends on the load of the machine. */
test('measures the upload of many files', async ({ signedIn: page }, { project, annotations }) => {
  test.skip(UPLOAD_FILES === undefined, 'UPLOAD_FILES is the number of files');
  test.slow();
  const prefix = `Measured ${project.name}`;
  const count = Number(UPLOAD_FILES);
  await openUpload(page);
  await deleteTestMedia(page, prefix);
  try {
    const jpeg = await aJpeg(page, prefix);
    const files = Array.from({ length: count }, (_, index) => ({
      ...jpeg,
      name: `${prefix} ${index + 1}.jpg`,
      // Bytes after the picture, which make each file unique.
      buffer: Buffer.concat([jpeg.buffer, randomBytes(100_000 - jpeg.buffer.length)]),
    }));
    await choose(page, files);
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
    await expect(page.getByRole('list', { name: 'Files to upload' }).getByRole('listitem')).toHaveCount(count);
    const start = Date.now();
    await button(page, 'Upload').click();
    await expect(page.getByText(`${count} uploaded`)).toBeVisible({ timeout: 100_000 });
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    const load = loadavg()[0]!.toFixed(1);
    annotations.push({ type: 'measured', description: `${count} files in ${seconds} s, load ${load}` });
    console.log(`${count} files of 100 KB: ${seconds} s, load ${load}`);
  } finally {
    await deleteTestMedia(page, prefix);
  }
});

test.describe('possible duplicates', () => {
  test.use({ expectedConsoleErrors: /status of 409/ });

  test('are reported by content and by credit and date, and can be uploaded anyway', async ({
    signedIn: page,
    accessibilityProblemsInBothSchemes,
  }, { project }) => {
    const prefix = `Twice ${project.name}`;
    await openUpload(page);
    await deleteTestMedia(page, prefix);
    try {
      const png = await aPng(page, `${prefix} once`);
      const describe = async () => {
        await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
        await page.getByRole('textbox', { name: 'Credit' }).fill(prefix);
        await page.getByRole('textbox', { name: 'Date' }).fill('1976-07-04');
      };
      await choose(page, png);
      await describe();
      await button(page, 'Upload').click();
      await expect(page.getByText('Media uploaded successfully!')).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);

      await button(page, 'Upload Media').click();
      await choose(page, png);
      await describe();
      await button(page, 'Upload').click();
      const warning = page.getByRole('alertdialog');
      await expect(warning).toHaveAccessibleName('Possible duplicates');
      await expect(warning).toContainText(`${prefix} once`);
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
      await button(page, 'Yes, Upload Anyway').click();
      await expect(warning).toHaveAccessibleName('This file is already in the media library');
      await button(page, 'Yes, Upload Anyway').click();
      await expect(dialog(page)).toHaveCount(0);
      await page.goto('/media-explorer?path=gerald-ford/image');
      await expect(page.getByRole('link', { name: new RegExp(`^${prefix} once`) })).toHaveCount(2);
    } finally {
      await deleteTestMedia(page, prefix);
    }
  });
});

test.describe('an unsupported file', () => {
  test.use({ expectedConsoleErrors: /status of 415/ });

  test('is rejected by its content, with the reason', async ({ signedIn: page }) => {
    await openUpload(page);
    await choose(page, {
      name: 'page.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<script>alert(1)</script>'),
    });
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
    await button(page, 'Upload').click();
    await expect(page.getByText(/^Upload failed: /)).toBeVisible();
    await expect(button(page, 'Retry the upload of page.pdf')).toBeVisible();
  });
});

test('a folder of scans is imported with its metadata, once', async ({ signedIn: page, baseURL }, { project }) => {
  test.slow();
  const prefix = `Scanned ${project.name}`;
  const home = mkdtempSync(join(tmpdir(), 'scans-'));
  const importFolder = (...options: string[]) =>
    runArchiveCommand(baseURL!, ['media', 'import', 'scans', ...options], home);
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  try {
    mkdirSync(join(home, 'scans/box 1'), { recursive: true });
    const [menu, letter] = [await aPng(page, `${prefix} menu`), aPdf(`${prefix} letter`)];
    writeFileSync(join(home, `scans/${prefix} menu.png`), menu.buffer);
    writeFileSync(join(home, 'scans/box 1/letter.pdf'), letter.buffer);
    writeFileSync(join(home, 'scans/notes.txt'), 'Box 1 is from the attic.');
    const row = `box 1/letter.pdf,"${prefix}, a letter",1962-06,Abbie Rowe,"letters, attic"`;
    writeFileSync(join(home, 'scans/media.csv'), `file,title,date,credit,tag\n${row}\n`);

    const rejected = await importFolder('--yes');
    expect(rejected.status).toBe(1);
    expect(rejected.output).toContain('unknown column “tag”. Did you mean “tags”?');
    writeFileSync(join(home, 'scans/media.csv'), `file,title,date,credit,tags\n${row}\n`);
    const planned = await importFolder('--dry-run');
    expect([planned.status, planned.output]).toEqual([0, expect.stringContaining(`“${prefix} menu”`)]);

    const imported = await importFolder('--yes');
    expect(imported.output).toContain('2 uploaded, 1 failed.');
    expect(imported.output).toContain('notes.txt: This file type isn’t recognized.');
    const [, ...lines] = readFileSync(join(home, 'scans-import.csv'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => line.split(',')[2]).toSorted()).toEqual(['failed', 'uploaded', 'uploaded']);
    const again = await importFolder('--yes');
    expect(again.output).toContain('0 uploaded, 2 imported earlier, 1 failed.');
    const elsewhere = await importFolder('--yes', '--report', 'other.csv');
    expect(elsewhere.output).toContain('0 uploaded, 2 already in the library, 1 failed.');

    const found = await page.request.get('/api/media', { params: { q: `"${prefix}, a letter"` } });
    expect(await found.json()).toEqual([
      expect.objectContaining({ date: '1962-06', credit: 'Abbie Rowe', tags: ['letters', 'attic'] }),
    ]);
  } finally {
    await deleteTestMedia(page, prefix);
    rmSync(home, { recursive: true });
  }
});
