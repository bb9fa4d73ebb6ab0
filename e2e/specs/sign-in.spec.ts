import { CURATOR, expect, navigationLink, signIn, test } from '../pages/test.ts';

test('rejects a wrong password with a message, and stays signed in with the right one', async ({
  page,
  accessibilityProblemsInBothSchemes: accessibilityProblems,
}) => {
  await page.goto('/voyages');
  await expect(page.getByText('Authorized access only')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  await signIn(page, { ...CURATOR, password: 'not the one' });
  await expect(page.getByText('Invalid credentials. Please try again.')).toBeVisible();
  await expect(page.getByPlaceholder('Enter username')).toHaveValue(CURATOR.username);
  expect(await accessibilityProblems(page)).toEqual([]);

  await signIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Voyages' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Voyages' })).toBeVisible();
});

test('signing out ends the session on the server', async ({ page, context, request }) => {
  await page.goto('/');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  expect((await request.get('/api/voyages', { headers: { cookie: cookies } })).status()).toBe(200);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByPlaceholder('Enter username')).toBeVisible();
  await expect(page).toHaveURL(/^[^/]+\/\/[^/]+\/$/);
  expect((await request.get('/api/voyages', { headers: { cookie: cookies } })).status()).toBe(401);
});

test('a session that ended elsewhere brings back the sign-in screen', async ({ page, context }) => {
  await page.goto('/');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  await context.clearCookies();
  // Home polls, so it may notice before the click.
  const login = page.getByPlaceholder('Enter username');
  await Promise.any([login.waitFor(), navigationLink(page, 'Passengers').click({ timeout: 10_000 })]);
  await expect(login).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authenticated'))).not.toBe('true');
});

test.describe('with the cookie of a session that has ended', () => {
  test.use({ expectedConsoleErrors: /401/ });

  test('one sign-in is enough, even if the page has preloaded requests that were rejected', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
    const cookies = await context.cookies();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByPlaceholder('Enter username')).toBeVisible();
    await context.addCookies(cookies);
    await page.goto('/voyages');
    await signIn(page);
    await expect(page.getByText('of 33 results')).toBeVisible();
    await expect(page.getByPlaceholder('Enter username')).toBeHidden();
  });
});

test('signs in by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.getByPlaceholder('Enter username').focus();
  await page.keyboard.type(CURATOR.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(CURATOR.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
});

test('when the session ends under an open form, signing in over it keeps everything entered', async ({
  page,
  context,
  accessibilityProblemsInBothSchemes: accessibilityProblems,
}) => {
  await page.goto('/voyages/new');
  await signIn(page);
  await page.getByLabel('Voyage Title').fill('Down the Potomac');
  await context.clearCookies();
  await page.getByRole('textbox', { name: 'Start Date' }).fill('1946-07-07');
  await page.getByRole('button', { name: 'Save Voyage' }).click();

  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog.getByPlaceholder('Enter username')).toHaveValue(CURATOR.username);
  await dialog.getByPlaceholder('Enter password').fill(CURATOR.password);
  await dialog.getByPlaceholder('Enter password').press('Enter');

  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/voyages/new');
  await expect(page.getByLabel('Voyage Title')).toHaveValue('Down the Potomac');
  await expect(page.getByRole('textbox', { name: 'Start Date' })).toHaveValue('1946-07-07');
  expect((await page.request.get('/api/voyages')).status()).toBe(200);
});
