import { expect, placeLink, test } from '../pages/test.ts';

test('Home says what the archive is and shows something living on each card', async ({
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

test('the current place is marked, and deeper addresses belong to it', async ({ signedIn: page }) => {
  await page.goto('/people');
  await page.getByRole('link', { name: 'Dean Acheson' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dean Acheson' })).toBeVisible();
  await expect(placeLink(page, 'Passengers')).toHaveAttribute('aria-current', 'page');
  await expect(placeLink(page, 'Home')).not.toHaveAttribute('aria-current');
});

test('an address that leads nowhere says so inside the frame', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto('/submarines');
  await expect(page.getByRole('heading', { name: /not found|no page/i })).toBeVisible();
  await expect(placeLink(page, 'Home')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

for (const scheme of ['light', 'dark'] as const)
  test(`every screen keeps its contrast in the ${scheme} scheme`, async ({ signedIn: page, accessibilityProblems }) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const address of ['/', '/voyages', '/people', '/people?group=president', '/media-explorer']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await accessibilityProblems(page), address).toEqual([]);
    }
  });

test('nothing needs sideways scrolling at 320 pixels', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of ['/', '/voyages', '/voyages?q=Trudeau', '/people', '/media-explorer']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(320);
  }
});

test.describe('with a micro-frontend away', () => {
  test.use({ forgivenErrors: /ERR_FAILED|RemoteLoadError|Federation Runtime/ });

  test('a micro-frontend that is away leaves the rest standing, and Retry brings it back', async ({
    signedIn: page,
  }) => {
    await page.route('**/mfe/people/**', (route) => route.abort());
    await page.goto('/voyages');
    await expect(page.getByText('of 33 results')).toBeVisible();
    await placeLink(page, 'Passengers').click();
    const retry = page.getByRole('button', { name: /retry|try again/i });
    await expect(retry).toBeVisible();
    await expect(placeLink(page, 'Voyages')).toBeVisible();
    await page.unroute('**/mfe/people/**');
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
  });
});
