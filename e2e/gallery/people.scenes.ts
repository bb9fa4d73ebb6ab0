import type { Page } from '@playwright/test';
import { respond, UNAVAILABLE, enableEditMode, neverRespond, respondWithError, scene } from './scene.ts';

const PEOPLE = '5 People';
const PERSON = '6 Person';
const NIMITZ = '/people/nimitz-chester-w';
const LIST = /\/api\/people(?:\?|$)/;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const directory = async (page: Page, query = '') => {
  await page.goto(`/people${query}`);
  await page.getByRole('main').getByRole('link').nth(3).waitFor();
};
const groupedBy = (by: string) => async (page: Page) => {
  await directory(page);
  await page.getByRole('combobox', { name: /group/i }).selectOption({ label: by });
  await page.getByRole('main').getByRole('heading', { level: 2 }).nth(2).waitFor();
};
const nimitz = async (page: Page) => {
  await page.goto(NIMITZ);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

scene(PEOPLE, 'the directory', (page) => directory(page));
scene(PEOPLE, 'by role', groupedBy('Group by Role/Title'));
scene(PEOPLE, 'by president', groupedBy('Group by President/Owner'));
scene(PEOPLE, 'nothing matches', async (page) => {
  await page.goto('/people?q=xylophone');
  await page.getByText('No passengers found').waitFor();
});
scene(PEOPLE, 'empty', async (page) => {
  await respond(page, LIST, [], { 'x-total-count': '0' });
  await page.goto('/people');
  await page.getByText('No passengers found').waitFor();
});
scene(PEOPLE, 'loading', async (page) => {
  await neverRespond(page, LIST);
  await page.goto('/people');
  await page.getByText('Loading passengers...').first().waitFor({ state: 'attached' });
});
scene(PEOPLE, 'error', async (page) => {
  await respondWithError(page, LIST, 503, UNAVAILABLE);
  await page.goto('/people');
  await page.getByText(UNAVAILABLE).first().waitFor();
});
scene(PEOPLE, 'a new person', async (page) => {
  await enableEditMode(page);
  await directory(page);
  await button(page, 'New Person').click();
  await page.getByRole('dialog').waitFor();
});

scene(PERSON, 'the person', nimitz, { fullPage: true });
scene(
  PERSON,
  'Edit Mode',
  async (page) => {
    await enableEditMode(page);
    await nimitz(page);
  },
  { fullPage: true },
);
scene(PERSON, 'the form', async (page) => {
  await enableEditMode(page);
  await nimitz(page);
  await button(page, 'Edit').first().click();
  await page.getByRole('dialog').waitFor();
});
scene(PERSON, 'the history', async (page) => {
  await enableEditMode(page);
  await nimitz(page);
  await button(page, 'Change history').click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
});
scene(PERSON, 'not found', async (page) => {
  await page.goto('/people/nobody');
  await page.getByText('Person not found').first().waitFor();
});
scene(PERSON, 'error', async (page) => {
  await respondWithError(page, '**/api/people/nimitz-chester-w', 503, UNAVAILABLE);
  await page.goto(NIMITZ);
  await page.getByText(UNAVAILABLE).first().waitFor();
});
