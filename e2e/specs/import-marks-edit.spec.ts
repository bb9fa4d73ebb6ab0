// cspell:ignore Hains
import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';

const LOG = `LOG OF THE YACHT

1947

Printed by hand
Nov. 2  1300-1745  Hains Pt.  Ann Testerman; Bob Testerman.  Rain.
Nov. 3  1000-1600  Mt. Vernon  Ann Testerman.  Clear.
Nov. 4 was a Tuesday.
`;

test('a log without headings becomes voyages: marks, parts, preview, import, and the passage on the voyage’s page', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  await page.goto('/voyages/import');
  const buffer = Buffer.from(LOG);
  await page.getByLabel(/Choose a document/).setInputFiles({ name: 'log.txt', mimeType: 'text/plain', buffer });
  const lines = page.getByRole('listbox', { name: 'Lines at which voyages begin' });
  const line = (number: number) => lines.getByRole('option').nth(number - 1);
  const understood = page.getByRole('region', { name: 'What was read from the lines' });
  await expect(line(6)).toHaveAttribute('aria-selected', 'true');
  await expect(line(5)).toHaveAttribute('aria-selected', 'false');
  await expect(understood.getByText('3 voyages')).toBeVisible();
  await expect(understood.getByText('Hains Pt.')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  // A mark is dragged to another line, and back.
  await line(7).dragTo(line(5));
  await expect(line(5)).toHaveAttribute('aria-selected', 'true');
  await expect(line(7)).toHaveAttribute('aria-selected', 'false');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line(7)).toHaveAttribute('aria-selected', 'true');

  // The last line doesn’t start a voyage. With the keyboard, a mark is removed, which is undone.
  await line(8).click();
  await expect(understood.getByText('2 voyages')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(line(7)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Control+z');
  await expect(line(7)).toHaveAttribute('aria-selected', 'true');
  await expect(understood).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(understood.getByText('2 voyages')).toBeVisible();
  await expect(line(8)).toHaveAttribute('aria-selected', 'false');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(understood.getByText('3 voyages')).toBeVisible();
  await line(8).click();
  await expect(understood.getByText('2 voyages')).toBeVisible();

  await page.getByLabel('Weather', { exact: true }).selectOption('Notes');
  await page.getByRole('checkbox', { name: 'Remember these choices' }).uncheck();
  await expect(understood.locator('dt', { hasText: 'Notes' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue with 2 voyages' }).click();
  const plan = page.getByRole('region', { name: 'Planned changes' });
  await expect(plan.getByText('Hains Pt.').first()).toBeVisible();
  for (const box of await page.getByRole('checkbox', { name: /Import without reviewing/ }).all()) await box.check();
  await page.getByRole('button', { name: 'Import 2 voyages' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await page
    .getByRole('region', { name: 'Changes made' })
    .getByRole('link', { name: /Hains Pt/ })
    .first()
    .click();
  await page.getByText('From log.txt, line 6').click();
  await expect(page.getByText('Nov. 2 1300-1745')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const title of ['Hains Pt., November 2, 1947', 'Mt. Vernon, November 3, 1947']) await cleanUp(page, { title });
});

test('a thousand lines answer each key within 100 ms', async ({ signedIn: page }) => {
  const text = [
    '1947',
    ...Array.from({ length: 1000 }, (_, index) => `Mar. ${(index % 28) + 1}  1300-1745  Potomac R.  Rain.`),
  ];
  await page.goto('/voyages/import');
  const buffer = Buffer.from(text.join('\n'));
  await page.getByLabel(/Choose a document/).setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
  const lines = page.getByRole('listbox', { name: 'Lines at which voyages begin' });
  await lines.focus();
  const times = await lines.evaluate(async (list) => {
    // Until the next frame is painted.
    const msOf = async (act: () => void) => {
      const started = performance.now();
      act();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - started;
    };
    const measured: number[] = [];
    for (const key of ['ArrowDown', ' ', 'ArrowDown', ' ', 'ArrowUp', ' ', 'End', ' ', 'Home', ' ']) {
      // A busy machine delays frames without a key as well.
      const idle = await msOf(() => undefined);
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      measured.push((await msOf(() => void list.dispatchEvent(event))) - idle);
    }
    return measured.toSorted((a, b) => a - b);
  });
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(100);
});
