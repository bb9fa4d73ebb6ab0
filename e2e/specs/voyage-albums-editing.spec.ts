import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';
import { uniqueTitle } from '../pages/voyage-form.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test('puts two photographs into a new album in four actions, and arranges them', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
  hasTouch,
}) => {
  test.slow();
  const title = uniqueTitle('Albums at hand', page);
  const [bow, stern, mast] = ['bow', 'stern', 'mast'].map((part) => `${title} ${part}`) as [string, string, string];
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  await deleteTestMedia(page, title);
  try {
    const response = await page.request.post('/api/curator/voyages', {
      data: { title, start_date: '1951-03-04' },
      headers,
    });
    const { voyage_slug } = (await response.json()) as { voyage_slug: string };
    await page.goto(`/voyages?q=${encodeURIComponent(title)}`);
    const edit = page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await edit.isChecked())) await edit.click();
    await button(page, `Show details: ${title}`).click();
    const files = [await aPng(page, bow), await aPng(page, stern)];

    let actions = 0;
    const act = async (action: () => Promise<unknown>) => {
      actions += 1;
      await action();
    };
    await act(() => button(page, 'Create album').click());
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
    await act(() => page.keyboard.type('On deck'));
    await act(() => page.getByLabel('Photos or documents for the album').setInputFiles(files));
    expect(await problems(page)).toEqual([]);
    await act(() => page.getByRole('textbox', { name: 'Title', exact: true }).press('Enter'));
    expect(actions).toBe(4);

    // The voyage lists the same media.
    const album = page.getByRole('list', { name: 'Media of On deck' });
    const inAlbum = (role: 'button' | 'checkbox', name: string) => album.getByRole(role, { name, exact: true });
    const pictures = album.getByRole('listitem');
    const order = (...names: string[]) => expect(pictures).toContainText(names);
    await order(bow, stern);
    await expect(button(page, /^On deck/)).toBeFocused();
    await expect(page.getByText('2 files added to “On deck”')).toBeVisible();
    expect(await problems(page)).toEqual([]);

    // Dropped from outside, then dragged to the front; touch has the buttons instead.
    const mastFile = await aPng(page, mast);
    const transfer = await page.evaluateHandle(
      ([name, base64]) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name!, { type: 'image/png' }));
        return data;
      },
      [mastFile.name, mastFile.buffer.toString('base64')],
    );
    await album.dispatchEvent('drop', { dataTransfer: transfer });
    const upload = page.getByRole('dialog', { name: 'Upload New Media to Voyage' });
    await expect(upload.getByRole('combobox', { name: 'Album' })).toContainText('On deck');
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await order(bow, stern, mast);
    // The list above the album grows too, which moves what is clicked next.
    await expect(page.getByRole('list', { name: `Media of ${title}` }).getByRole('listitem')).toHaveCount(3);
    if (hasTouch) for (let step = 0; step < 2; step += 1) await inAlbum('button', `Move ${mast} earlier`).click();
    else await pictures.nth(2).dragTo(pictures.nth(0), { targetPosition: { x: 4, y: 40 } });
    await order(mast, bow, stern);

    // The same by keyboard; the button keeps focus.
    await inAlbum('button', `Move ${mast} later`).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await order(bow, stern, mast);
    await expect(inAlbum('button', `Move ${mast} later`)).toBeFocused();

    await button(page, 'Edit title and description of On deck').click();
    await page
      .getByRole('form', { name: 'Edit On deck' })
      .getByRole('textbox', { name: 'Description' })
      .fill('Fore and aft.');
    await button(page, 'Save').click();
    await expect(page.getByText('Fore and aft.')).toBeVisible();
    await expect(button(page, 'Edit title and description of On deck')).toBeFocused();

    await inAlbum('checkbox', `Select ${bow}`).check();
    await inAlbum('checkbox', `Select ${stern}`).check();
    await button(page, 'Remove from album').click();
    await order(mast);
    await expect(button(page, `Remove ${mast} from the album`)).toBeFocused();
    await button(page, 'Undo').click();
    await order(bow, stern, mast);

    // Everything is stored, and the pictures are attached to the voyage too.
    await page.goto(`/voyages/${voyage_slug}`);
    await button(page, /^On deck/).click();
    await expect(page.getByText('Fore and aft.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Media in “On deck”' })).toBeVisible();
    const media = await page.request.get(`/api/media/by-voyage/${voyage_slug}`);
    expect((await media.json()) as unknown[]).toHaveLength(3);
  } finally {
    await deleteTestMedia(page, title);
    await cleanUp(page, { title });
  }
});

