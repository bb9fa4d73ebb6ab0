import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { uniqueTitle } from '../pages/voyage-form.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test('attaches media to a voyage, edits it inline, adds it to an album and detaches it', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}) => {
  test.slow();
  const title = uniqueTitle('Media at hand', page);
  const print = `${title}: print`;
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  await deleteTestMedia(page, title);
  try {
    await page.request.post('/api/curator/voyages', { data: { title, start_date: '1951-02-03' }, headers });
    const file = await aPng(page, print);
    await page.request.post('/api/curator/media/upload', {
      headers,
      multipart: { media_slug: 'auto', title: print, credit: 'Rowe', file },
    });
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    const edit = page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await edit.isChecked())) await edit.click();
    await button(page, `Show details: ${title}`).click();
    await expect(page.getByText('No photos or documents yet.')).toBeVisible();

    await button(page, 'Attach existing media').click();
    const picker = page.getByRole('dialog', { name: 'Select Media from Explorer' });
    await picker.getByPlaceholder('Search by title or description...').fill(title);
    await expect(picker.getByRole('radio')).toHaveCount(1);
    await picker.getByRole('radio', { name: new RegExp(print.replace(/[()]/g, '\\$&')) }).check({ force: true });
    await picker.getByRole('button', { name: 'Add to Voyage' }).click();
    await expect(page.getByText(`“${print}” attached to the voyage`)).toBeVisible();
    expect(await problems(page)).toEqual([]);

    await button(page, `Edit: ${print}`).click();
    const row = page.getByRole('form', { name: `Edit ${print}` });
    await row.getByRole('textbox', { name: 'Credit' }).fill('Nobody');
    await row.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/ · Rowe/)).toBeVisible();
    await button(page, `Edit: ${print}`).click();
    await row.getByRole('textbox', { name: 'Date' }).fill('');
    await row.getByRole('textbox', { name: 'Date' }).pressSequentially('195102');
    expect(await problems(page)).toEqual([]);
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Media updated successfully!')).toBeVisible();
    await expect(page.getByText(/ · Rowe · February 1951/)).toBeVisible();

    await button(page, 'Create album').click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Frost');
    await button(page, 'Create').click();
    await button(page, /^Other media from this voyage/).click();
    await page.getByRole('checkbox', { name: `Select ${print}` }).check();
    await button(page, 'Add to album').click();
    await expect(page.getByRole('list', { name: 'Media of Frost' }).getByText(print)).toBeVisible();

    await button(page, `Detach: ${print}`).click();
    const dialog = page.getByRole('alertdialog', { name: `Detach “${print}” from this voyage?` });
    await expect(dialog.getByText(title, { exact: true })).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Detach' }).click();
    await expect(page.getByText('Media detached from 1 voyage(s) successfully!')).toBeVisible();
    await expect(page.getByText('No photos or documents yet.')).toBeVisible();
    await expect(page.getByText('This album is empty.')).toBeVisible();
  } finally {
    await deleteTestMedia(page, title);
    await cleanUp(page, { title });
  }
});
