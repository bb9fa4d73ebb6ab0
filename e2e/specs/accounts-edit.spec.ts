import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { deactivate, emailOf, originOf, PASSWORD, personWith } from '../pages/people-accounts.ts';
import { confirmWithPassword, expect, test } from '../pages/test.ts';
import { saveVoyage } from '../pages/voyage-form.ts';

test.use({ expectedConsoleErrors: /status of (?:401|403)|frame/ });

test('an invited curator chooses a password and saves a first voyage under their own name', async ({
  signedIn: page,
  browser,
  accessibilityProblemsInBothSchemes,
}) => {
  const name = `Anna Weber ${Date.now()}`;
  await page.goto('/');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Accounts' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('E-mail address').fill(emailOf(name));
  await page.getByRole('button', { name: 'Add account' }).click();
  await confirmWithPassword(page);
  await expect(page.getByText('Copy this link now. It won’t be shown again.')).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  const link = (await page.getByText(/\/invitation#/).textContent()) ?? '';
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Invited');
  await expect(page.getByText(/\/invitation#/)).toHaveCount(0);

  const { width = 1440, height = 900 } = page.viewportSize() ?? {};
  const context = await browser.newContext({ baseURL: originOf(page), viewport: { width, height } });
  const own = await context.newPage();
  await own.goto(link);
  await expect(own.getByText(`Welcome, ${name}.`)).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(own)).toEqual([]);
  await own.getByLabel('New password').fill('too short');
  await own.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(own.getByText('Use at least 12 characters.')).toBeVisible();
  await own.getByLabel('New password').fill(PASSWORD);
  await own.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(own.getByRole('heading', { name: 'About the archive' })).toBeVisible();

  const title = `The first voyage of ${name}`;
  try {
    await own.goto('/voyages/new');
    await own.getByLabel('Title').fill(title);
    await own.getByLabel('Start date').first().fill('1932-05-04');
    await saveVoyage(own, 'Save Voyage');
    await own.goto('/changes');
    const ownOnly = own.getByLabel('My changes');
    await ownOnly.click();
    await expect(ownOnly).toBeChecked();
    const changes = own.getByRole('main').getByRole('listitem');
    await expect(changes).toHaveCount(1);
    await expect(changes).toContainText(name);

    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByText('This link doesn’t work')).toBeVisible();
  } finally {
    await cleanUp(page, { title });
    await deactivate(page, name);
    await context.close();
  }
});

test('two people who edit the same person see each other’s names until one closes the tab', async ({
  signedIn: page,
  browser,
}) => {
  const name = `Paula Peer ${Date.now()}`;
  const title = 'Truman';
  await page.goto('/');
  const { own, context } = await personWith(page, browser, 'curator', name);
  const openForm = async (on: Page) => {
    await on.goto(address);
    await on.getByRole('switch', { name: 'Edit Mode' }).check();
    await on.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(on.getByRole('dialog', { name: 'Edit Person' })).toBeVisible();
  };
  const response = await page.request.get('/api/people', { params: { q: title, limit: 1 } });
  const [person] = (await response.json()) as { person_slug: string }[];
  const address = `/people/${person!.person_slug}`;
  try {
    await openForm(page);
    await openForm(own);
    await expect(own.getByText('curator is editing this person')).toBeVisible();
    await expect(page.getByText(`${name} is editing this person`)).toBeVisible({ timeout: 15_000 });
    await own.close();
    await expect(page.getByText(`${name} is editing this person`)).toBeHidden({ timeout: 30_000 });
  } finally {
    await deactivate(page, name);
    await context.close();
  }
});

test('what a contributor saves is a proposal, which a curator accepts in part', async ({
  signedIn: page,
  browser,
  accessibilityProblemsInBothSchemes,
}) => {
  const name = `Vera Volunteer ${Date.now()}`;
  await page.goto('/');
  const headers = { origin: originOf(page) };
  const data = { person_slug: 'auto', full_name: `Pat Proposed ${Date.now()}`, birth_year: 1900 };
  const added = await page.request.post('/api/curator/people', { headers, data });
  const { person_slug, full_name } = (await added.json()) as { person_slug: string; full_name: string };
  const { own, context } = await personWith(page, browser, 'contributor', name);
  try {
    await own.setViewportSize({ width: 390, height: 844 });
    await own.goto(`/people/${person_slug}`);
    await expect(own.getByRole('switch', { name: 'Edit Mode' })).toHaveCount(0);
    await own.getByRole('button', { name: 'Propose changes' }).click();
    const form = own.getByRole('dialog', { name: 'Edit Person' });
    await form.getByLabel('Birth Year').fill('1901');
    await form.getByLabel('Organization').fill('Navy');
    await form.getByRole('button', { name: 'Propose changes' }).click();
    await expect(own.getByText(/^Proposed\. A curator reviews it/)).toBeVisible();
    await expect(form).toBeHidden();

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Proposals' }).click();
    await page.getByRole('button', { name: `Review the proposal for ${full_name}` }).click();
    const review = page.getByRole('dialog', { name: 'Review proposal' });
    const organization = review.getByRole('group', { name: 'Organization' });
    await organization.getByRole('radio', { name: 'Now: blank' }).check();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await review.getByRole('button', { name: 'Accept selected' }).click();
    await expect(review.getByText('Say why not everything is accepted.')).toBeVisible();
    await review.getByLabel('Reason').fill('There is no source for it.');
    await review.getByRole('button', { name: 'Accept selected' }).click();
    await expect(page.getByText(`Changes to ${full_name} accepted`)).toBeVisible();

    await own.goto('/account/proposals');
    const row = own.getByRole('listitem').filter({ hasText: full_name });
    await expect(row).toContainText('Not accepted: Organization.');
    await expect(row).toContainText('Reason: There is no source for it.');
    const person = await page.request.get(`/api/people/${person_slug}`);
    expect(await person.json()).toMatchObject({ birth_year: 1901, organization: null });
  } finally {
    await page.request.delete(`/api/curator/people/${person_slug}`, { headers });
    await deactivate(page, name);
    await context.close();
  }
});

test('a reader sees no control to edit, and the server refuses every write', async ({ signedIn: page, browser }) => {
  const name = `Rita Reader ${Date.now()}`;
  await page.goto('/');
  const { own, context } = await personWith(page, browser, 'reader', name);
  try {
    const controls = (of: Page) =>
      of
        .getByRole('main')
        .getByRole('button', { name: /^(?:New|Add|Edit|Delete|Upload|Import|Restore)\b/ })
        .or(of.getByRole('switch', { name: 'Edit Mode' }));
    const edited = ['/voyages', '/people', '/places', '/stories', '/media-explorer', '/media-explorer/collections'];
    for (const path of edited) {
      await page.goto(path);
      await expect(controls(page).first()).toBeVisible();
    }
    for (const path of [...edited, '/tags', '/changes']) {
      await own.goto(path);
      await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(own.locator('main [data-loading], main [aria-busy="true"]')).toHaveCount(0);
      await expect(controls(own)).toHaveCount(0);
    }
    await own.getByRole('button', { name: 'Account' }).click();
    await expect(own.getByRole('menuitem', { name: 'Your account' })).toBeVisible();
    for (const hidden of ['Accounts', 'API tokens', 'System status'])
      await expect(own.getByRole('menuitem', { name: hidden })).toHaveCount(0);
    for (const path of ['/voyages/new', '/voyages/import', '/media-explorer/trash', '/ops', '/ops/accounts']) {
      await own.goto(path);
      await expect(own.getByText('Your role doesn’t include this page')).toBeVisible();
    }
    const headers = { origin: originOf(own) };
    const write = await own.request.post('/api/curator/voyages/', {
      headers,
      data: { title: 'x', start_date: '1932' },
    });
    expect(write.status()).toBe(403);
  } finally {
    await deactivate(page, name);
    await context.close();
  }
});

test('a deactivated account is thrown out of an open page, and cannot sign in again', async ({
  signedIn: page,
  browser,
}) => {
  const name = `Tom Gone ${Date.now()}`;
  await page.goto('/ops/accounts');
  const { own, context } = await personWith(page, browser, 'curator', name);
  try {
    await page.reload();
    await page.getByRole('button', { name: `Deactivate ${name}` }).click();
    const dialog = page.getByRole('alertdialog', { name: `Deactivate ${name}?` });
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText(`${name} can’t sign in anymore`)).toBeVisible();
    expect((await own.request.get('/api/voyages')).status()).toBe(401);
    await expect(own.getByPlaceholder('Enter username')).toBeVisible();
    await own.getByPlaceholder('Enter username').fill(emailOf(name));
    await own.getByPlaceholder('Enter password').fill(PASSWORD);
    await own.getByRole('button', { name: 'Sign In' }).click();
    await expect(own.getByText('Invalid credentials. Please try again.')).toBeVisible();
  } finally {
    await context.close();
  }
});
