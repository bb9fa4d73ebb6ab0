import { Keyboard } from '../pages/keyboard.ts';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

test('people aboard are marked in a picture by keyboard and by dragging, shown over it and on their pages, and undone', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const keys = new Keyboard(page);
  const title = `Guests on deck ${project.name}`;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await page.goto('/people');
  const headers = { origin: new URL(page.url()).origin };
  await deleteTestMedia(page, title);
  const voyages = (await (await page.request.get('/api/voyages', { params: { limit: 50 } })).json()) as {
    voyage_slug: string;
    people_count: number;
  }[];
  const { voyage_slug } = voyages.find(({ people_count }) => people_count >= 2)!;
  const multipart = { title, voyage_slug, media_slug: 'auto', file: await aPng(page, title) };
  const uploaded = await page.request.post('/api/curator/media/upload', { headers, multipart });
  const { media_slug } = (await uploaded.json()) as { media_slug: string };
  const media = async <T>(path = '') => (await (await page.request.get(`/api/media/${media_slug}${path}`)).json()) as T;
  await expect.poll(async () => (await media<{ preview_state: string }>()).preview_state).toBe('ready');
  const people = async () =>
    (
      await media<{
        people: { person_slug: string; full_name: string; region: { x: number; y: number; width: number } | null }[];
      }>('/people')
    ).people;
  try {
    await page.goto(`/media/${media_slug}`);
    await keys.enableEditMode();
    await keys.press(button('Mark people'));
    const aboard = page.getByRole('list', { name: 'Aboard the voyage' }).getByRole('button');
    await keys.press(aboard.first());
    const region = page.getByRole('button', { name: /^Region of / });
    await expect(region).toBeFocused();
    await page.keyboard.press('Shift+ArrowDown');
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    // Keys arrive faster than the page renders, as when a key repeats on a busy computer; no step may be lost.
    await region.evaluate((element) => {
      for (let step = 0; step < 3; step += 1)
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    });
    await page.keyboard.press('Enter');
    await expect(region).toHaveCount(0);
    const [first] = await people();
    expect(first?.region).toEqual({ x: 0.43, y: 0.3, width: 0.2, height: 0.26 });

    await aboard.first().click();
    await expect(page.locator('[data-zoom]')).toBeVisible();
    await region.scrollIntoViewIfNeeded();
    const area = (await region.boundingBox())!;
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 30, { steps: 4 });
    await page.mouse.up();
    await button('Save region').click();
    await expect.poll(async () => (await people()).length).toBe(2);
    const second = (await people())[1]!;
    // The middle of the area is the middle of the picture.
    expect(second.region!.x).toBeCloseTo(0.5, 1);
    expect(second.region!.width).toBeCloseTo(30 / area.width, 1);

    const list = page.getByRole('list', { name: 'In this image' });
    const label = page.locator('[data-zoom]').getByText(first!.full_name, { exact: true });
    await expect(label).toHaveCSS('opacity', '0');
    await list.getByRole('link', { name: first!.full_name }).focus();
    await expect(label).toHaveCSS('opacity', '1');

    await keys.press(button(`Remove ${second.full_name}`));
    await expect(page.getByText(`${second.full_name} is no longer marked`)).toBeVisible();
    expect(await people()).toHaveLength(1);
    // The smallest element with both texts is the message of this removal.
    const removal = page
      .locator('div')
      .filter({ hasText: `${second.full_name} is no longer marked` })
      .filter({ has: button('Undo') })
      .last();
    await removal.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('link', { name: second.full_name })).toBeVisible();
    expect((await people())[1]).toEqual(second);

    await page.goto(`/people/${first!.person_slug}`);
    const pictures = page.getByRole('region', { name: 'In these images' });
    await pictures.getByRole('link', { name: new RegExp(title) }).click();
    await expect(page).toHaveURL(new RegExp(`/media/${media_slug}`));
    await expect(list).toBeVisible();
  } finally {
    await deleteTestMedia(page, title);
  }
});
