import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';
import { uniqueTitle } from '../pages/voyage-form.ts';

/** Decisions about names are remembered, so a retry needs its own person. */
const familyOf = (retry: number) => `Tester${retry === 0 ? 'man' : 'son'}`;
const documentOf = (
  date: string,
  title: string,
  family: string,
) => `# President Ford (August 9, 1974 to January 20, 1977)

(GRF) (Zeppelin)

## ${date}: ${title}

Location: Potomac River
Passengers: Wilhelmina ${family}n, Ben and Tony Examplee, Sky Testers
Notes: A quiet evening.
`;

test('a preview shows cards beside lines, and decisions about names are applied and remembered', async ({
  signedIn: page,
  accessibilityProblems,
}, { retry }) => {
  const title = uniqueTitle('Supper before the names are decided', page);
  const family = familyOf(retry);
  const person = `Wilhelmina ${family}`;
  const preview = async (name: string, date: string) => {
    await page.goto('/voyages/import');
    await page
      .getByLabel(/Choose a document/)
      .setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(documentOf(date, title, family)) });
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  const plan = page.getByRole('region', { name: 'Planned changes' });
  const card = plan.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title }) });
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  const response = await page.request.post('/api/curator/people', { data: { full_name: person }, headers });
  expect(response.status()).toBe(201);

  await preview('names.md', `1976-11-0${5 + retry}`);
  await expect(card.getByText('A quiet evening.', { exact: true })).toBeVisible();
  await expect(card.getByRole('list', { name: 'Lines of this voyage' }).locator('mark')).toHaveText('Zeppelin');
  expect(await accessibilityProblems(page)).toEqual([]);

  await card.getByRole('button', { name: `Use ${person} for “${person}n”` }).click();
  await expect(card.getByRole('link', { name: person })).toBeVisible();
  await expect(card.getByText('Confirmed', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Choose people for “Ben and Tony Examplee”' }).click();
  await expect(page.getByRole('textbox', { name: 'First person' })).toHaveValue('Ben Examplee');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Split into two people' }).click();
  await expect(card.getByText('Read as Ben Examplee and Tony Examplee')).toBeVisible();

  const names = page.getByRole('region', { name: 'People and owners' });
  await names.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'New (3)' });
  await names.getByRole('button', { name: 'Change the match for “Sky Testers”' }).click();
  await page.getByRole('button', { name: 'Don’t link to a person' }).click();
  await expect(card.getByText('Sky Testers', { exact: true })).toBeVisible();
  await page.reload();
  await expect(names.getByText('3 confirmed')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Import 1 voyage' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'Changes made' }).getByRole('link', { name: title }).click();
  await expect(page.getByRole('link', { name: person })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tony Examplee' })).toBeVisible();
  await expect(page.getByText('Sky Testers')).toBeVisible();

  await preview('later.md', `1976-11-1${5 + retry}`);
  await expect(card.getByText('Confirmed in an earlier import').first()).toBeVisible();
  await card.getByRole('button', { name: 'Undo the choice for “Sky Testers”' }).click();
  await expect(card.getByText('New person')).toBeVisible();
  await cleanUp(page, { title });
});
