import { expect, test } from '../pages/test.ts';

test('the directory finds people, groups them, and folds every president at first', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/people');
  await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Chester W. Nimitz' })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('combobox', { name: 'Grouping' }).selectOption('Group by President/Owner');
  const truman = page.getByRole('button', { name: /Harry S. Truman/ });
  await expect(truman).toHaveAttribute('aria-expanded', 'false');
  await truman.click();
  await expect(page.getByRole('link', { name: 'James Forrestal' })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

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
  test(`one person each for ${q}`, async ({ signedIn: page }) => {
    await page.goto(`/people?q=${q}`);
    const cards = page.getByRole('main').locator('a[href^="/people/"]');
    await expect(cards).toHaveCount(names.length);
    for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  });

test('a person is shown with every voyage, numbered', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto('/people?q=Nimitz');
  await page.getByRole('link', { name: 'Chester W. Nimitz' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chester W. Nimitz' })).toBeVisible();
  const history = page.getByRole('region', { name: 'Voyage History' });
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await expect(history.getByRole('link').first()).toHaveAttribute('href', /\/voyages\/1946-09-16/);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('somebody whom the archive does not know leads back to the directory', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/people/nobody-at-all');
  await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to Passengers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
});
