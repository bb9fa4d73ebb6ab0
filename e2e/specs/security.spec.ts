import { CURATOR, expect, test } from '../pages/test.ts';

test('lists the sessions of the account, and signs another one out', async ({
  signedIn: page,
  browser,
  baseURL,
  accessibilityProblemsInBothSchemes,
}) => {
  const other = await browser.newContext({
    baseURL: baseURL!,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  });
  try {
    await other.request.post('/api/auth/login', { headers: { origin: baseURL! }, data: CURATOR });
    await page.goto('/account/sessions');
    await expect(page.getByText('This device')).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: 'Firefox' }).first();
    await expect(row).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    const width = page.viewportSize()!.width;
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await row.getByRole('button', { name: /^Sign out/ }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await other.request.get('/api/home?day=06-16')).status()).toBe(401);
  } finally {
    await other.close();
  }
});

test('shows the security log, by event and address, at any width', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
  baseURL,
}) => {
  await page.request.post('/api/auth/login', {
    headers: { origin: baseURL! },
    data: { ...CURATOR, password: 'not the one' },
  });
  await page.goto('/ops/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security log' })).toBeVisible();
  await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Sign-in failed' });
  await expect(page).toHaveURL(/kind=login-failed/);
  await expect(page.getByRole('rowheader', { name: 'Sign-in failed' }).first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Signed in' })).toHaveCount(0);
  for (const width of [page.viewportSize()!.width, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await accessibilityProblemsInBothSchemes(page), `at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.goto('/ops/security?address=203.0.113.99');
  await expect(page.getByText('No events match these filters.')).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
});
