import type { Page } from '@playwright/test';
import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';

interface Item {
  place_slug: string;
}
interface Wording {
  wording: string;
  voyage_count: number;
}

const read = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T;

const slugs = async (page: Page) =>
  (await read<Item[]>(page, '/api/places?limit=1000')).map(({ place_slug }) => place_slug);

/** Deletes the places that the test has created. */
async function removePlaces(page: Page, earlier: string[]) {
  const headers = { origin: new URL(page.url()).origin };
  for (const slug of await slugs(page))
    if (!earlier.includes(slug)) await page.request.delete(`/api/curator/places/${slug}`, { headers });
}

test('a curator puts wordings in order with the keyboard, and voyages lead to their places', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const [common] = await read<Wording[]>(page, '/api/curator/places/wordings?limit=1');
  const { wording = '', voyage_count = 0 } = common ?? {};
  const earlier = await slugs(page);
  await page.goto('/places');
  await keys.enableEditMode();
  try {
    await keys.press(page.getByRole('link', { name: /^Places to review \(/ }));
    const box = page.getByRole('checkbox', { name: wording, exact: true });
    await box.focus();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('n');
    await expect(page.getByText(`“${wording}” is a place now`)).toBeVisible();
    await expect(box).toHaveCount(0);
    // The next wording has the focus, so that the keyboard goes on.
    await expect(page.locator('input[type=checkbox]:focus')).toHaveCount(1);
    const other = await page.locator('input[type=checkbox]:focus').inputValue();
    await page.keyboard.press('x');
    await expect(page.getByText(`“${other}”: not a place`)).toBeVisible();
    await keys.press(page.getByRole('button', { name: 'Undo' }).last());
    await expect(page.getByRole('checkbox', { name: other, exact: true })).toBeVisible();

    await page.goto('/places');
    await keys.press(page.getByRole('link', { name: wording, exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: wording })).toBeVisible();
    const voyages = page.getByRole('region', { name: 'Voyages', exact: true }).getByRole('listitem');
    await expect(voyages).toHaveCount(Math.min(voyage_count, 50));
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await voyages.first().getByRole('link').click();
    const place = page.locator('header').getByRole('link', { name: wording, exact: true }).first();
    await expect(place).toHaveAttribute('href', /^\/places\//);
    await place.click();

    await keys.press(page.getByRole('button', { name: 'Edit', exact: true }));
    await keys.type(page.getByRole('textbox', { name: 'Latitude' }), '91');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter degrees from -90 to 90, for example 38.8737.')).toBeVisible();
    await keys.type(page.getByRole('textbox', { name: 'Latitude' }), '38.5');
    await keys.type(page.getByRole('textbox', { name: 'Longitude' }), '-77.25');
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('38.5000° N, 77.2500° W')).toBeVisible();
    await keys.press(page.getByRole('button', { name: 'Delete', exact: true }));
    await keys.press(page.getByRole('button', { name: 'Delete place' }));
    await expect(page).toHaveURL(/\/places$/);
  } finally {
    await removePlaces(page, earlier);
  }
});
