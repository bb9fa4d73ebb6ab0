import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';

test('the directory searches and groups people, with presidents collapsed at first, with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const cards = page.getByRole('main').locator('a[href^="/people/"]');
  await page.goto('/people');
  await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
  for (const figure of ['Total People', 'Unique Titles', 'Avg Voyages per Person'])
    await expect(page.getByText(figure)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Chester W. Nimitz' })).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

  const search = page.getByRole('searchbox', { name: 'Search passengers' });
  await keys.type(search, 'Nobody at all');
  await expect(page.getByText('No passengers found')).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'Show all passengers' }));
  await keys.type(search, 'Forrestal');
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/q=Forrestal/);

  await keys.press(page.getByRole('combobox', { name: 'Grouping' }), 'End');
  const truman = page.getByRole('button', { name: /Harry S. Truman/ });
  await expect(truman).toContainText('Democratic');
  await expect(truman).toHaveAttribute('aria-expanded', 'false');
  await keys.press(truman);
  const forrestal = page.getByRole('link', { name: 'James Forrestal' });
  await expect(forrestal).toBeVisible();
  await expect(page.getByText(/^Appearances: \d+$/)).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await keys.press(forrestal);
  await expect(page.getByRole('heading', { level: 1, name: 'James Forrestal' })).toBeVisible();
  await page.goBack();
  await expect(truman).toHaveAttribute('aria-expanded', 'true');

  await page.goto('/people?group=role');
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles.first()).toBeVisible();
  await expect(titles.last()).toContainText('Unknown Role');
});

for (const [q, names] of [
  ['Harriman', ['Averill Harriman']],
  ['Eisenhower', ['Julie Nixon Eisenhower', 'Dwight D. Eisenhower', 'David Eisenhower']],
  ['Nimitz', ['Chester W. Nimitz']],
] as const)
  test(`one record per person for ${q}`, async ({ signedIn: page }) => {
    await page.goto(`/people?q=${q}`);
    const cards = page.getByRole('main').locator('a[href^="/people/"]');
    await expect(cards).toHaveCount(names.length);
    for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  });

test('a person page lists every voyage, a citation, and companions, with the keyboard alone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  await page.goto('/people?q=Nimitz');
  await keys.press(page.getByRole('link', { name: 'Chester W. Nimitz' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Chester W. Nimitz' })).toBeVisible();
  const history = page.getByRole('region', { name: 'Voyage History' });
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await expect(history.getByRole('link').first()).toHaveAttribute('href', /\/voyages\/1946-09-16/);
  const companion = page.getByRole('region', { name: 'Sailed With' }).getByRole('link').first();
  await expect(companion).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

  const cite = page.getByRole('button', { name: 'Cite', exact: true });
  await keys.press(cite);
  const citation = page.getByRole('dialog', { name: 'Cite' });
  await expect(citation).toContainText('“Nimitz, Chester W.” The Sequoia Archive.');
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await keys.closeDialog(citation, cite);

  const name = (await companion.textContent()) ?? '';
  await keys.press(companion);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('an unknown person links back to the directory', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  await page.goto('/people/nobody-at-all');
  await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  await new Keyboard(page).press(page.getByRole('link', { name: 'Back to Passengers' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
});
