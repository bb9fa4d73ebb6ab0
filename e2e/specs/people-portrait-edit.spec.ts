import type { Locator, Page } from '@playwright/test';
import { Keyboard } from '../pages/keyboard.ts';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

/** A word unique to this run: slugs of deleted people are never reused. */
const newWord = () => [...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('');

test('a portrait is set from the media library, shown with the person, removed, and set again from the picture', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const keys = new Keyboard(page);
  const family = `P${newWord()}`;
  const name = `Portrayed ${family}`;
  const slug = `${family}-portrayed`.toLowerCase();
  const title = `Portrait ${project.name}`;
  await page.goto('/people');
  const headers = { origin: new URL(page.url()).origin };
  await deleteTestMedia(page, title);
  const response = await page.request.post('/api/curator/media/upload', {
    headers,
    multipart: { title, alt_text: 'A guest in a white suit.', media_slug: 'auto', file: await aPng(page, title) },
  });
  const { media_slug, url } = (await response.json()) as { media_slug: string; url: string };
  const preview = async () =>
    ((await (await page.request.get(`/api/media/${media_slug}`)).json()) as { preview_state: string }).preview_state;
  await expect.poll(preview).toBe('ready');
  const voyages = (await (await page.request.get('/api/voyages', { params: { limit: 1 } })).json()) as {
    voyage_slug: string;
  }[];
  const voyage_slug = voyages[0]!.voyage_slug;
  await page.request.post('/api/curator/people', { headers, data: { full_name: name } });
  const link = { person_slug: slug, voyage_slug, capacity_role: 'Guest', is_crew: false, notes: null };
  await page.request.post('/api/curator/people/link-to-voyage', { headers, data: link });
  const medallion = (within: Locator) => within.locator('img[src*="_derivatives/"]');
  try {
    await page.goto(`/people/${slug}`);
    await keys.enableEditMode();
    await keys.press(button(page, 'Set portrait'));
    const picker = page.getByRole('dialog', { name: 'Select Media from Explorer' });
    await keys.type(picker.getByRole('searchbox', { name: 'Search media' }), title);
    await keys.press(picker.getByRole('radio', { name: new RegExp(title) }), 'Space');
    await keys.press(button(picker, 'Set as portrait'));
    await expect(page.getByText(`Portrait of ${name} set`)).toBeVisible();
    const portrait = page.getByRole('img', { name: 'A guest in a white suit.' });
    await expect(portrait).toBeVisible();
    await expect(portrait).toHaveAttribute('src', /_derivatives/);
    await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    await page.goto(`/people?q=${family}`);
    await expect(medallion(page.getByRole('listitem').filter({ hasText: name }))).toBeVisible();
    await page.goto(`/voyages/${voyage_slug}`);
    const passengers = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
    await expect(medallion(passengers.first())).toBeVisible();
    await page.goto('/voyages/new');
    await page.getByRole('combobox', { name: 'Add a person' }).fill(family);
    await expect(medallion(page.getByRole('option', { name: new RegExp(name) }))).toBeVisible();
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await expect(medallion(page.getByRole('list', { name: 'People aboard' }))).toBeVisible();
    await page.getByRole('button', { name: `Remove ${name}` }).click();

    await page.goto(`/people/${slug}`);
    await keys.press(button(page, 'Remove portrait'));
    await expect(portrait).toHaveCount(0);
    await keys.press(button(page, 'Undo'));
    await expect(portrait).toBeVisible();
    await keys.press(button(page, 'Remove portrait'));
    await expect(portrait).toHaveCount(0);

    const path = decodeURIComponent(url).replace('/media-files/', '').split('/');
    const address = { path: path.slice(0, -1).join('/'), file: path.at(-1)! };
    await page.goto(`/media-explorer?${new URLSearchParams(address)}`);
    await keys.press(button(page, 'More'));
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('s');
    await expect(page.getByRole('menuitem', { name: 'Set as portrait' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Set as portrait' });
    await keys.type(dialog.getByRole('combobox', { name: 'Person' }), family);
    await expect(dialog.getByRole('option', { name: new RegExp(name) })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Portrait of ${name} set`)).toBeVisible();
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();

    // A deleted picture leaves initials, and the page says why.
    await page.request.delete(`/api/curator/media/${media_slug}`, { headers, params: { delete_from_s3: 'true' } });
    await page.goto(`/people/${slug}`);
    await expect(page.getByText('The image was deleted.')).toBeVisible();
    await expect(portrait).toHaveCount(0);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  } finally {
    await page.request.delete('/api/curator/people/unlink-from-voyage', {
      headers,
      params: { person_slug: slug, voyage_slug },
    });
    await page.request.delete(`/api/curator/people/${slug}`, { headers });
    await deleteTestMedia(page, title);
  }
});
