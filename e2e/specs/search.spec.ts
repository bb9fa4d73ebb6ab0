import { Keyboard } from '../pages/keyboard.ts';
import { results, search } from '../pages/search.ts';
import { expect, test } from '../pages/test.ts';

const box = { name: 'Search the archive' };

test('a search from any screen finds records of all kinds, with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.skip(project.name !== 'desktop', 'One keyboard is enough.');
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
  await expect(results(page).getByRole('link', { name: /June 19, 1973/ })).toBeVisible();
  await keys.press(page.getByRole('link', { name: /^Voyages \d/ }));
  await expect(page).toHaveURL(/kind=voyage/);
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await keys.press(results(page).getByRole('link', { name: /June 19, 1973/ }));
  await expect(page).toHaveURL(/\/voyages\//);
  await page.goBack();
  await expect(results(page)).toBeVisible();
  await expect(page).toHaveURL(/kind=voyage/);
});

test('on a phone the icon opens the search; similar spellings are listed separately', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.skip(project.name !== 'phone', 'A computer has the box in the masthead.');
  await page.goto('/people');
  await page.getByRole('link', box).click();
  const field = page.getByRole('main').getByRole('combobox', box);
  await expect(field).toBeFocused();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await field.fill('trudau');
  await field.press('Enter');
  await expect(page.getByText('No exact matches for “trudau”')).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Trudeau', exact: true }).click();
  await expect(results(page).getByRole('listitem')).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('Nixon’s last cruise is found from Home, in two actions', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  await page.goto('/');
  await search(page, 'nixon');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest');
  await expect(results(page).getByRole('listitem').first()).toContainText('August 5, 1974');
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
});

test('a voyage with a menu is found from Home, in two actions', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  await page.goto('/');
  await search(page, 'menu');
  const items = results(page).getByRole('listitem');
  await expect(items).toHaveCount(3);
  for (const item of await items.all()) await expect(item.locator('mark').first()).toHaveText('Menu');
  await items.getByRole('link', { name: 'Potomac River, May 29, 1963' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /May 29, 1963/ })).toBeVisible();
  await expect(page.getByText('Menu', { exact: false }).first()).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
});

test.describe('with a micro-frontend unavailable', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|RemoteLoadError|Federation Runtime/ });

  test('its results keep their links', async ({ signedIn: page }) => {
    await page.route('**/mfe/people/**', (route) => route.abort());
    await page.goto('/search?q=Brezhnev');
    await expect(results(page).getByRole('link', { name: 'Leonid Brezhnev' })).toHaveAttribute(
      'href',
      '/people/brezhnev-leonid',
    );
    await expect(results(page).getByRole('link', { name: /June 19, 1973/ })).toBeVisible();
  });
});
