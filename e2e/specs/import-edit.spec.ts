import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';
import { uniqueTitle } from '../pages/voyage-form.ts';

const documentOf = (
  { day, title }: { day: number; title: string },
  { start = 'Washington Navy Yard', end = '21:03', notes = 'A quiet evening.' } = {},
) => `# President Ford (August 9, 1974 to January 20, 1977)

(GRF) (Menu)

## **1. 1976-10-0${day}: ${title}**

Location: ${start}; Mount Vernon
Time: 19:00 – ${end}
Passengers: [Gerald Ford](https://en.wikipedia.org/wiki/Gerald_Ford) (POTUS), 12 other guests
Notes: ${notes}

## 1976-09-31

Location: Potomac River
`;

async function tryDocument(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/voyages/import');
  await page
    .getByLabel(/Choose a document/)
    .setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
}

// Undoing an import fails after an edit.
test.use({ expectedConsoleErrors: /status of 409/ });

test('previews and imports a document, reports conflicts with later edits, and undoes the import', async ({
  signedIn: page,
  accessibilityProblems,
}, { retry }) => {
  // Decisions and undone imports are remembered, so a retry needs its own voyage.
  const [day, title] = [2 + retry, uniqueTitle('Evening of the import', page)];
  await tryDocument(page, 'october.md', documentOf({ day, title }));
  const plan = page.getByRole('region', { name: 'Planned changes' });
  await expect(plan.getByText(`October ${day}, 1976`, { exact: true })).toBeVisible();
  await expect(plan.getByText('New', { exact: true })).toBeVisible();
  await page
    .getByRole('region', { name: /^Problems/ })
    .getByRole('button', { name: 'Line 12' })
    .click();
  const lines = page.getByRole('region', { name: 'Lines of the document' });
  await expect(lines.locator('[aria-current="location"]')).toContainText('1976-09-31');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit these lines' }).click();
  await page.getByRole('textbox', { name: 'Line 12' }).fill('## 1976-11-31');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Refresh preview' }).click();
  await expect(page.getByText('This date doesn’t exist: 1976-11-31.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Skipped (1)');
  await expect(page).toHaveURL(/show=rejected/);
  await expect(plan.getByRole('listitem').filter({ hasText: 'Skipped' })).toHaveCount(1);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Import 1 voyage' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  const first = page.url();
  await page.getByRole('region', { name: 'Changes made' }).getByRole('link', { name: title }).click();
  await expect(page.getByText('A quiet evening.')).toBeVisible();

  const voyage = new URL(page.url()).pathname;
  const record = `/api${voyage}`;
  const read = async () => (await (await page.request.get(record)).json()) as object;
  const edited = await page.request.put(`/api/curator${voyage}`, {
    data: {
      ...(await read()),
      passengers: undefined,
      notes: 'With music by the Marine Band.',
      start_location: 'Pier 9',
    },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(edited.status()).toBe(200);

  await tryDocument(
    page,
    'november.md',
    documentOf({ day, title }, { start: 'Anacostia', end: '22:00', notes: 'Rain all evening.' }),
  );
  await expect(page.getByText(/2 conflicts with curators’ edits/)).toBeVisible();
  const notes = page.getByRole('group', { name: 'Notes' });
  const start = page.getByRole('group', { name: 'Start location' });
  await expect(start).toContainText('Pier 9');
  await notes.getByRole('button', { name: 'Use document version' }).click();
  await start.getByRole('button', { name: 'Keep archive version' }).click();
  await expect(page.getByText(/conflicts? with curators’ edits/)).toBeHidden();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 voyage' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await expect(notes).toContainText('Document version used.');
  await expect(start).toContainText('Archive version kept.');
  const second = page.url();
  const report = await page.request.get(
    (await page.getByRole('link', { name: 'Download report' }).getAttribute('href')) ?? '',
  );
  expect(await report.text()).toMatch(/conflict,.*Start location,Pier 9,Anacostia,keep/);
  expect(await read()).toMatchObject({
    notes: 'Rain all evening.',
    start_location: 'Pier 9',
    end_time: '22:00',
  });

  await undo(page);
  await expect(page.getByText('Import undone')).toBeVisible();
  expect(await read()).toMatchObject({
    notes: 'With music by the Marine Band.',
    end_time: '21:03',
  });
  await page.goto(first);
  await undo(page);
  await expect(page.getByRole('alert').getByRole('link', { name: title })).toHaveAttribute('href', voyage);

  await page.goto('/voyages/import');
  const entry = page.getByRole('listitem').filter({ has: page.locator(`a[href="${new URL(second).pathname}"]`) });
  await expect(entry.getByText('Undone')).toBeVisible();
  await cleanUp(page, { title });
});

test('rejects a file that is not a voyage document, with a reason', async ({ signedIn: page }) => {
  await page.goto('/voyages/import');
  await page.getByLabel(/Choose a document/).setInputFiles({
    name: 'shopping.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('Milk, bread, eggs'),
  });
  await expect(page.getByText('The import failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});
