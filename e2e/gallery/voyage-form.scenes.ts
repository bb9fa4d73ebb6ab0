import type { Page } from '@playwright/test';
import { aPdf } from '../pages/media-files.ts';
import { AWAY, refuse, scene } from './scene.ts';
import { theDinner } from './stocked.ts';

const FORM = '4 Voyage form';
const CREATE = '**/api/curator/voyages';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

async function fresh(page: Page): Promise<void> {
  await page.goto('/voyages/new');
  await field(page, 'Voyage Title').waitFor();
}
async function begun(page: Page): Promise<void> {
  await fresh(page);
  await field(page, 'Voyage Title').fill('A regatta below the bridge');
  await field(page, /^Start Date/).pressSequentially('19520704');
}
async function edited(page: Page): Promise<string> {
  const { voyage_slug } = await theDinner(page);
  await page.goto(`/voyages/${voyage_slug}/edit`);
  await field(page, 'Voyage Title').waitFor();
  return voyage_slug;
}

scene(FORM, 'new', fresh, { whole: true });
scene(
  FORM,
  'filled, with a spin, sources and a file',
  async (page) => {
    await begun(page);
    await page.getByRole('checkbox', { name: 'Menu Info' }).check();
    await button(page, 'Add spin').click();
    await field(page, 'Quote').fill('She heels like a duchess.');
    await field(page, 'Source').fill('https://www.cia.gov/readingroom/docs/1946-06-07a.pdf');
    const source = field(page, 'Text or URL').first();
    await source.fill('Club yearbook, 1952, p. 15');
    await source.press('Enter');
    await page.getByLabel('Files for Sources').setInputFiles(aPdf('Club papers'));
  },
  { whole: true },
);
scene(FORM, 'refused fields', async (page) => {
  await begun(page);
  await field(page, 'End Date').pressSequentially('19520230');
  await field(page, 'Start Time').pressSequentially('12');
  await button(page, 'Save Voyage').click();
  await page.getByText('Please look at these fields').waitFor();
});
scene(FORM, 'people are found, or entered', async (page) => {
  await begun(page);
  await page.getByRole('combobox', { name: 'Add a person' }).pressSequentially('Truman');
  await page.getByRole('option', { name: /^Harry S. Truman.*President/ }).waitFor();
  await page.getByRole('option', { name: /^Enter “Truman”/ }).scrollIntoViewIfNeeded();
});
scene(FORM, 'a new president or owner', async (page) => {
  await begun(page);
  await button(page, '+ New President/Owner').click();
  await page.getByRole('dialog').waitFor();
});
scene(FORM, 'the archive is away', async (page) => {
  await begun(page);
  await refuse(page, CREATE, 503, AWAY);
  await button(page, 'Save Voyage').click();
  await page.getByText(/^Failed to create voyage/).waitFor();
});
scene(FORM, 'saved, but not all of it', async (page) => {
  await begun(page);
  const { voyage_slug } = await theDinner(page);
  const saved = (await (await page.request.get(`/api/voyages/${voyage_slug}`)).json()) as object;
  await page.route(CREATE, (route) => route.fulfill({ status: 201, json: { ...saved, passengers: [] } }));
  await refuse(page, '**/api/curator/media/upload**', 415, 'This is no picture and no paper.');
  await page.getByLabel('Files for Sources').setInputFiles(aPdf('Club papers'));
  await button(page, 'Save Voyage').click();
  await page.getByText('The voyage is saved, but not all of it').waitFor();
});
scene(FORM, 'a draft is offered', async (page) => {
  await begun(page);
  await page.getByText('2 unsaved changes').waitFor();
  await page.reload();
  await button(page, 'Go on with the draft').waitFor();
});
scene(FORM, 'leaving asks', async (page) => {
  await begun(page);
  await button(page, 'Cancel').click();
  await page.getByRole('alertdialog').waitFor();
});
scene(FORM, 'edit', async (page) => void (await edited(page)), { whole: true });
scene(FORM, 'taking somebody off asks', async (page) => {
  await edited(page);
  await page.getByRole('button', { name: /^Remove Dewey/ }).click();
  await page.getByRole('alertdialog').waitFor();
});
scene(FORM, 'somebody else saved first', async (page) => {
  const slug = await edited(page);
  await field(page, 'Start Location').fill('Annapolis');
  const saved = (await (await page.request.get(`/api/voyages/${slug}`)).json()) as object;
  const theirs = { ...saved, start_location: 'Norfolk', notes: 'Fog until noon.' };
  await page.route(`**/api/voyages/${slug}`, (route) => route.fulfill({ json: theirs, headers: { etag: '"0.9"' } }));
  await refuse(page, `**/api/curator/voyages/${slug}`, 412, 'Changed by someone else.');
  await button(page, 'Update Voyage').click();
  await page.getByRole('dialog', { name: 'Somebody else has saved this voyage' }).waitFor();
});
