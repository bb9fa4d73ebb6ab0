import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';

const TITLE = 'Evening of the columns';
/** No other table has these headings. */
const HEADINGS = 'Date,Occasion,Guests,Seen from deck,Hull at the time';
const tableOf = (date: string) => `${HEADINGS}\n${date},${TITLE},Ann Testerman,Fog on the river.,blue\n`;

async function preview(page: Page, name: string, mimeType: string, text: string): Promise<void> {
  await page.goto('/voyages/import');
  await page.getByLabel(/Choose a document/).setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('the preview maps columns of a table to fields, and remembers this for the next table with the same headings', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const plan = page.getByRole('region', { name: 'Planned changes' });
  const columns = page.getByRole('region', { name: 'Columns of the table' });

  await preview(page, 'columns.csv', 'text/csv', tableOf('1976-11-21'));
  await expect(columns).toContainText('2 without a field');
  await expect(columns.getByLabel('Guests')).toHaveValue('passengers');
  await expect(plan.getByText('Seen From Deck: Fog on the river.')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await columns.getByLabel('Seen from deck').selectOption('Notes');
  await columns.getByLabel('Hull at the time').selectOption('Skip');
  await columns.getByRole('button', { name: 'Use these columns' }).click();
  await expect(plan.getByText('Fog on the river.', { exact: true })).toBeVisible();
  await expect(page.getByText('The column “Hull at the time” is skipped.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 voyage' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'Changes made' }).getByRole('link', { name: TITLE }).click();
  await expect(page.getByText('Fog on the river.')).toBeVisible();

  await preview(page, 'later.csv', 'text/csv', tableOf('1976-11-22'));
  await expect(columns).toContainText('These fields were chosen by curator in an earlier import.');
  await expect(columns.getByLabel('Seen from deck')).toHaveValue('notes');
  await expect(plan.getByText('Fog on the river.', { exact: true })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await columns.getByRole('button', { name: 'Forget these fields' }).click();
  await expect(columns).toContainText('2 without a field');
  await expect(columns.getByText('These fields were chosen')).toBeHidden();
  await expect(plan.getByText('Seen From Deck: Fog on the river.')).toBeVisible();
  await cleanUp(page, { title: TITLE });
});

const CONFLICTS = 'Evening of two conflicts';
const documentOf = (notes: string, place: string) => `# President Ford (August 9, 1974 to January 20, 1977)

## 1976-11-23: ${CONFLICTS}

Location: ${place}
Notes: ${notes}

## 1976-11-24: ${CONFLICTS}

Location: ${place}
Notes: ${notes}
`;

test('conflicts are resolved for the whole document', async ({ signedIn: page, accessibilityProblems }) => {
  await preview(page, 'first.md', 'text/markdown', documentOf('A quiet evening.', 'Anacostia'));
  await page.getByRole('button', { name: 'Import 2 voyages' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  const found = await page.request.get(`/api/voyages?q=${encodeURIComponent(CONFLICTS)}`);
  const slugs = ((await found.json()) as { voyage_slug: string }[]).map(({ voyage_slug }) => voyage_slug);
  expect(slugs).toHaveLength(2);
  for (const slug of slugs) {
    const edited = await page.request.put(`/api/curator/voyages/${slug}`, {
      data: { notes: 'With music.', start_location: 'Pier 9' },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(edited.status()).toBe(200);
  }

  await preview(page, 'second.md', 'text/markdown', documentOf('Rain all evening.', 'Quantico'));
  await expect(page.getByText(/4 conflicts with curators’ edits/)).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use document version everywhere' }).click();
  await page.getByRole('button', { name: 'Use document versions' }).click();
  await expect(page.getByText(/conflicts? with curators’ edits/)).toBeHidden();
  await page.getByRole('button', { name: 'Import 2 voyages' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  for (const slug of slugs)
    expect(await (await page.request.get(`/api/voyages/${slug}`)).json()).toMatchObject({
      notes: 'Rain all evening.',
      start_location: 'Quantico',
    });
  await cleanUp(page, { title: CONFLICTS });
});
