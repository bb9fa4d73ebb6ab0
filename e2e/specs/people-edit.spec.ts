import type { APIRequestContext, Page } from '@playwright/test';
import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';

const NIMITZ = '/people/nimitz-chester-w';
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
/** A word unique to this run: slugs of deleted people are never reused. */
const newWord = () => [...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Origin header of API requests that set up or clean up a test. */
const origin = (page: Page) => ({ origin: new URL(page.url()).origin });
async function personOf(request: APIRequestContext, slug: string) {
  const response = await request.get(`/api/people/${slug}`);
  return { status: response.status(), body: (await response.json()) as Record<string, unknown> };
}

/** Deletes a test person and its voyage links, if it exists. */
async function deletePerson(page: Page, slug: string) {
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

test('a curator creates, edits, and restores a person with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const word = newWord();
  const name = `Tester ${word}`;
  const slug = `${word}-tester`;
  await page.goto('/people');
  await expect(button(page, 'New Person')).toHaveCount(0);
  await keys.enableEditMode();
  try {
    await keys.press(button(page, 'New Person'));
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter a full name')).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.keyboard.type(name);
    await keys.type(page.getByRole('textbox', { name: 'Role/Title' }), 'Boatswain');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/people/${slug}$`));

    await keys.press(button(page, 'Edit'));
    const born = page.getByRole('textbox', { name: 'Birth Year' });
    await keys.type(born, '1500');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Enter a year between 1600 and 2100.')).toBeVisible();
    await keys.type(born, '1901');
    await keys.press(button(page, 'Save'));
    await expect(page.getByText('Born 1901')).toBeVisible();
    await expect(page.getByText('1901–?').or(page.getByText('1901–present'))).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    const opener = button(page, 'Change history');
    await keys.press(opener);
    const history = page.getByRole('dialog', { name: 'Change history' });
    await expect(history.getByRole('listitem')).toHaveCount(2);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await keys.press(button(page, /^Restore previous version/).first());
    await keys.press(button(page, 'Restore version'));
    await expect(page.getByText(`Previous version of ${name} restored`)).toBeVisible();
    await expect(button(page, 'Restore version')).toHaveCount(0);
    await keys.closeDialog(history, opener);
    await expect(page.getByText('Born 1901')).toHaveCount(0);

    await keys.press(button(page, 'Delete'));
    await keys.press(button(page, 'Delete person'));
    await expect(page.getByText(`${name} deleted`)).toBeVisible();
    await keys.press(button(page, 'Undo'));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  } finally {
    await deletePerson(page, slug);
  }
});

test.describe('an edit conflict', () => {
  test.use({ expectedConsoleErrors: /status of 412/ });

  test('offers the newer version and keeps the typed values', async ({ signedIn: page }) => {
    const word = newWord();
    const slug = `${word}-conflict`;
    await page.goto('/people');
    const headers = origin(page);
    const record = { person_slug: 'auto', full_name: `Conflict ${word}`, role_title: 'Steward' };
    await page.request.post('/api/curator/people', { headers, data: record });
    try {
      await page.goto(`/people/${slug}`);
      await page.getByRole('switch', { name: 'Edit Mode' }).check();
      await button(page, 'Edit').click();
      await page.getByRole('textbox', { name: 'Role/Title' }).fill('Mess Steward');
      await page.request.put(`/api/curator/people/${slug}`, {
        headers,
        data: { ...record, person_slug: slug, role_title: 'Chief Steward', organization: 'U.S. Navy' },
      });
      await button(page, 'Save').click();
      await expect(page.getByText('Someone else changed this person while you were editing')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Role/Title' })).toHaveValue('Mess Steward');
      await expect(page.getByRole('textbox', { name: 'Organization' })).toHaveValue('U.S. Navy');
      await button(page, 'Save').click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const { body } = await personOf(page.request, slug);
      expect(body).toMatchObject({ role_title: 'Mess Steward', organization: 'U.S. Navy' });
    } finally {
      await deletePerson(page, slug);
    }
  });
});

test('removing someone from their only voyage warns, deletes, and can be undone with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
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
    is_crew: true,
    notes: 'Found at Quantico.',
  };
  await page.request.post('/api/curator/people/link-to-voyage', { headers, data: link });
  try {
    await page.goto(`/people/${slug}`);
    await keys.enableEditMode();
    await keys.press(button(page, /^Edit role and notes/));
    const roleDialog = page.getByRole('dialog', { name: 'Role and notes' });
    await expect(roleDialog.getByRole('textbox', { name: 'Crew role' })).toHaveValue('Stowaway');
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    // Clearing the crew flag clears the crew role.
    await keys.press(roleDialog.getByRole('checkbox', { name: 'Is Crew' }), 'Space');
    await expect(roleDialog.getByRole('textbox', { name: 'Role aboard' })).toHaveValue('');
    await keys.type(roleDialog.getByRole('textbox', { name: 'Role aboard' }), 'Guest after all');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name} saved`)).toBeVisible();
    await expect(page.getByText('Guest after all').first()).toBeVisible();

    await keys.press(button(page, /^Remove from voyage/));
    const question = page.getByRole('alertdialog', { name: `Remove ${name} from this voyage?` });
    await expect(question).toContainText('so the person record will be deleted too');
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await keys.press(question.getByRole('button', { name: 'Remove and delete' }));
    await expect(
      page.getByText(`${name} removed from voyage and deleted (no other voyage associations)`),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/people$/);
    await keys.press(button(page, 'Undo'));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('Found at Quantico.')).toBeVisible();
    await expect(page.getByText('Guest after all').first()).toBeVisible();
  } finally {
    await deletePerson(page, slug);
  }
});

