import type { Page } from '@playwright/test';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { confirmWithPassword, expect, test } from '../pages/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) });
const origin = (page: Page) => ({ origin: new URL(page.url()).origin });
const selectionText = (page: Page, text: string) => page.getByRole('region', { name: 'Selection' }).getByText(text);

async function store(page: Page, title: string, voyage_slug: string): Promise<{ media_slug: string; url: string }> {
  const response = await page.request.post('/api/curator/media/upload', {
    headers: origin(page),
    multipart: { title, media_slug: 'auto', voyage_slug, file: await aPng(page, title) },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as { media_slug: string; url: string };
}

// The first deletion is answered with the request for the password.
test.use({ expectedConsoleErrors: /status of 403/ });

test('files are selected, edited, detached, and deleted in bulk, with Undo', async ({
  signedIn: page,
  accessibilityProblems,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const prefix = `Bulk ${project.name}`;
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  const response = await page.request.get('/api/voyages', { params: { limit: 1 } });
  const [voyage] = (await response.json()) as { voyage_slug: string; title: string }[];
  const { voyage_slug, title: voyageTitle } = voyage!;
  const shown = async () => {
    const media = await page.request.get(`/api/media/by-voyage/${voyage_slug}`);
    return ((await media.json()) as { title: string }[])
      .map(({ title }) => title)
      .filter((item) => item.startsWith(prefix));
  };
  try {
    const titles = ['one', 'two', 'three', 'four'].map((name) => `${prefix} ${name}`);
    const stored = [];
    for (const title of titles) stored.push(await store(page, title, voyage_slug));
    const folder = decodeURIComponent(stored[0]!.url).replace('/media-files/', '').split('/').slice(0, -1).join('/');
    await page.goto(`/media-explorer?${new URLSearchParams({ path: folder, q: prefix })}`);
    await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();

    // A range by mouse and by keyboard; the newest files come first.
    await box(page, titles[3]!).click();
    await box(page, titles[1]!).click({ modifiers: ['Shift'] });
    await expect(selectionText(page, '3 files selected')).toBeVisible();
    await button(page, 'Clear selection').click();
    await box(page, titles[3]!).focus();
    await page.keyboard.press('Space');
    await box(page, titles[1]!).focus();
    await page.keyboard.press('Shift+Space');
    await expect(selectionText(page, '3 files selected')).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(selectionText(page, '4 files selected')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(selectionText(page, 'No files selected')).toBeVisible();
    await button(page, 'Select all 4').click();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    await button(page, 'Edit Metadata').click();
    await page.getByRole('combobox', { name: 'Credit' }).selectOption({ label: 'Replace' });
    await page.getByRole('textbox', { name: 'Credit: new value' }).fill('Abbie Rowe');
    await page.getByRole('combobox', { name: 'Date' }).selectOption({ label: 'Replace' });
    await page.getByRole('textbox', { name: 'Date: new value' }).fill('1949-02');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, 'Preview changes').click();
    await expect(page.getByRole('list', { name: 'Files that will change' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByText('February 1949').first()).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Apply to 4 files').click();
    await expect(page.getByText('4 files updated successfully!')).toBeVisible();
    await expect(page.getByText(`${titles[0]} · Abbie Rowe · February 1949`)).toBeVisible();
    await button(page, 'Undo').click();
    await expect(page.getByText('Change undone on 4 files')).toBeVisible();
    await expect(page.getByText('Abbie Rowe')).toHaveCount(0);

    await button(page, 'Detach from All Voyages').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(voyageTitle);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, 'Detach').click();
    await expect(page.getByText('4 files detached from 1 voyage(s) successfully!')).toBeVisible();
    expect(await shown()).toEqual([]);
    await button(page, 'Undo').last().click();
    await expect.poll(shown).toEqual(titles);

    await button(page, 'Detach and Delete from Media Library').click();
    await expect(question).toHaveAccessibleName('Delete 4 files?');
    await button(page, 'Delete permanently').click();
    await expect(question).toHaveAccessibleName('Are you ABSOLUTELY SURE? This cannot be undone!');
    await button(page, 'Delete permanently').click();
    await confirmWithPassword(page);
    await expect(page.getByText('4 files permanently deleted from S3 and database!')).toBeVisible();
    expect(await shown()).toEqual([]);
  } finally {
    await deleteTestMedia(page, prefix);
  }
});
