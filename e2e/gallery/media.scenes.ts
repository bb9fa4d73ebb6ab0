import type { Page } from '@playwright/test';
import { respond, UNAVAILABLE, enableEditMode, neverRespond, respondWithError, scene } from './scene.ts';
import { sampleVoyage } from './sample-media.ts';

const MEDIA = '7 Media';
const BROWSE = '**/api/s3/browse*';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const library = async (page: Page) => {
  await page.goto('/media-explorer');
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** The folder and the file of a sample picture. */
async function placeOf(page: Page): Promise<{ folder: string; file: string }> {
  const { voyage_slug } = await sampleVoyage(page);
  const media = (await (await page.request.get(`/api/media/by-voyage/${voyage_slug}`)).json()) as {
    url: string;
    title: string;
  }[];
  const { url } = media.find(({ title }) => title.includes('Mount Vernon'))!;
  const parts = decodeURIComponent(url).replace('/media-files/', '').split('/');
  return { folder: parts.slice(0, -1).join('/'), file: parts.at(-1)! };
}
const folder = async (page: Page) => {
  const place = await placeOf(page);
  await page.goto(`/media-explorer?${new URLSearchParams({ path: place.folder })}`);
  await page.getByText('Gallery: off Mount Vernon').first().waitFor();
};
const file = async (page: Page) => {
  const place = await placeOf(page);
  await page.goto(`/media-explorer?${new URLSearchParams({ path: place.folder, file: place.file })}`);
  await button(page, 'Copy URL').waitFor();
};
const editedFile = (opened: string | RegExp) => async (page: Page) => {
  await enableEditMode(page);
  await file(page);
  await button(page, opened).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
};

scene(MEDIA, 'the library', library);
scene(MEDIA, 'a folder', folder);
scene(MEDIA, 'a file', file, { fullPage: true });
scene(
  MEDIA,
  'a file in Edit Mode',
  async (page) => {
    await enableEditMode(page);
    await file(page);
  },
  { fullPage: true },
);
scene(MEDIA, 'the lightbox', async (page) => {
  await file(page);
  await button(page, 'Open File').click();
  await page.getByRole('dialog').waitFor();
});
scene(MEDIA, 'metadata editor', editedFile('Edit Metadata'));
scene(MEDIA, 'detach confirmation', editedFile('Detach from All Voyages'));
scene(MEDIA, 'delete confirmation', editedFile(/^Detach and Delete/));
scene(MEDIA, 'the history', async (page) => {
  await file(page);
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Change history' }).click();
  await page.getByRole('dialog').waitFor();
});
scene(MEDIA, 'an upload', async (page) => {
  await enableEditMode(page);
  await library(page);
  await button(page, /^Upload/)
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
});
scene(MEDIA, 'an empty folder', async (page) => {
  await respond(page, BROWSE, { files: [], folders: [], breadcrumbs: [], total_items: 0 });
  await page.goto('/media-explorer?path=nothing-here');
  await page.getByText('This folder is empty').waitFor();
});
scene(MEDIA, 'loading', async (page) => {
  await neverRespond(page, BROWSE);
  await page.goto('/media-explorer');
  await page.getByRole('main').waitFor();
});
scene(MEDIA, 'error', async (page) => {
  await respondWithError(page, BROWSE, 503, UNAVAILABLE);
  await page.goto('/media-explorer');
  await page.getByText(/^Error loading directory/).waitFor();
});
