import type { Page } from '@playwright/test';
import { sampleVoyage } from '../gallery/sample-media.ts';
import { edit, shot } from './shot.ts';

/** One voyage that differs from the archive, one new voyage and one that cannot be imported. */
const DOCUMENT = `# President Ford (August 9, 1974 to January 20, 1977)

(GRF) (Menu)

## **1. 1976-10-02**

Location: Washington Navy Yard; Mount Vernon
Time: 19:00 – 21:03
Passengers: [Gerald Ford](https://en.wikipedia.org/wiki/Gerald_Ford) (POTUS), 12 other guests
Notes: A quiet evening.

## 1976-07-04

Location: Potomac River
Notes: Fireworks over the river.

## 1976-09-31

Location: Potomac River
`;

/** A table with its own headings. */
const TABLE = `Date,Occasion,Guests,From,Remarks,Weather on deck
6/3/1947,Dinner cruise,"Harry S. Truman; Chester W. Nimitz",Washington Navy Yard,Back before midnight.,clear
6/16/1947,Fishing on the Potomac,Harry S. Truman,Quantico,Two perch.,rain
`;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

const startVoyage = async (page: Page) => {
  await page.goto('/voyages/new');
  await field(page, 'Voyage Title').fill('A regatta below the bridge');
  await field(page, /^Start Date/).pressSequentially('19520704');
};
const openCard = async (page: Page) => {
  await edit(page);
  await page.goto('/voyages?q=Trudeau');
  await page.getByText(/^Showing/).waitFor();
  await page.getByRole('article').or(page.getByRole('listitem')).first().waitFor();
};
const libraryFolder = async (page: Page) => {
  const { voyage_slug } = await sampleVoyage(page);
  const response = await page.request.get(`/api/media/by-voyage/${voyage_slug}`);
  const media = (await response.json()) as { url: string; title: string }[];
  const { url } = media.find(({ title }) => title === 'Off Mount Vernon')!;
  const parts = decodeURIComponent(url).replace('/media-files/', '').split('/');
  return { path: parts.slice(0, -1).join('/'), file: parts.at(-1)! };
};

shot('home', async (page) => {
  await page.goto('/');
  await page.getByRole('img', { name: 'The after deck' }).waitFor();
});
shot('voyages', async (page) => {
  await page.goto('/voyages');
  await page.getByText(/^Showing/).waitFor();
});
shot('voyage', async (page) => {
  await page.goto(`/voyages/${(await sampleVoyage(page)).voyage_slug}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});
shot('person', async (page) => {
  await page.goto('/people/nimitz-chester-w');
  await page
    .getByText(/voyages? together/)
    .first()
    .waitFor();
});

shot('voyage-form', startVoyage);
shot(
  'voyage-form-people',
  async (page) => {
    await startVoyage(page);
    await page.getByRole('combobox', { name: 'Add a person' }).pressSequentially('Truman');
    await page.getByRole('option', { name: /^Harry S. Truman.*President/ }).waitFor();
  },
  { around: (page) => page.getByRole('combobox', { name: 'Add a person' }) },
);

shot('import-preview', async (page) => {
  await page.goto('/voyages/import');
  const buffer = Buffer.from(DOCUMENT);
  await page.getByLabel(/Choose a document/).setInputFiles({ name: 'october.md', mimeType: 'text/markdown', buffer });
  await page.getByRole('heading', { level: 1, name: 'october.md' }).waitFor();
  await page.getByText('July 4, 1976').first().waitFor();
});

shot('import-columns', async (page) => {
  await page.goto('/voyages/import');
  const buffer = Buffer.from(TABLE);
  await page.getByLabel(/Choose a document/).setInputFiles({ name: 'trips.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('region', { name: 'First rows as voyages' }).waitFor();
});

shot('people', async (page) => {
  await page.goto('/people');
  await page.getByRole('main').getByRole('link').nth(3).waitFor();
});
shot('person-edit', async (page) => {
  await edit(page);
  await page.goto('/people/nimitz-chester-w');
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
});

shot('media-folder', async (page) => {
  const { path } = await libraryFolder(page);
  await page.goto(`/media-explorer?${new URLSearchParams({ path })}`);
  await page.getByText('Off Mount Vernon').first().waitFor();
});
shot('media-file', async (page) => {
  await edit(page);
  await page.goto(`/media-explorer?${new URLSearchParams(await libraryFolder(page))}`);
  await button(page, 'Copy URL').waitFor();
  await page.locator('[data-zoom]').waitFor();
});
shot('media-upload', async (page) => {
  await edit(page);
  await page.goto('/media-explorer');
  await button(page, /^Upload/).click();
  await page.getByRole('dialog').waitFor();
});

shot(
  'album',
  async (page) => {
    await openCard(page);
    await button(page, /^(?:Whole entry|Show details)/).click();
    await button(page, 'Create album').waitFor();
    await button(page, /^The dinner/).click();
    await button(page, 'Delete album').waitFor();
  },
  { around: (page) => button(page, 'Add photos or documents') },
);
shot('history', async (page) => {
  await openCard(page);
  await button(page, /^Change history/).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
});
