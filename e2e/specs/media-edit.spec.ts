import type { Page } from '@playwright/test';
import { aLargeJpeg, aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const edit = (page: Page) => page.getByRole('switch', { name: 'Edit Mode' }).check();
const origin = (page: Page) => ({ origin: new URL(page.url()).origin });

interface Media {
  media_slug: string;
  url: string;
}

/** Uploads a picture through the API. */
async function store(
  page: Page,
  title: string,
  fields: Record<string, string> = {},
  draw: typeof aPng = aPng,
): Promise<Media> {
  const response = await page.request.post('/api/curator/media/upload', {
    headers: origin(page),
    multipart: { title, media_slug: 'auto', file: await draw(page, title), ...fields },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as Media;
}

const fileView = ({ url }: Media) => {
  const parts = decodeURIComponent(url).replace('/media-files/', '').split('/');
  return `/media-explorer?${new URLSearchParams({ path: parts.slice(0, -1).join('/'), file: parts.at(-1)! })}`;
};

async function aVoyage(page: Page): Promise<{ voyage_slug: string; title: string }> {
  const response = await page.request.get('/api/voyages', { params: { limit: 1 } });
  const [voyage] = (await response.json()) as { voyage_slug: string; title: string }[];
  return voyage!;
}

/** Creates an album on a voyage with one media item. Returns its slug. */
async function anAlbum(page: Page, title: string, voyage_slug: string, media_slug: string): Promise<string> {
  const headers = origin(page);
  const response = await page.request.post('/api/curator/albums', { headers, data: { title, voyage_slug } });
  const { album_slug } = (await response.json()) as { album_slug: string };
  await page.request.post(`/api/curator/albums/${album_slug}/media`, { headers, data: { media_slug } });
  return album_slug;
}

test('a picture is edited, restored from history, detached from its voyage, and deleted', async ({
  signedIn: page,
  accessibilityProblems,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const prefix = `Described ${project.name}`;
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  const voyage = await aVoyage(page);
  let album: string | undefined;
  try {
    const media = await store(page, prefix, { voyage_slug: voyage.voyage_slug });
    album = await anAlbum(page, `${prefix} album`, voyage.voyage_slug, media.media_slug);
    await page.goto(fileView(media));
    await expect(page.getByRole('heading', { level: 1, name: prefix })).toBeVisible();
    await expect(page.getByRole('link', { name: `${prefix} album` })).toHaveAttribute(
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
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await button(page, 'Save').click();
    await expect(page.getByText('Media updated successfully!')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'June 1976' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Public domain' })).toBeVisible();

    await button(page, 'More').click();
    await expect(page.getByRole('menuitem', { name: 'Change history' })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Change history' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Restore previous version/ })
      .first()
      .click();
    await button(page, 'Restore version').click();
    await expect(page.getByText(`Previous version of ${prefix} restored`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Public domain' })).toHaveCount(0);

    // The voyage page opens the picture in the lightbox of the media micro-frontend.
    await page.goto(`/voyages/${voyage.voyage_slug}`);
    await page.getByRole('img', { name: prefix }).click();
    const viewer = page.getByRole('dialog', { name: prefix });
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
    await expect(page.getByRole('link', { name: `${prefix} album` })).toBeVisible();
    await button(page, 'Detach from All Voyages').click();
    await button(page, 'Detach').click();
    await expect(page.getByText('Not attached to any voyage.')).toBeVisible();
    await button(page, 'Detach from All Voyages').click();
    await expect(page.getByText('This file isn’t attached to any voyage.')).toBeVisible();

    await button(page, 'Detach and Delete from Media Library').click();
    await expect(question).toHaveAccessibleName(`Delete “${prefix}”?`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, 'Move to trash').click();
    await expect(page.getByText(`“${prefix}” moved to the trash`)).toBeVisible();
    await button(page, 'Undo').last().click();
    await expect(page.getByText('Restored', { exact: true })).toBeVisible();
    await page.goto(fileView(media));
    await button(page, 'Detach and Delete from Media Library').click();
    await button(page, 'Move to trash').click();
    await expect(page.getByText(`“${prefix}” moved to the trash`)).toBeVisible();
    await page.goto('/media-explorer/trash');
    await expect(page.getByText('29 days left').or(page.getByText('30 days left')).first()).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, `Restore: ${prefix}`).click();
    await expect(page.getByText(`“${prefix}” restored`)).toBeVisible();
    await page.goto(fileView(media));

    await button(page, 'Detach and Delete from Media Library').click();
    await button(page, 'Delete permanently').click();
    await expect(question).toHaveAccessibleName('Are you ABSOLUTELY SURE? This cannot be undone!');
    await button(page, 'Delete permanently').click();
    await expect(page.getByText('Media permanently deleted from S3 and database!')).toBeVisible();
    expect((await page.request.get(`/api/media/${media.media_slug}`)).status()).toBe(404);
  } finally {
    await deleteTestMedia(page, prefix);
    if (album) await page.request.delete(`/api/curator/albums/${album}`, { headers: origin(page) });
  }
});

test('an approximate date is shown as it is understood on the page of the file, in the folder and on the timeline', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}, { project }) => {
  const prefix = `Roughly ${project.name}`;
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  try {
    const media = await store(page, prefix);
    await page.goto(`/media/${media.media_slug}`);
    await edit(page);
    await button(page, 'Edit Metadata').click();
    const date = page.getByRole('textbox', { name: 'Date' });
    await expect(date).toHaveAccessibleDescription(/^A day, a month, or a year, such as .*c\. 1941/);
    await date.fill('after the war');
    await button(page, 'Save').click();
    await expect(date).toHaveAccessibleDescription(/^Enter a valid date, such as June 5, 1941/);
    await date.fill('c. 1947');
    await expect(date).toHaveAccessibleDescription('about 1947');
    expect(await problems(page)).toEqual([]);
    await button(page, 'Save').click();
    await expect(page.getByText('Media updated successfully!')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'about 1947' })).toBeVisible();
    const stored = await page.request.get(`/api/media/${media.media_slug}`);
    expect(await stored.json()).toMatchObject({ date: '1947~' });
    await button(page, 'Edit Metadata').click();
    await expect(date).toHaveValue('about 1947');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const folder = new URL(fileView(media), page.url());
    folder.searchParams.delete('file');
    await page.goto(folder.href);
    await expect(page.getByText(`${prefix} · about 1947`)).toBeVisible();
    expect(await problems(page)).toEqual([]);

    await page.goto('/voyages?view=timeline&date=1947');
    const group = page.getByRole('region', { name: 'about 1947, exact day unknown' });
    await expect(group.getByText(prefix)).toBeVisible();
    await expect(page.getByText('No records with exactly this date.')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await page.goto('/voyages?view=timeline&date=1947-02-03');
    await expect(group.getByText(prefix)).toBeVisible();
  } finally {
    await deleteTestMedia(page, prefix);
  }
});

test.describe('an edit conflict', () => {
  test.use({ expectedConsoleErrors: /status of 412/ });

  test('keeps the typed values', async ({ signedIn: page, accessibilityProblems }, { project }) => {
    const prefix = `Contested ${project.name}`;
    await page.goto('/media-explorer');
    await deleteTestMedia(page, prefix);
    try {
      const media = await store(page, prefix);
      await page.goto(fileView(media));
      await edit(page);
      await button(page, 'Edit Metadata').click();
      await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
      await page.request.put(`/api/curator/media/${media.media_slug}`, {
        headers: origin(page),
        data: { title: prefix, credit: 'Theirs' },
      });
      await button(page, 'Save').click();
      await expect(page.getByText('Someone else changed this record while you were editing')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Credit' })).toHaveValue('Theirs');
      expect(await accessibilityProblems(page)).toEqual([]);
      await button(page, 'Save').click();
      await expect(page.getByText('Media updated successfully!')).toBeVisible();
      await expect(page.getByText('Mine', { exact: true })).toBeVisible();
    } finally {
      await deleteTestMedia(page, prefix);
    }
  });
});

test.describe('a large picture', () => {
  // Reloading the page cancels pending requests for tiles.
  test.use({ expectedConsoleErrors: /Tile %s failed to load/ });

  test('is zoomed with tiles, and never loaded as a whole', async ({
    signedIn: page,
    accessibilityProblemsInBothSchemes,
  }, { project }) => {
    test.slow();
    const prefix = `Large ${project.name}`;
    await page.goto('/media-explorer');
    await deleteTestMedia(page, prefix);
    try {
      const { media_slug, url } = await store(page, prefix, {}, aLargeJpeg);
      const state = async () => {
        const response = await page.request.get(`/api/media/${media_slug}/view`);
        return ((await response.json()) as { state: string }).state;
      };
      await expect.poll(state, { timeout: 60_000 }).toBe('ready');
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname);
      });
      await page.goto(`/media/${media_slug}`);
      const stage = page.locator('[data-zoom]');
      await expect(stage).toHaveAttribute('data-zoom', '1.00');
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
      expect(pictures.filter((path) => path.includes('tiles.zip'))).toEqual([]);
      const tile = page.waitForResponse(/\/tiles\.zip\/\d\/\d+_\d+\.jpg$/);
      for (const zoom of ['1.50', '2.25', '3.38']) {
        await button(page, 'Zoom in').click();
        await expect(stage).toHaveAttribute('data-zoom', zoom);
      }
      const before = page.url();
      await page.keyboard.press('+');
      await expect(stage).toHaveAttribute('data-zoom', '5.06');
      expect((await tile).status()).toBe(200);
      // The URL leads to the same region of the picture.
      let last = before;
      const isSettled = () => {
        const isSame = page.url() === last && last !== before;
        last = page.url();
        return isSame;
      };
      await expect.poll(isSettled, { intervals: [500] }).toBe(true);
      await expect(page).toHaveURL(/region=pct/);
      await page.reload();
      await expect(stage).toHaveAttribute('data-zoom', '5.06');
      await button(page, 'Fit').click();
      await expect(stage).toHaveAttribute('data-zoom', '1.00');
      await expect(page).not.toHaveURL(/region=/);
      expect(pictures).not.toContain(url);
    } finally {
      await deleteTestMedia(page, prefix);
    }
  });
});

test('a picture has a permanent page with its neighbors, event log and citation, even when it is deleted', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  const prefix = `Permanent ${project.name}`;
  await page.goto('/media-explorer');
  await deleteTestMedia(page, prefix);
  try {
    // One after the other, because the order of the folder is that of the uploads.
    const first = await store(page, `${prefix} bow`, { media_type: 'logbook' });
    const second = await store(page, `${prefix} stern`, { media_type: 'logbook' });
    await page.goto(`/media/${second.media_slug}`);
    await expect(page.getByRole('heading', { level: 1, name: `${prefix} stern` })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${prefix} stern`));
    const log = page.getByRole('region', { name: 'Event log' });
    await expect(log.getByRole('listitem').filter({ hasText: 'ingestion' })).toContainText('Succeeded');
    await expect(page.getByText(/^SHA-256 [0-9a-f]{64}$/)).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    // Back closes the lightbox only.
    await button(page, 'Open File').click();
    await expect(page.getByRole('dialog', { name: `${prefix} stern` })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/media/${second.media_slug}$`));

    await page.getByRole('link', { name: `Next: ${prefix} bow` }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${prefix} bow` })).toBeVisible();
    await expect(page.getByRole('link', { name: `Previous: ${prefix} stern` })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('heading', { level: 1, name: `${prefix} stern` })).toBeVisible();

    await page.request.delete(`/api/curator/media/${first.media_slug}`, { headers: origin(page) });
    await page.goto(`/media/${first.media_slug}`);
    await expect(page.getByRole('heading', { name: 'File deleted' })).toBeVisible();
    await edit(page);
    await button(page, 'Restore').click();
    await expect(page.getByRole('heading', { level: 1, name: `${prefix} bow` })).toBeVisible();
  } finally {
    await deleteTestMedia(page, prefix);
  }
});