test('a president or owner is entered with every validation message, and created with the voyage, with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const name = `Owner ${newWord()}`;
  await page.goto('/voyages/new');
  const opener = button(page, '+ New President/Owner');
  await expect(opener).toBeVisible();
  await keys.press(opener);
  const dialog = page.getByRole('dialog', { name: 'New President/Owner' });
  const field = (label: string) => dialog.getByLabel(label, { exact: false }).first();
  const save = dialog.getByRole('button', { name: 'Add President/Owner' });
  await expect(field('Full Name')).toBeFocused();
  await expect(save).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a full name')).toBeVisible();
  await expect(dialog.getByText('Please enter the start date of presidency/ownership')).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await page.keyboard.type(name);
  await keys.type(field('Term Start'), '19300304');
  await expect(field('Term Start')).toHaveValue('1930-03-04');
  await keys.type(field('Birth Year'), '1599');
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('Enter a year between 1600 and 2100.')).toBeVisible();
  await keys.type(field('Birth Year'), '1880');
  await page.keyboard.press('Escape');
  await keys.press(page.getByRole('button', { name: 'Keep editing' }));
  const slug = `${name.split(' ')[1]}-owner`;
  const owner = () => page.request.get(`/api/presidents/${slug}`);
  try {
    await keys.press(save);
    await expect(page.getByRole('combobox', { name: 'President/Owner' }).locator('option:checked')).toHaveText(
      `${name} (new)`,
    );
    expect((await owner()).status()).toBe(404);
    await keys.type(page.getByRole('textbox', { name: /^Start Date/ }), '1930-08-09');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(`President/Owner ${name} created successfully!`)).toBeVisible();
    expect(await (await owner()).json()).toMatchObject({ full_name: name, voyage_count: 1 });
  } finally {
    const headers = origin(page);
    await page.request.delete(`/api/curator/voyages/1930-08-09-${slug}-voyage-of-august-9-1930`, { headers });
    await page.request.delete(`/api/curator/presidents/${slug}`, { headers });
    await page.request.delete(`/api/curator/people/${slug}`, { headers });
  }
});
