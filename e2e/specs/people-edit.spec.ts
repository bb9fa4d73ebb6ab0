import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../pages/test.ts';

const NIMITZ = '/people/nimitz-chester-w';
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
/** A word that no other run has used: the address of somebody deleted is not given again. */
const newWord = () => [...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const edit = (page: Page) => page.getByRole('switch', { name: 'Edit Mode' }).check();

/** Calls as the page makes them, for what a journey needs beside what it does by hand. */
const origin = (page: Page) => ({ origin: new URL(page.url()).origin });
async function personOf(request: APIRequestContext, slug: string) {
  const response = await request.get(`/api/people/${slug}`);
  return { status: response.status(), body: (await response.json()) as Record<string, unknown> };
}

/** Takes a person of the journey away, whatever became of it. */
async function forget(page: Page, slug: string) {
  const { status, body } = await personOf(page.request, slug);
  if (status === 404) return;
  const headers = origin(page);
  for (const { voyage_slug } of body['voyages'] as { voyage_slug: string }[])
    await page.request.delete('/api/curator/people/unlink-from-voyage', {
      headers,
      params: { person_slug: slug, voyage_slug },
    });
  await page.request.delete(`/api/curator/people/${slug}`, { headers });
}

test('a curator enters a person, by keyboard alone, mends the record and sees both at once', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const word = newWord();
  const name = `Journey ${word}`;
  const slug = `${word}-journey`;
  await page.goto('/people');
  await expect(button(page, 'New Person')).toHaveCount(0);
  await edit(page);
  try {
    await button(page, 'New Person').press('Enter');
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter a full name')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Boatswain');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/people/${slug}$`));

    await button(page, 'Edit').press('Enter');
    const born = page.getByRole('textbox', { name: 'Birth Year' });
    await born.fill('1500');
    await born.press('Tab');
    await expect(page.getByText('A year lies between 1600 and 2100.')).toBeVisible();
    await born.fill('1901');
    await button(page, 'Save').click();
    await expect(page.getByText('Born 1901')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, 'History').click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, /^Restore what was before/)
      .first()
      .click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Born 1901')).toHaveCount(0);

    await button(page, 'Delete').click();
    await button(page, 'Delete person').click();
    await expect(page.getByText(`${name} deleted`)).toBeVisible();
  } finally {
    await forget(page, slug);
  }
});

test.describe('somebody else was first', () => {
  test.use({ forgivenErrors: /status of 412/ });

  test('the newer version is offered, and what was typed is kept', async ({ signedIn: page }) => {
    const word = newWord();
    const slug = `${word}-conflict`;
    await page.goto('/people');
    const headers = origin(page);
    const record = { person_slug: 'auto', full_name: `Conflict ${word}`, role_title: 'Steward' };
    await page.request.post('/api/curator/people', { headers, data: record });
    try {
      await page.goto(`/people/${slug}`);
      await edit(page);
      await button(page, 'Edit').click();
      await page.getByRole('textbox', { name: 'Role/Title' }).fill('Mess Steward');
      await page.request.put(`/api/curator/people/${slug}`, {
        headers,
        data: { ...record, person_slug: slug, role_title: 'Chief Steward', organization: 'U.S. Navy' },
      });
      await button(page, 'Save').click();
      await expect(page.getByText('Someone else has changed this person')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Role/Title' })).toHaveValue('Mess Steward');
      await expect(page.getByRole('textbox', { name: 'Organization' })).toHaveValue('U.S. Navy');
      await button(page, 'Save').click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const { body } = await personOf(page.request, slug);
      expect(body).toMatchObject({ role_title: 'Mess Steward', organization: 'U.S. Navy' });
    } finally {
      await forget(page, slug);
    }
  });
});

test('the removal that deletes a person says so before, and is undone with one press', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const word = newWord();
  const name = `Stowaway ${word}`;
  const slug = `${word}-stowaway`;
  await page.goto(NIMITZ);
  const headers = origin(page);
  const { body: nimitz } = await personOf(page.request, 'nimitz-chester-w');
  const [{ voyage_slug } = { voyage_slug: '' }] = nimitz['voyages'] as { voyage_slug: string }[];
  await page.request.post('/api/curator/people', { headers, data: { person_slug: 'auto', full_name: name } });
  const link = {
    person_slug: slug,
    voyage_slug,
    capacity_role: 'Stowaway',
    is_crew: false,
    notes: 'Found at Quantico.',
  };
  await page.request.post('/api/curator/people/link-to-voyage', { headers, data: link });
  try {
    await page.goto(`/people/${slug}`);
    await edit(page);
    await button(page, /^Remove from voyage/).click();
    const question = page.getByRole('alertdialog', { name: `Remove ${name} from this voyage?` });
    await expect(question).toContainText('the record of the person will be deleted with it');
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole('button', { name: 'Remove and delete' }).click();
    await expect(
      page.getByText(`${name} removed from voyage and deleted (no other voyage associations)`),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/people$/);
    await button(page, 'Undo').click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('Found at Quantico.')).toBeVisible();
    await expect(page.getByText('Stowaway', { exact: true }).first()).toBeVisible();
  } finally {
    await forget(page, slug);
  }
});

test('a person is cited, and shows whom they sailed with', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto(NIMITZ);
  await expect(page.getByRole('region', { name: 'Sailed With' }).getByRole('link').first()).toBeVisible();
  await button(page, 'Cite').click();
  await expect(page.getByRole('dialog', { name: 'Cite' })).toContainText('“Chester W. Nimitz.” The Sequoia Archive.');
  expect(await accessibilityProblems(page)).toEqual([]);
});
