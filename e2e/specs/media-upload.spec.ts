import type { Page } from '@playwright/test';
import { aDocx, aFilm, aJpeg, aPdf, aPng, forgetMedia } from '../pages/media-files.ts';
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

test('files of every kind go into the library together, and are looked at one after the other', async ({
  signedIn: page,
  problemsInBothSchemes,
}, { project }) => {
  test.slow();
  const journey = `Together ${project.name}`;
  await openUpload(page);
  await forgetMedia(page, journey);
  try {
    const png = await aPng(page, `${journey} picture`);
    const jpeg = await aJpeg(page, `${journey} upright`);
    const film = await aFilm(page, `${journey} film`);
    const letter = await aDocx(`${journey} letter`);
    await choose(page, [png, jpeg, aPdf(`${journey} paper`), film, letter]);
    await expect(page.getByRole('list', { name: 'Files to upload' }).getByRole('listitem')).toHaveCount(5);
    await expect(page.getByRole('textbox', { name: 'Date' }).nth(1)).toHaveValue('1976-06-16');
    await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
    await page.getByRole('textbox', { name: 'Credit' }).fill('White House');
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Upload').click();
    await expect(page.getByText('Media uploaded successfully!')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);

    await page.getByRole('link', { name: 'Gerald Ford' }).click();
    await page.getByRole('link', { name: 'Images' }).click();
    await page.getByRole('link', { name: new RegExp(`^${journey} upright · White House`) }).click();
    const opener = button(page, 'Open File');
    await opener.click();
    await expect(dialog(page)).toHaveAccessibleName(`${journey} upright`);
    expect(await problemsInBothSchemes(page)).toEqual([]);
    const picture = dialog(page).getByRole('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    await page.keyboard.press('+');
    await expect(picture).toHaveCSS('transform', /^matrix\(1\.5,/);
    await button(page, 'Rotate').click();
    await page.keyboard.press('0');
    await expect(picture).toHaveCSS('transform', 'matrix(0, 1, -1, 0, 0, 0)');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).last().click();
    expect((await download).suggestedFilename()).toMatch(/\.jpg$/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(opener).toBeFocused();

    await page.goto('/media-explorer?path=gerald-ford/video');
    await page.getByRole('link', { name: new RegExp(`^${journey} film`) }).click();
    await button(page, 'Open File').click();
    const player = dialog(page).locator('video');
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
    await button(page, 'Close').click();
    await page.goto('/media-explorer?path=gerald-ford/pdf');
    await page.getByRole('link', { name: new RegExp(`^${journey} paper`) }).click();
    await button(page, 'Open File').click();
    await expect(dialog(page).locator('iframe')).toHaveAttribute('src', /\.pdf$/);
    await page.goto('/media-explorer?path=gerald-ford/other');
    await page.getByRole('link', { name: new RegExp(`^${journey} letter`) }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'wordprocessingml' })).toBeVisible();
    const written = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await written).suggestedFilename()).toMatch(/\.docx$/);
  } finally {
    await forgetMedia(page, journey);
  }
});

test.describe('what the library may have already', () => {
  test.use({ forgivenErrors: /status of 409/ });

  test('is warned of, by its content and by credit and date, and stored when that is wanted', async ({
    signedIn: page,
    problemsInBothSchemes,
  }, { project }) => {
    const journey = `Twice ${project.name}`;
    await openUpload(page);
    await forgetMedia(page, journey);
    try {
      const png = await aPng(page, `${journey} once`);
      const describe = async () => {
        await page.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Gerald Ford' });
        await page.getByRole('textbox', { name: 'Credit' }).fill(journey);
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
      await expect(warning).toContainText(`${journey} once`);
      expect(await problemsInBothSchemes(page)).toEqual([]);
      await button(page, 'Yes, Upload Anyway').click();
      await expect(warning).toHaveAccessibleName('The library has this file already');
      await button(page, 'Yes, Upload Anyway').click();
      await expect(dialog(page)).toHaveCount(0);
      await page.goto('/media-explorer?path=gerald-ford/image');
      await expect(page.getByRole('link', { name: new RegExp(`^${journey} once`) })).toHaveCount(2);
    } finally {
      await forgetMedia(page, journey);
    }
  });
});

test.describe('a file that the archive does not take', () => {
  test.use({ forgivenErrors: /status of 415/ });

  test('is refused by its content, with the reason', async ({ signedIn: page }) => {
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
