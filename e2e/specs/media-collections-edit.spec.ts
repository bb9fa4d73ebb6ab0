import type { Page } from '@playwright/test';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { uniqueTitle } from '../pages/voyage-form.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function editMode(page: Page): Promise<void> {
  const mode = page.getByRole('switch', { name: 'Edit Mode' });
  if (!(await mode.isChecked())) await mode.check();
}

interface ListedCollection {
  album_slug: string;
  title: string;
}

/** Collections of this test. */
async function collectionsTitled(page: Page, title: string): Promise<ListedCollection[]> {
  const response = await page.request.get('/api/curator/collections');
  return ((await response.json()) as ListedCollection[]).filter((collection) => collection.title.startsWith(title));
}

async function deleteCollections(page: Page, title: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  for (const { album_slug } of await collectionsTitled(page, title))
    await page.request.delete(`/api/curator/albums/${album_slug}`, { headers });
}

/** Uploads pictures to the library, each with a name of its own. */
async function uploadPictures(page: Page, names: readonly string[]): Promise<string[]> {
  const headers = { origin: new URL(page.url()).origin };
  const slugs: string[] = [];
  for (const title of names) {
    const file = await aPng(page, title);
    const response = await page.request.post('/api/curator/media/upload', {
      headers,
      multipart: { file, media_slug: 'auto', title, media_type: 'image' },
    });
    slugs.push(((await response.json()) as { media_slug: string }).media_slug);
  }
  return slugs;
}

