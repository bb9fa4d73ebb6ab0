import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { uniqueTitle } from '../pages/voyage-form.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const UNAVAILABLE = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: 'The database is unavailable.',
};

/** Makes a request fail until the returned function is called. */
async function failRequests(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(UNAVAILABLE) })
      : route.fallback(),
  );
  return () => page.unroute(path);
}

test.use({ expectedConsoleErrors: /ApiError|The database is unavailable/ });

test('failed card edits show the specified messages and lose nothing', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  test.slow();
  const title = uniqueTitle('Nothing goes', page);
  const print = `${title}: print`;
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  await deleteTestMedia(page, title);
  const expectMessage = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  const dismiss = async () => {
    const crosses = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });
    // A success message may close automatically before it is clicked.
    await expect(async () => {
      while ((await crosses.count()) > 0) await crosses.first().click({ timeout: 1000 });
    }).toPass();
  };
  try {
    const response = await page.request.post('/api/curator/voyages', {
      data: { title, start_date: '1951-02-03' },
      headers,
    });
    const { voyage_slug } = (await response.json()) as { voyage_slug: string };
    await page.request.post('/api/curator/media/upload', {
      headers,
      multipart: { media_slug: 'auto', title: print, voyage_slug, file: await aPng(page, print) },
    });
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    const edit = page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await edit.isChecked())) await edit.click();
    await button(page, `Show details: ${title}`).click();
    await expectMessage('No people recorded for this voyage.');
    await expectMessage('No albums yet.');

    await button(page, 'Create album').click();
    await button(page, 'Create').click();
    await expectMessage('Album title is required');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Frost');
    let open = await failRequests(page, 'POST', /\/api\/curator\/albums$/);
    await button(page, 'Create').click();
    await expectMessage('Failed to create album');
    await open();
    await button(page, 'Create').click();
    await button(page, 'Other media from this voyage (1)').click();
    await button(page, 'Add to album').click();
    await expectMessage('Please select media to add');
    const choice = page.getByRole('checkbox', { name: `Select ${print}` });
    await choice.check();
    open = await failRequests(page, 'PUT', /\/api\/curator\/albums\/[^/]+\/media$/);
    await button(page, 'Add to album').click();
    await expectMessage('Failed to add media to album');
    await open();
    // The media that couldn't be added are still selected; the message disappears when the retry succeeds.
    await expect(choice).toBeChecked();
    await button(page, 'Add to album').click();
    await expect(page.getByText('Failed to add media to album')).toHaveCount(0);
    const removeFromAlbum = button(page, `Remove ${print} from the album`);
    await expect(removeFromAlbum).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    open = await failRequests(page, 'PUT', /\/api\/curator\/albums\/[^/]+\/media$/);
    await removeFromAlbum.click();
    await expectMessage('Failed to remove media from album');
    await open();
    open = await failRequests(page, 'DELETE', /\/api\/curator\/albums\//);
    await dismiss();
    await button(page, 'Delete album').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete album' }).click();
    await expectMessage('Failed to delete album');
    await open();
    await dismiss();

    open = await failRequests(page, 'PUT', /\/api\/curator\/media\//);
    await button(page, `Edit: ${print}`).click();
    const row = page.getByRole('form', { name: `Edit ${print}` });
    await row.getByRole('textbox', { name: 'Credit' }).fill('Rowe');
    await row.getByRole('button', { name: 'Save' }).click();
    await expectMessage('Failed to update media. Please try again.');
    await expect(row.getByRole('textbox', { name: 'Credit' })).toHaveValue('Rowe');
    await row.getByRole('button', { name: 'Cancel' }).click();
    await open();
    open = await failRequests(page, 'DELETE', /\/api\/curator\/media\/unlink/);
    await button(page, `Detach: ${print}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Detach' }).click();
    await expectMessage('Failed to detach media from voyages. Check console for details.');
    await open();
    await dismiss();

    open = await failRequests(page, 'PUT', /\/api\/curator\/voyages\//);
    await button(page, 'Edit').click();
    await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Rain.');
    await button(page, 'Save').click();
    await expectMessage('Failed to save voyage: The database is unavailable.');
    await expect(page.getByRole('textbox', { name: 'Notes', exact: true })).toHaveValue('Rain.');
    await open();
    await button(page, 'Save').click();
    await expectMessage('✓ Voyage saved successfully');
    await dismiss();

    open = await failRequests(page, 'DELETE', /\/api\/curator\/voyages\//);
    await button(page, `Delete: ${title}`).click();
    await button(page, 'Delete voyage').click();
    await expectMessage('Failed to delete voyage. Please try again.');
    await open();
    await dismiss();
  } finally {
    await deleteTestMedia(page, title);
    await cleanUp(page, { title });
  }
});

test('failed passenger changes name the person; a voyage that fails to load links back', async ({ signedIn: page }) => {
  const title = uniqueTitle('Not in order', page);
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  try {
    const response = await page.request.post('/api/curator/voyages', {
      data: { title, start_date: '1951-02-03' },
      headers,
    });
    const { voyage_slug } = (await response.json()) as { voyage_slug: string };
    for (const person_slug of ['truman-harry-s', 'nimitz-chester-w'])
      await page.request.post('/api/curator/people/link-to-voyage', {
        data: { person_slug, voyage_slug, capacity_role: null, is_crew: false, notes: '' },
        headers,
      });
    const address = `/voyages/${voyage_slug}/edit`;
    await page.goto(address);
    await button(page, /^Move Chester.* up$/).click();
    const reordering = await failRequests(page, 'PUT', /passenger-order/);
    await button(page, 'Update Voyage').click();
    await expect(
      page.getByText(/^Failed to reorder: 503 Service Unavailable\. The database is unavailable\./),
    ).toBeVisible();
    await reordering();

    await button(page, /^Remove Chester/).click();
    const dialog = page.getByRole('alertdialog', { name: /^Remove Chester.* from this voyage\?$/ });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    const removing = await failRequests(page, 'DELETE', /unlink-from-voyage/);
    await button(page, 'Update Voyage').click();
    await expect(page.getByText(/^Failed to remove passenger from voyage: Chester/)).toBeVisible();
    await removing();
    await button(page, 'Update Voyage').click();
    await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();

    await failRequests(page, 'GET', new RegExp(`/api/voyages/${voyage_slug}$`));
    await page.goto(address);
    await expect(page.getByText('Failed to load voyage data', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/voyages$/);
  } finally {
    await cleanUp(page, { title });
  }
});
