import { cleanUp } from '../pages/api.ts';
import { aPdf } from '../pages/media-files.ts';
import { expect, signIn, test } from '../pages/test.ts';
import { field, place, saveVoyage, startVoyage, status, uniqueTitle } from '../pages/voyage-form.ts';

test('creates a voyage with a new owner, two new people, a spin, three sources and a PDF', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const title = uniqueTitle('A regatta below the bridge', page);
  const owner = `Elmer Q. Tester ${page.viewportSize()?.width}`;
  await page.goto('/voyages');
  try {
    const edit = page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await edit.isChecked())) await edit.click();
    await page.getByRole('link', { name: '+ New Voyage' }).click();
    await field(page, 'Voyage Title').fill(title);
    await page.getByRole('combobox', { name: 'Voyage Type' }).selectOption('Private');

    await page.getByRole('button', { name: '+ New President/Owner' }).click();
    const dialog = page.getByRole('dialog', { name: 'New President/Owner' });
    await dialog.getByLabel('Full Name').fill(owner);
    await dialog.getByLabel('Political Party or Owner Type').fill('Private Owner');
    await dialog.getByLabel('Term Start').pressSequentially('1952');
    await dialog.getByRole('button', { name: 'Add President/Owner' }).click();
    const chosen = page.getByRole('combobox', { name: 'President/Owner' });
    await expect(chosen.locator('option:checked')).toHaveText(`${owner} (new)`);

    await field(page, /^Start Date/).pressSequentially('19520704');
    await field(page, 'Start Time').pressSequentially('0930');
    await expect(field(page, /^Start Date/)).toHaveValue('1952-07-04');
    await place(page, 'Start Location').fill('Annapolis');
    await page.getByRole('checkbox', { name: 'Drinks/Wine' }).check();
    for (const name of ['Odalys Quillfeather', 'Bram Quillfeather']) {
      await page.getByRole('combobox', { name: 'Add a person' }).fill(name);
      await page.getByRole('option', { name: /as a new person/ }).click();
      await page.getByRole('group', { name: 'New person' }).getByRole('button', { name: 'Add person' }).click();
      await expect(page.getByRole('list', { name: 'People aboard' }).getByText(name, { exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Move Bram Quillfeather up' }).click();
    await page.getByRole('button', { name: 'Add spin' }).click();
    await field(page, 'Quote').fill('She heels like a duchess.');
    await expect(page.getByRole('blockquote')).toHaveText('She heels like a duchess.');
    const source = field(page, 'Citation or link').first();
    for (const text of ['Club yearbook, 1952', 'https://example.org/regatta', 'Deck log'])
      await source.fill(text).then(() => source.press('Enter'));
    await expect(page.getByRole('list', { name: 'Sources', exact: true }).getByRole('listitem')).toHaveCount(3);
    const papers = aPdf(`Club papers ${page.viewportSize()?.width}`);
    await page.getByLabel('Files for Sources').setInputFiles(papers);
    await field(page, `Credit for ${papers.name}`).fill('The club');
    expect(await accessibilityProblems(page)).toEqual([]);
    await saveVoyage(page, 'Save Voyage');
    await expect(page.getByText(`President/Owner ${owner} created successfully!`)).toBeVisible();

    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    await expect(page.getByText('Before / After Presidential Service').first()).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByText('She heels like a duchess.')).toBeVisible();
    const people = page.getByRole('region', { name: 'People' }).locator('a[href^="/people/"]');
    await expect(people).toHaveText(['Bram Quillfeather', 'Odalys Quillfeather']);
    await expect(page.getByText('Club yearbook, 1952')).toBeVisible();
    await expect(page.getByRole('figure').filter({ hasText: 'The club' })).toBeVisible();

    await page.goto('/voyages');
    await page.getByRole('button', { name: 'Timeline' }).click();
    await page.getByRole('combobox', { name: 'Year' }).selectOption('1952');
    await expect(page.getByRole('heading', { level: 2, name: 'July 4, 1952' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Voyages' }).getByRole('link', { name: title })).toBeVisible();
  } finally {
    await cleanUp(page, { title, owners: [owner] });
  }
});

test('a draft survives a reload and an expired session', async ({ signedIn: page }) => {
  const title = uniqueTitle('Half a story', page);
  page.on('dialog', (dialog) => void dialog.accept());
  await startVoyage(page, title);
  await expect(status(page)).toHaveText('2 unsaved changes');
  await page.reload();
  await expect(page.getByText(`“${title}” (July 4, 1952)`)).toBeVisible();
  await page.getByRole('button', { name: 'Resume draft' }).click();
  await expect(field(page, 'Voyage Title')).toHaveValue(title);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await place(page, 'Start Location').fill('Annapolis');
  // Forced, because the page may have noticed before the click, when it asked the server for something. Then the click does nothing.
  await page.getByRole('button', { name: 'Save Voyage' }).click({ force: true });
  await signIn(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(place(page, 'Start Location')).toHaveValue('Annapolis');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Discard changes' })
    .click();
  await expect(page).toHaveURL(/\/voyages$/);
  await page.context().addCookies(cookies);
});

test.describe('two windows', () => {
  test.use({ expectedConsoleErrors: /status of 412/ });

  test('that edit the same voyage offer both versions and save the chosen values', async ({
    signedIn: page,
    accessibilityProblems,
  }) => {
    const title = uniqueTitle('Two hands at the helm', page);
    try {
      await startVoyage(page, title);
      await saveVoyage(page, 'Save Voyage');
      const { 0: created } = (await (await page.request.get('/api/voyages', { params: { q: title } })).json()) as {
        voyage_slug: string;
      }[];
      const editUrl = `/voyages/${created?.voyage_slug}/edit`;
      const other = await page.context().newPage();
      await page.goto(editUrl);
      await place(page, 'Start Location').fill('Annapolis');
      await other.goto(editUrl);
      await place(other, 'Start Location').fill('Norfolk');
      await field(other, 'Notes').fill('Fog until noon.');
      await saveVoyage(other, 'Update Voyage');

      await page.getByRole('button', { name: 'Update Voyage' }).click();
      const dialog = page.getByRole('dialog', { name: 'You saved this voyage in another window' });
      await expect(dialog.getByText(/^Saved on .* at \d+:\d\d [AP]M by you, in another window/)).toBeVisible();
      await expect(dialog.getByRole('radio', { name: 'This window: Annapolis' })).toBeChecked();
      await expect(dialog.getByRole('radio', { name: 'Other window: Fog until noon.' })).toBeChecked();
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Save with these choices' }).click();
      await expect(page).toHaveURL(/\/voyages$/);
      await page.goto(editUrl);
      await expect(place(page, 'Start Location')).toHaveValue('Annapolis');
      await expect(field(page, 'Notes')).toHaveValue('Fog until noon.');
    } finally {
      await cleanUp(page, { title });
    }
  });
});

test('deletes a voyage after confirmation, and restores it', async ({ signedIn: page, accessibilityProblems }) => {
  const title = uniqueTitle('Gone and back', page);
  try {
    await startVoyage(page, title);
    await saveVoyage(page, 'Save Voyage');
    const edit = page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await edit.isChecked())) await edit.click();
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Delete: ${title}` }).click();
    await expect(page.getByRole('alertdialog', { name: 'Are you sure you want to delete this voyage?' })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete voyage' }).click();
    await expect(page.getByText('Voyage deleted successfully')).toBeVisible();
    await expect(page.getByText('No voyages found.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible();
  } finally {
    await cleanUp(page, { title });
  }
});
