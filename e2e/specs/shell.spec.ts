import { expect, navigationLink, test } from '../pages/test.ts';

test('Home describes the archive and shows live details on each card', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('James Forrestal')).toBeVisible();
  for (const [name, address] of [
    ['Voyages', '/voyages'],
    ['Passengers', '/people'],
    ['Media Explorer', '/media-explorer'],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('marks the current section, also on its subpages', async ({ signedIn: page }) => {
  await page.goto('/people');
  await page.getByRole('link', { name: 'Dean Acheson' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dean Acheson' })).toBeVisible();
  await expect(navigationLink(page, 'Passengers')).toHaveAttribute('aria-current', 'page');
  await expect(navigationLink(page, 'Home')).not.toHaveAttribute('aria-current');
});

test('shows a not-found page inside the layout', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto('/submarines');
  await expect(page.getByRole('heading', { name: /not found|no page/i })).toBeVisible();
  await expect(navigationLink(page, 'Home')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

for (const scheme of ['light', 'dark'] as const)
  test(`every screen has enough contrast in the ${scheme} scheme`, async ({
    signedIn: page,
    accessibilityProblems,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const address of ['/', '/voyages', '/figures', '/people', '/people?group=president', '/media-explorer']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await accessibilityProblems(page), address).toEqual([]);
    }
  });

test('nothing scrolls horizontally at 320 pixels', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of ['/', '/voyages', '/voyages?q=Trudeau', '/figures', '/people', '/media-explorer']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(320);
  }
});

test.describe('with a micro-frontend unavailable', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|RemoteLoadError|Federation Runtime/ });

  test('the rest keeps working, and Retry recovers', async ({ signedIn: page }) => {
    await page.route('**/mfe/people/**', (route) => route.abort());
    await page.goto('/voyages');
    await expect(page.getByText('of 33 results')).toBeVisible();
    await navigationLink(page, 'Passengers').click();
    const retry = page.getByRole('button', { name: /retry|try again/i });
    await expect(retry).toBeVisible();
    await expect(navigationLink(page, 'Voyages')).toBeVisible();
    await page.unroute('**/mfe/people/**');
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
  });

  test('one Retry recovers the page that was opened, whose preloads failed too', async ({ signedIn: page }) => {
    await page.route('**/mfe/people/**', (route) => route.abort());
    await page.goto('/people');
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await page.unroute('**/mfe/people/**');
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
  });
});

test('a URL with broken percent encoding shows a page', async ({ signedIn: page }) => {
  for (const [address, heading] of [
    ['/voyages/%E0%A4%A', 'Voyage not found'],
    ['/people/%E0%A4%A', 'Person not found'],
    ['/%', 'Page not found'],
  ] as const) {
    const response = await page.goto(address);
    expect(response?.headers()['content-type'], address).toContain('text/html');
    await expect(page.getByRole('heading', { level: 1, name: heading }), address).toBeVisible();
  }
});
