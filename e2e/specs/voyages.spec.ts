import { expect, navigationLink, test } from '../pages/test.ts';

const TRUDEAU = '1976-06-16-ford-gerald';

test('groups voyages by administration, in order, with counts', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto('/voyages');
  const sections = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(sections).toHaveText([
    /Hoover Administration\D*1929–19331 voyage$/,
    /Roosevelt Administration\D*1933–19452 voyages$/,
    /Truman Administration\D*1945–195323 voyages$/,
    /Kennedy Administration\D*1961–19631 voyage$/,
    /Nixon Administration\D*1969–19743 voyages$/,
    /Ford Administration\D*1974–19773 voyages$/,
  ]);
  await expect(page.getByText('Showing 1 to 33 of 33 results')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('goes from a search to a voyage, the next one, a passenger, and back', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/');
  await navigationLink(page, 'Voyages').click();
  await page.getByRole('searchbox').fill('Trudeau');
  await page.getByRole('button', { name: 'Apply Search' }).click();
  await expect(page).toHaveURL(/\/voyages\?q=Trudeau/);
  await expect(page.getByText('Showing 1 to 1 of 1 result')).toBeVisible();

  const main = page.getByRole('main');
  await main.locator(`a[href*="/voyages/${TRUDEAU}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`/voyages/${TRUDEAU}`));
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.locator('a[href^="/people/"]')).toHaveCount(9);
  await expect(people.getByText('Dewey Beliech')).toBeVisible();
  await expect(people.getByText(/Commanding Officer/)).toBeVisible();
  await expect(main.getByText('Canada', { exact: true })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  await main.getByRole('link', { name: /Next voyage/ }).click();
  await expect(page).toHaveURL(/\/voyages\/1976-07-04/);
  await expect(main.getByText('27 other guests')).toBeVisible();
  await page.getByRole('link', { name: 'Susan Ford' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Susan Ford' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/voyages\/1976-07-04/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/voyages\?q=Trudeau/);
  await expect(page.getByText('Showing 1 to 1 of 1 result')).toBeVisible();
});

test('search tolerates a typo, and says when nothing matches', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto('/voyages?q=trudau');
  await expect(page.getByText('Showing 1 to 1 of 1 result')).toBeVisible();
  await page.goto('/voyages?q=submarine%20xylophone');
  await expect(page.getByText('No voyages found.')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('expands an entry to the full card', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: accessibilityProblems,
}) => {
  await page.goto('/voyages?q=Urbani');
  await page.getByRole('button', { name: /^Show details/ }).click();
  await expect(page.getByText('the yacht is small, but pleasantly designed and comfortable, and snug')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('shows dates with year or month precision as they are known', async ({ signedIn: page }) => {
  await page.goto('/voyages?q=Kennan');
  await page.getByRole('main').locator('a[href*="/voyages/1946-truman"]').first().click();
  await expect(page.getByRole('main').getByText('1946', { exact: true }).first()).toBeVisible();
});

test('a missing voyage links back to the list', async ({ signedIn: page, accessibilityProblems }) => {
  await page.goto('/voyages/1999-01-01-nobody');
  await expect(page.getByRole('heading', { name: 'Voyage not found' })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a voyage has a citation, structured data and a page title, and prints on at most two pages', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const response = await page.request.get('/api/voyages', { params: { q: 'Trudeau' } });
  const [dinner] = (await response.json()) as { voyage_slug: string; title: string }[];
  await page.goto(`/voyages/${dinner!.voyage_slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${dinner!.title} · The Sequoia Archive`);

  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
    '@type': string;
    url: string;
    attendee: { name: string }[];
  };
  expect(data).toMatchObject({ '@type': 'Event', url: page.url() });
  expect(data.attendee.map(({ name }) => name)).toContain('Pierre Elliott Trudeau');

  await page.getByRole('button', { name: 'Cite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cite this voyage' });
  await expect(dialog.getByRole('blockquote')).toContainText(
    new RegExp(`“${dinner!.title}\\.”.* The Sequoia Archive\\. Accessed .* ${page.url()}\\.`),
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const [style, start] of [
    ['APA', `${dinner!.title} [Voyage record]. (1976, June 16).`],
    ['MLA', `“${dinner!.title}.” The Sequoia Archive, 16 June 1976`],
    ['BibTeX', `@misc{${dinner!.voyage_slug},`],
    ['RIS', 'TY  - ELEC'],
  ] as const) {
    await dialog.getByRole('tab', { name: style }).click();
    await expect(dialog.getByRole('tabpanel')).toContainText(start);
  }
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toHaveCount(0);

  const print = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(print.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);

  await page.goto('/people/truman-harry-s');
  await page.getByRole('button', { name: 'Cite' }).click();
  await expect(page.getByRole('dialog', { name: 'Cite this person' })).toContainText(/The Sequoia Archive\. Accessed/);
});
