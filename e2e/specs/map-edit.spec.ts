import type { Page } from '@playwright/test';
import { Keyboard } from '../pages/keyboard.ts';
import { expect, test } from '../pages/test.ts';

interface Item {
  place_slug: string;
}
interface Wording {
  wording: string;
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

test('a position set on the map shows the voyages there, under the filters of the list', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const earlier = await slugs(page);
  const [first] = await read<Wording[]>(page, '/api/curator/places/wordings?limit=1');
  const wording = first?.wording ?? '';
  await page.goto('/places');
  await keys.enableEditMode();
  try {
    const headers = { origin: new URL(page.url()).origin };
    const created = await page.request.post('/api/curator/places', { data: { name: wording }, headers });
    const { place_slug: slug } = (await created.json()) as Item;

    await page.goto(`/places/${slug}`);
    await keys.press(page.getByRole('button', { name: 'Edit', exact: true }));
    await keys.press(page.getByRole('button', { name: 'Set on the map' }));
    const position = page.getByRole('application', { name: 'Position of this place' });
    await keys.press(position);
    const latitude = page.getByRole('textbox', { name: 'Latitude' });
    await expect(latitude).toHaveValue(/^38\.\d+$/);
    const center = Number(await latitude.inputValue());
    await position.press('ArrowUp');
    await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(center);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await keys.press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('application', { name: `Map of ${wording}` })).toBeVisible();

    const [voyage] = await read<{ start_date: string }[]>(page, `/api/voyages?place=${slug}&limit=1`);
    const year = voyage!.start_date.slice(0, 4);
    await page.goto(`/voyages?date_from=${year}&date_to=${year}`);
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    const map = page.getByRole('application', { name: /^Map of \d+ places?$/ });
    await expect(map).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    // The list beside the map says the same to everybody who doesn’t use it.
    const link = page.getByRole('link', { name: `: ${wording}` });
    const [count = ''] = (await link.innerText()).split(' ');
    await keys.press(page.getByRole('button', { name: wording, exact: true }), 'Space');
    await expect(page.getByRole('link', { name: 'About this place' })).toHaveAttribute('href', `/places/${slug}`);
    await expect(page.getByRole('button', { name: wording, exact: true })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Timeline' }).click();
    await expect(page.getByRole('slider', { name: 'Year' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`date_from=${year}`));
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await keys.press(link);
    await expect(page).toHaveURL(new RegExp(`date_from=${year}.*place=${slug}|place=${slug}.*date_from=${year}`));
    await expect(page.getByRole('button', { name: `Remove filter: Place: ${wording}` })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${count} voyages?\\b`)).first()).toBeVisible();
  } finally {
    await removePlaces(page, earlier);
  }
});
