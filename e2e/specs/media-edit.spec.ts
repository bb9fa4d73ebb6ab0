import type { Page } from '@playwright/test';
import { aPng, forgetMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const edit = (page: Page) => page.getByRole('switch', { name: 'Edit Mode' }).check();
const origin = (page: Page) => ({ origin: new URL(page.url()).origin });

interface Media {
  media_slug: string;
  url: string;
}

/** Puts a picture into the library by the same call as the page. */
async function store(page: Page, title: string, fields: Record<string, string> = {}): Promise<Media> {
  const response = await page.request.post('/api/curator/media/upload', {
    headers: origin(page),
    multipart: { title, media_slug: 'auto', file: await aPng(page, title), ...fields },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as Media;
}

const fileView = ({ url }: Media) => {
  const parts = decodeURIComponent(url).replace('/media-files/', '').split('/');
  return `/media-explorer?${new URLSearchParams({ path: parts.slice(0, -1).join('/'), file: parts.at(-1)! })}`;
};

async function aVoyage(page: Page): Promise<{ voyage_slug: string; title: string }> {
  const found = await page.request.get('/api/voyages', { params: { limit: 1 } });
  const [voyage] = (await found.json()) as { voyage_slug: string; title: string }[];
  return voyage!;
}

/** Puts media into an album of its own on a voyage, and answers the album's address. */
async function anAlbum(page: Page, title: string, voyage_slug: string, media_slug: string): Promise<string> {
  const headers = origin(page);
  const made = await page.request.post('/api/curator/albums', { headers, data: { title, voyage_slug } });
  const { album_slug } = (await made.json()) as { album_slug: string };
  await page.request.post(`/api/curator/albums/${album_slug}/media`, { headers, data: { media_slug } });
  return album_slug;
}

test('a picture is described, its history brought back, taken off its voyage and deleted', async ({
  signedIn: page,
  accessibilityProblems,
  problemsInBothSchemes,
}, { project }) => {
  test.slow();
  const journey = `Described ${project.name}`;
  await page.goto('/media-explorer');
  await forgetMedia(page, journey);
  const voyage = await aVoyage(page);
  let album: string | undefined;
  try {
    const media = await store(page, journey, { voyage_slug: voyage.voyage_slug });
    album = await anAlbum(page, `${journey} album`, voyage.voyage_slug, media.media_slug);
    await page.goto(fileView(media));
    await expect(page.getByRole('heading', { level: 1, name: journey })).toBeVisible();
    await expect(page.getByRole('link', { name: `${journey} album` })).toHaveAttribute(
      'href',
      `/voyages/${voyage.voyage_slug}`,
    );
    await expect(page.getByRole('link', { name: voyage.title })).toHaveAttribute(
      'href',
      `/voyages/${voyage.voyage_slug}`,
    );
    await expect(button(page, 'Edit Metadata')).toHaveCount(0);
    await edit(page);
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, 'Edit Metadata').click();
    await page.getByRole('textbox', { name: 'Credit' }).fill('Rowe');
    await page.getByRole('textbox', { name: 'Date' }).fill('1976-06');
    await page.getByRole('combobox', { name: 'Rights' }).selectOption({ label: 'Public domain' });
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Save').click();
    await expect(page.getByText('Media updated successfully!')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'June 1976' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Public domain' })).toBeVisible();

    await button(page, 'History').click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    expect(await problemsInBothSchemes(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Restore what was before/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Public domain' })).toHaveCount(0);

    // The voyage shows it, and opens it in the lightbox that the media front end lends.
    await page.goto(`/voyages/${voyage.voyage_slug}`);
    await page.getByRole('img', { name: journey }).click();
    const viewer = page.getByRole('dialog', { name: journey });
    await expect(viewer).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await page.goto(fileView(media));

    await button(page, 'Detach from All Voyages').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(voyage.title);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, 'Detach').click();
    await expect(page.getByText('Media detached from 1 voyage(s) successfully!')).toBeVisible();
    await expect(page.getByText('Not attached to any voyage.')).toBeVisible();
    await button(page, 'Undo').click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: voyage.title })).toBeVisible();
    await expect(page.getByRole('link', { name: `${journey} album` })).toBeVisible();
    await button(page, 'Detach from All Voyages').click();
    await button(page, 'Detach').click();
    await expect(page.getByText('Not attached to any voyage.')).toBeVisible();
    await button(page, 'Detach from All Voyages').click();
    await expect(page.getByText('This media is not attached to any voyages.')).toBeVisible();

    await button(page, 'Detach and Delete from Media Library').click();
    await button(page, 'Delete').click();
    await expect(question).toHaveAccessibleName('Are you ABSOLUTELY SURE? This cannot be undone!');
    await button(page, 'Delete for good').click();
    await expect(page.getByText('Media permanently deleted from S3 and database!')).toBeVisible();
    expect((await page.request.get(`/api/media/${media.media_slug}`)).status()).toBe(404);
  } finally {
    await forgetMedia(page, journey);
    if (album) await page.request.delete(`/api/curator/albums/${album}`, { headers: origin(page) });
  }
});

test.describe('somebody else was first', () => {
  test.use({ forgivenErrors: /status of 412/ });

  test('and nothing that was typed is lost', async ({ signedIn: page, accessibilityProblems }, { project }) => {
    const journey = `Contested ${project.name}`;
    await page.goto('/media-explorer');
    await forgetMedia(page, journey);
    try {
      const media = await store(page, journey);
      await page.goto(fileView(media));
      await edit(page);
      await button(page, 'Edit Metadata').click();
      await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
      await page.request.put(`/api/curator/media/${media.media_slug}`, {
        headers: origin(page),
        data: { title: journey, credit: 'Theirs' },
      });
      await button(page, 'Save').click();
      await expect(page.getByText('Someone else has changed this record')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Credit' })).toHaveValue('Theirs');
      expect(await accessibilityProblems(page)).toEqual([]);
      await button(page, 'Save').click();
      await expect(page.getByText('Media updated successfully!')).toBeVisible();
      await expect(page.getByText('Mine', { exact: true })).toBeVisible();
    } finally {
      await forgetMedia(page, journey);
    }
  });
});
