import type { Page } from '@playwright/test';
import { aPdf } from '../pages/media-files.ts';
import { UNAVAILABLE, respondWithError, scene } from './scene.ts';
import { sampleVoyage } from './sample-media.ts';

const FORM = '4 Voyage form';
const CREATE = '**/api/curator/voyages';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

async function fresh(page: Page): Promise<void> {
  await page.goto('/voyages/new');
  await field(page, 'Voyage Title').waitFor();
}
async function startVoyage(page: Page): Promise<void> {
  await fresh(page);
  await field(page, 'Voyage Title').fill('A regatta below the bridge');
  await field(page, /^Start Date/).pressSequentially('19520704');
}
async function editVoyage(page: Page): Promise<string> {
  const { voyage_slug } = await sampleVoyage(page);
  await page.goto(`/voyages/${voyage_slug}/edit`);
  await field(page, 'Voyage Title').waitFor();
  return voyage_slug;
}

scene(FORM, 'new', fresh, { fullPage: true });
scene(
  FORM,
  'filled, with a spin, sources and a file',
  async (page) => {
    await startVoyage(page);
    await page.getByRole('checkbox', { name: 'Menu Info' }).check();
    await button(page, 'Add spin').click();
    await field(page, 'Quote').fill('She heels like a duchess.');
    await field(page, 'Source').fill('https://www.cia.gov/readingroom/docs/1946-06-07a.pdf');
    const source = field(page, 'Citation or link').first();
    await source.fill('Club yearbook, 1952, p. 15');
    await source.press('Enter');
    await page.getByLabel('Files for Sources').setInputFiles(aPdf('Club papers'));
  },
  { fullPage: true },
);
scene(FORM, 'validation errors', async (page) => {
  await startVoyage(page);
  await field(page, 'End Date').pressSequentially('19520230');
  await field(page, 'Start Time').pressSequentially('12');
  await button(page, 'Save Voyage').click();
  await page.getByText('Fix these fields').waitFor();
});
scene(FORM, 'adding a person', async (page) => {
  await startVoyage(page);
  await page.getByRole('combobox', { name: 'Add a person' }).pressSequentially('Truman');
  await page.getByRole('option', { name: /^Harry S. Truman.*President/ }).waitFor();
  await page.getByRole('option', { name: /^Enter “Truman”/ }).scrollIntoViewIfNeeded();
});
scene(FORM, 'a new president or owner', async (page) => {
  await startVoyage(page);
  await button(page, '+ New President/Owner').click();
  await page.getByRole('dialog').waitFor();
});
scene(FORM, 'server unavailable', async (page) => {
  await startVoyage(page);
  await respondWithError(page, CREATE, 503, UNAVAILABLE);
  await button(page, 'Save Voyage').click();
  await page.getByText(/^Failed to create voyage/).waitFor();
});
scene(FORM, 'partly saved', async (page) => {
  await startVoyage(page);
  const { voyage_slug } = await sampleVoyage(page);
  const saved = (await (await page.request.get(`/api/voyages/${voyage_slug}`)).json()) as object;
  await page.route(CREATE, (route) => route.fulfill({ status: 201, json: { ...saved, passengers: [] } }));
  await respondWithError(page, '**/api/curator/media/upload**', 415, 'This file is not an image or a PDF.');
  await page.getByLabel('Files for Sources').setInputFiles(aPdf('Club papers'));
  await button(page, 'Save Voyage').click();
  await page.getByText('Voyage saved, with problems').waitFor();
});
scene(FORM, 'resume draft', async (page) => {
  await startVoyage(page);
  await page.getByText('2 unsaved changes').waitFor();
  await page.reload();
  await button(page, 'Resume draft').waitFor();
});
scene(FORM, 'unsaved changes confirmation', async (page) => {
  await startVoyage(page);
  await button(page, 'Cancel').click();
  await page.getByRole('alertdialog').waitFor();
});
scene(FORM, 'edit', async (page) => void (await editVoyage(page)), { fullPage: true });
scene(FORM, 'remove passenger confirmation', async (page) => {
  await editVoyage(page);
  await page.getByRole('button', { name: /^Remove Dewey/ }).click();
  await page.getByRole('alertdialog').waitFor();
});
scene(FORM, 'edit conflict', async (page) => {
  const slug = await editVoyage(page);
  await page.getByRole('combobox', { name: 'Start Location' }).fill('Annapolis');
  const saved = (await (await page.request.get(`/api/voyages/${slug}`)).json()) as object;
  const theirs = { ...saved, start_location: 'Norfolk', notes: 'Fog until noon.' };
  await page.route(`**/api/voyages/${slug}`, (route) => route.fulfill({ json: theirs, headers: { etag: '"0.9"' } }));
  await respondWithError(page, `**/api/curator/voyages/${slug}`, 412, 'Changed by someone else.');
  await button(page, 'Update Voyage').click();
  await page.getByRole('dialog', { name: 'Someone else saved this voyage' }).waitFor();
});
