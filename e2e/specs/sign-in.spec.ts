import { CURATOR, expect, placeLink, signIn, test } from '../pages/test.ts';

test('a wrong password is refused in words, and the right one opens the archive for good', async ({
  page,
  accessibilityProblems,
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

test('signing out ends the session on the server, not only on the page', async ({ page, context, request }) => {
  await page.goto('/');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  expect((await request.get('/api/voyages', { headers: { cookie: cookies } })).status()).toBe(200);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByPlaceholder('Enter username')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  expect((await request.get('/api/voyages', { headers: { cookie: cookies } })).status()).toBe(401);
});

test('a session that ended elsewhere brings the sign-in screen back', async ({ page, context }) => {
  await page.goto('/');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  await context.clearCookies();
  // Home asks for things by itself: it may have heard of it before anybody clicks.
  const noticed = page.getByPlaceholder('Enter username');
  await Promise.any([noticed.waitFor(), placeLink(page, 'Passengers').click({ timeout: 10_000 })]);
  await expect(noticed).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authenticated'))).not.toBe('true');
});

test('the sign-in screen is left by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await page.getByPlaceholder('Enter username').focus();
  await page.keyboard.type(CURATOR.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(CURATOR.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
});
