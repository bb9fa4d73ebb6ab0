import { expect, test } from '../pages/test.ts';

const DOCUMENT = `# President Ford (August 9, 1974 to January 20, 1977)

(GRF) (Menu)

## **1. 1976-10-02**

Location: Washington Navy Yard; Mount Vernon
Time: 19:00 – 21:03
Passengers: [Gerald Ford](https://en.wikipedia.org/wiki/Gerald_Ford) (POTUS), 12 other guests
Notes: A quiet evening of the import.

## 1976-09-31

Location: Potomac River
`;

test('a document is tried, applied and taken back, with its problem shown on its own line', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/voyages/import');
  await page.getByLabel(/Choose a document/).setInputFiles({
    name: 'october.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(DOCUMENT),
  });

  await expect(page.getByRole('heading', { level: 1, name: 'october.md' })).toBeVisible();
  const plan = page.getByRole('region', { name: 'What would happen' });
  await expect(plan.getByText('October 2, 1976', { exact: true })).toBeVisible();
  await expect(plan.getByText('New', { exact: true })).toBeVisible();
  await expect(page.getByText(/1976-09-31/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Line 12' }).click();
  const lines = page.getByRole('region', { name: 'Lines of the document' });
  await expect(lines.locator('[aria-current="location"]')).toContainText('1976-09-31');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Apply 1 new voyage' }).click();
  await expect(page.getByText('Taken in', { exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'What was planned' }).getByRole('link').first().click();
  await expect(page.getByText('A quiet evening of the import.')).toBeVisible();

  await page.goBack();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();

  await page.goto('/voyages/import');
  const entry = page.getByRole('listitem').filter({ hasText: 'october.md' }).first();
  await expect(entry.getByText('Undone')).toBeVisible();
  await page.goto('/voyages?q=quiet+evening+import');
  await expect(page.getByText('No voyages found.')).toBeVisible();
});

test('what is no document of voyages is refused in words', async ({ signedIn: page }) => {
  await page.goto('/voyages/import');
  await page.getByLabel(/Choose a document/).setInputFiles({
    name: 'shopping.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('Milk, bread, eggs'),
  });
  await expect(page.getByText('The import failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});
