import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';

const box = { name: 'Search the archive' };

test('a search from any screen finds records of all kinds, with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', box).first();
  await expect(field).toBeFocused();
  await page.keyboard.type('kissing');
  await expect(page.getByRole('option', { name: /Henry A. Kissinger/ }).first()).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // The heading gets the focus once the page has loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Henry A. Kissinger' })).toBeFocused();

  const keys = new Keyboard(page);
  await page.keyboard.press('/');
  await page.keyboard.type('person:kissinger 1973');
  await page.keyboard.press('Enter');
  const results = page.getByRole('list', { name: 'Results' });
  await expect(results.getByRole('link', { name: /June 19, 1973/ })).toBeVisible();
  await keys.press(page.getByRole('link', { name: /^Voyages \d/ }));
  await expect(page).toHaveURL(/kind=voyage/);
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await keys.press(results.getByRole('link', { name: /June 19, 1973/ }));
  await expect(page).toHaveURL(/\/voyages\//);
  await page.goBack();
  await expect(results).toBeVisible();
  await expect(page).toHaveURL(/kind=voyage/);
});

test('on a phone the icon opens the search; similar spellings are apart', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/people');
  await page.getByRole('link', box).click();
  const field = page.getByRole('main').getByRole('combobox', box);
  await expect(field).toBeFocused();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await field.fill('trudau');
  await field.press('Enter');
  await expect(page.getByText('Nothing found for “trudau”')).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Trudeau', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('Nixon’s last cruise is two actions from Home', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('president:nixon');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest');
  const first = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
  await expect(first).toContainText('August 5, 1974');
});

test.describe('with a micro-frontend unavailable', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|RemoteLoadError|Federation Runtime/ });

  test('its results keep their links', async ({ signedIn: page }) => {
    await page.route('**/mfe/people/**', (route) => route.abort());
    await page.goto('/search?q=Brezhnev');
    const results = page.getByRole('list', { name: 'Results' });
    await expect(results.getByRole('link', { name: 'Leonid Brezhnev' })).toHaveAttribute(
      'href',
      '/people/brezhnev-leonid',
    );
    await expect(results.getByRole('link', { name: /June 19, 1973/ })).toBeVisible();
  });
});