test('makes a collection, arranges it, and shows it to readers', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
  hasTouch,
}) => {
  test.slow();
  const title = uniqueTitle('Dinners aboard', page);
  const [bow, stern, mast] = ['bow', 'stern', 'mast'].map((part) => `${title} ${part}`) as [string, string, string];
  await page.goto('/media-explorer');
  await deleteTestMedia(page, title);
  await deleteCollections(page, title);
  try {
    await uploadPictures(page, [bow, stern]);
    await page.getByRole('link', { name: 'Collections' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible();
    await editMode(page);

    // Created with an introduction in Markdown.
    await page.getByRole('button', { name: 'New collection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New collection' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
    await dialog.getByRole('textbox', { name: 'Introduction' }).fill('Menus of **state dinners**.');
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('state dinners', { exact: true })).toHaveCSS('font-weight', /[67]00/);
    await expect(page.getByText('This collection is empty.')).toBeVisible();
    expect(await problems(page)).toEqual([]);

    // Added from the library, one by one.
    for (const name of [bow, stern]) {
      await button(page, 'Add from the media library').click();
      const picker = page.getByRole('dialog', { name: 'Select Media from Explorer' });
      await picker.getByRole('searchbox', { name: 'Search media' }).fill(name);
      await picker.getByText(name, { exact: true }).first().click();
      await picker.getByRole('button', { name: 'Add to collection' }).click();
      await expect(picker).toBeHidden();
    }
    const sheet = page.getByRole('list', { name: `Media of ${title}` });
    const items = sheet.getByRole('listitem');
    const order = (...names: string[]) => expect(items).toContainText(names);
    await order(bow, stern);

    // Dropped on the page and uploaded.
    const file = await aPng(page, mast);
    const transfer = await page.evaluateHandle(
      ([name, base64]) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name!, { type: 'image/png' }));
        return data;
      },
      [file.name, file.buffer.toString('base64')],
    );
    await page.locator('main').dispatchEvent('drop', { dataTransfer: transfer });
    const upload = page.getByRole('dialog', { name: 'Upload Media to Explorer' });
    await expect(upload.getByText(title, { exact: true })).toBeVisible();
    await upload.getByRole('combobox', { name: 'President' }).selectOption({ label: 'Harry S. Truman' });
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await order(bow, stern, mast);
    await expect(upload).toBeHidden();

    // Arranged by drag or by buttons; touch has the buttons.
    if (hasTouch) for (let step = 0; step < 2; step += 1) await button(page, `Move ${mast} earlier`).click();
    else await items.nth(2).dragTo(items.nth(0), { targetPosition: { x: 4, y: 40 } });
    await order(mast, bow, stern);
    await button(page, `Remove ${bow} from the collection`).click();
    await order(mast, stern);
    await button(page, 'Undo').click();
    await order(mast, bow, stern);
    expect(await problems(page)).toEqual([]);

    await button(page, 'Edit title and introduction').click();
    const form = page.getByRole('form', { name: `Edit ${title}` });
    await form.getByRole('textbox', { name: 'Introduction' }).fill('Menus and *seating plans*.');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('seating plans', { exact: true })).toHaveCSS('font-style', 'italic');

    // Readers: the viewer steps through the collection, and Back closes only the viewer.
    await page.getByRole('switch', { name: 'Edit Mode' }).uncheck();
    await expect(button(page, 'Upload media')).toBeHidden();
    expect(await problems(page)).toEqual([]);
    const address = page.url();
    await sheet.getByRole('link', { name: mast }).first().click();
    const viewer = page.getByRole('dialog', { name: mast });
    await expect(viewer.getByText('1 of 3')).toBeVisible();
    await viewer.press('ArrowRight');
    await expect(page.getByRole('dialog', { name: bow })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(page.url()).toBe(address);

    // The page of an item has its neighbors in the collection, and links back.
    await sheet.getByRole('link', { name: bow }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: bow })).toBeVisible();
    const neighbors = page.getByRole('navigation', { name: 'In this collection' });
    await neighbors.getByRole('link', { name: `Next: ${stern}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: stern })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Collections' })).toBeVisible();
    await neighbors.getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(address);

    // The search finds the collection and opens its page.
    await page.goto(`/search?q=${encodeURIComponent(`"${title}"`)}&kind=album`);
    await page.getByRole('link', { name: title }).first().click();
    await expect(page).toHaveURL(address);
  } finally {
    await deleteCollections(page, title);
    await deleteTestMedia(page, title);
  }
});

test('collects selected media, and orders, deletes and restores collections with the keyboard only', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}) => {
  test.slow();
  const title = uniqueTitle('Signal flags', page);
  const [first, second] = [`${title} one`, `${title} two`];
  await page.goto('/media-explorer/all');
  await deleteTestMedia(page, title);
  await deleteCollections(page, title);
  const press = async (name: string) => {
    await button(page, name).focus();
    await page.keyboard.press('Enter');
  };
  try {
    await uploadPictures(page, [`${title} bow`, `${title} stern`]);
    await page.goto(`/media-explorer/all?q=${encodeURIComponent(title)}`);
    await editMode(page);
    await press('Select all 2');
    await press('Add to collection');
    const dialog = page.getByRole('dialog', { name: 'Add 2 files to a collection' });
    const choice = dialog.getByRole('combobox', { name: 'Collection' });
    await choice.focus();
    // The last choice.
    await page.keyboard.press('End');
    await expect(choice).toHaveValue('');
    await page.keyboard.press('Tab');
    await page.keyboard.type(first);
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`2 files added to “${first}”`)).toBeVisible();

    // Adding the picture to the same collection again changes nothing.
    await press('Add to collection');
    const { album_slug } = (await collectionsTitled(page, first))[0]!;
    await choice.focus();
    await page.keyboard.type(first.slice(0, 40));
    await expect(choice).toHaveValue(album_slug);
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add to collection' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`“${first}” already has the selected media`)).toBeVisible();

    // A second collection, which is moved before the first.
    await page.goto('/media-explorer/collections');
    await press('New collection');
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.type(second);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
    await page.goBack();
    const cards = page.getByRole('list', { name: 'Collections' }).getByRole('listitem');
    await expect(cards.filter({ hasText: title })).toContainText([first, second]);
    await press(`Move ${second} earlier`);
    await expect(cards.filter({ hasText: title })).toContainText([second, first]);
    await expect(button(page, `Move ${second} earlier`)).toBeFocused();
    await expect
      .poll(async () => (await collectionsTitled(page, title)).map((listing) => listing.title))
      .toEqual([second, first]);
    expect(await problems(page)).toEqual([]);

    // Deleted, restored by Undo, deleted again, and restored on its page.
    await page.goto(`/media/collections/${album_slug}`);
    const remove = async () => {
      await press('Delete collection');
      const confirmation = page.getByRole('alertdialog', {
        name: `Delete collection "${first}"? Media will not be deleted.`,
      });
      await confirmation.getByRole('button', { name: 'Delete collection' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(`“${first}” deleted`)).toBeVisible();
    };
    await remove();
    await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible();
    await press('Undo');
    await expect(page.getByText(`“${first}” restored`)).toBeVisible();
    await expect(cards.filter({ hasText: title })).toContainText([second, first]);
    await page.goto(`/media/collections/${album_slug}`);
    await remove();
    await page.goto(`/media/collections/${album_slug}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Collection deleted' })).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await press('Restore');
    await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
    await expect(page.getByRole('list', { name: `Media of ${first}` }).getByRole('listitem')).toHaveCount(2);

    await page.goto(`/media/collections/${album_slug}-elsewhere`);
    await expect(page.getByRole('heading', { level: 1, name: 'Collection not found' })).toBeVisible();
  } finally {
    await deleteCollections(page, title);
    await deleteTestMedia(page, title);
  }
});