test('arranges the media of a voyage, and restores the order from the history', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
  hasTouch,
}) => {
  test.slow();
  const title = uniqueTitle('Arranged', page);
  const [bow, stern, mast, menu] = ['bow', 'stern', 'mast', 'menu'].map((part) => `${title} ${part}`) as [
    string,
    string,
    string,
    string,
  ];
  await page.goto('/voyages');
  const headers = { origin: new URL(page.url()).origin };
  await deleteTestMedia(page, title);
  try {
    const response = await page.request.post('/api/curator/voyages', {
      data: { title, start_date: '1951-03-05' },
      headers,
    });
    const { voyage_slug } = (await response.json()) as { voyage_slug: string };
    for (const name of [bow, stern, mast])
      await page.request.post('/api/curator/media/upload', {
        headers,
        multipart: { media_slug: 'auto', title: name, voyage_slug, file: await aPng(page, name) },
      });
    await page.request.post('/api/curator/media/upload', {
      headers,
      multipart: { media_slug: 'auto', title: menu, file: await aPng(page, menu) },
    });
    await page.goto(`/voyages/${voyage_slug}`);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page.getByRole('link', { name: 'Edit media and albums' }).click();

    const list = page.getByRole('list', { name: `Media of ${title}`, exact: true });
    const items = list.getByRole('listitem');
    const order = (...names: string[]) => expect(items).toContainText(names);
    await order(bow, stern, mast);
    expect(await problems(page)).toEqual([]);
    const saved = () =>
      page.waitForResponse((stored) => stored.request().method() === 'PUT' && stored.url().endsWith('/media'));
    // By mouse, or by the buttons on a phone.
    if (hasTouch)
      for (const _ of [1, 2]) {
        const stored = saved();
        await button(page, `Move ${mast} earlier`).tap();
        await stored;
      }
    else {
      const stored = saved();
      await items.nth(2).dragTo(items.nth(0), { targetPosition: { x: 4, y: 40 } });
      await stored;
    }
    await order(mast, bow, stern);

    // By keyboard; the button keeps focus.
    await button(page, `Move ${mast} later`).focus();
    await page.keyboard.press('Enter');
    await order(bow, mast, stern);
    await expect(button(page, `Move ${mast} later`)).toBeFocused();

    // Attach library media, and move it to the other category.
    await button(page, 'Attach existing media').click();
    const picker = page.getByRole('dialog', { name: 'Select Media from Explorer' });
    await picker.getByPlaceholder('Search by title or description...').fill(menu);
    await picker.getByRole('radio', { name: new RegExp(menu.replace(/[()]/g, '\\$&')) }).check({ force: true });
    await picker.getByRole('button', { name: 'Add to Voyage' }).click();
    await order(bow, mast, stern, menu);
    await page.getByRole('checkbox', { name: `Select ${menu}` }).check();
    await button(page, 'Move to additional sources').click();
    const additional = page.getByRole('list', { name: `Media of ${title}: Additional sources` });
    await expect(additional.getByRole('listitem')).toContainText([menu]);
    expect(await problems(page)).toEqual([]);
    if (!hasTouch) {
      const sources = page.getByRole('list', { name: `Media of ${title}: Sources` });
      await sources
        .getByRole('listitem')
        .nth(0)
        .dragTo(additional.getByRole('listitem').nth(0), { targetPosition: { x: 4, y: 40 } });
      await expect(additional.getByRole('listitem')).toContainText([bow, menu]);
    }

    // The history has each change, and restores the order from before the media was attached.
    await button(page, `Change history: ${title}`).click();
    const history = page.getByRole('dialog');
    await expect(history.getByText(`${menu} (additional source)`).first()).toBeVisible();
    // Newest first: below the new categories is the attachment.
    await history
      .getByRole('button', { name: /^Restore previous version/ })
      .nth(hasTouch ? 1 : 2)
      .click();
    await button(page, 'Restore version').click();
    await expect(page.getByText(`Previous version of ${title} restored`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(history).toHaveCount(0);
    await order(bow, mast, stern);

    // Readers see the same order.
    await page.goto(`/voyages/${voyage_slug}`);
    const titles = page.getByRole('main').locator('section').filter({ hasText: 'Photos & documents' }).locator('li');
    await expect(titles).toContainText([bow, mast, stern]);
  } finally {
    await deleteTestMedia(page, title);
    await cleanUp(page, { title });
  }
});
