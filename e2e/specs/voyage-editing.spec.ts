import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';
import { uniqueTitle } from '../pages/voyage-form.ts';

test('edits a card inline, cancels, saves, restores from history and adds an album', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const title = uniqueTitle('Ice in the channel', page);
  await page.goto('/voyages');
  try {
    await page.request.post('/api/curator/voyages', {
      data: { title, start_date: '1951-02-03', notes: 'Ice at noon.', original_markdown: '## 1951-02-03' },
      headers: { origin: new URL(page.url()).origin },
    });
    const edit = page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await edit.isChecked())) await edit.click();
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Show details: ${title}` }).click();
    const notes = page.getByRole('textbox', { name: 'Notes', exact: true });
    const editCard = page.getByRole('button', { name: 'Edit', exact: true });

    await editCard.click();
    await page.getByRole('button', { name: 'Show Source' }).click();
    await expect(page.getByText('## 1951-02-03')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await notes.fill('Something else.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByText('Ice at noon.')).toBeVisible();

    await editCard.click();
    await notes.fill('Open water.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
    await expect(page.getByText('Open water.')).toBeVisible();

    await page.getByRole('button', { name: `Change history: ${title}` }).click();
    const history = page.getByRole('dialog', { name: 'Change history' });
    await expect(history.getByText('Ice at noon.').first()).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await history
      .getByRole('button', { name: /^Restore previous version/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Restore version' }).click();
    await expect(page.getByText(`Previous version of ${title} restored`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(history).toHaveCount(0);
    await expect(page.getByText('Ice at noon.')).toBeVisible();

    await expect(page.getByText('No albums yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Create album' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Frost');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('This album is empty.')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete album' }).click();
    await expect(
      page.getByRole('alertdialog', { name: 'Delete album "Frost"? Media will not be deleted.' }),
    ).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete album' }).click();
    await expect(page.getByText('No albums yet.')).toBeVisible();
  } finally {
    await cleanUp(page, { title });
  }
});
