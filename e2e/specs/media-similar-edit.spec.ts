import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { aPhoto, deleteTestMedia, type TestFile } from '../pages/media-files.ts';
import { expect, test } from '../pages/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

interface Media {
  media_slug: string;
  title: string;
  url: string;
  preview_state: string | null;
}

async function storedMedia(page: Page, prefix: string): Promise<Media[]> {
  const items = (await (await page.request.get('/api/media', { params: { limit: 1000 } })).json()) as Media[];
  return items.filter(({ title }) => title.startsWith(prefix));
}
const titles = async (page: Page, prefix: string) =>
  (await storedMedia(page, prefix)).map(({ title }) => title).toSorted();

async function upload(page: Page, title: string, file: TestFile): Promise<Media> {
  const response = await page.request.post('/api/curator/media/upload', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { media_slug: 'auto', title, file },
  });
  return (await response.json()) as Media;
}
const bytesOf = async (page: Page, { url }: Media) => (await page.request.get(url)).body();

/** Lets the first upload of a page arrive after some others. */
async function delayFirstUpload(page: Page, others: number): Promise<void> {
  const address = '**/api/curator/media/upload';
  const { promise: othersArrived, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  let arrived = 0;
  await page.route(address, async (route) => {
    sent += 1;
    if (sent === 1) await othersArrived;
    const response = await route.fetch();
    arrived += 1;
    if (arrived === others) resolve();
    await route.fulfill({ response });
  });
}

test('similar images are reviewed after an upload, and each decision is carried out', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes: problems,
}, { project }) => {
  test.slow();
  const prefix = `Similar ${project.name}`;
  const voyage = `${prefix} voyage`;
  const patience = { timeout: 60_000 };
  await page.goto('/');
  await cleanUp(page, { title: voyage });
  await deleteTestMedia(page, prefix);
  try {
    const names = ['used', 'kept', 'replaced', 'undone'];
    // The trash may still contain the copies of an earlier run, so these must be new.
    const run = (Date.now() % 100_000) * names.length;
    const originals: Media[] = [];
    const copies: TestFile[] = [];
    for (const [index, name] of names.entries()) {
      const seed = run + index;
      originals.push(await upload(page, `${prefix} ${name}`, await aPhoto(page, name, { seed })));
      copies.push(await aPhoto(page, `${prefix} copy ${name}`, { seed, quality: 0.6, width: 700 }));
    }
    await expect
      .poll(
        async () => (await storedMedia(page, prefix)).every(({ preview_state: state }) => state === 'ready'),
        patience,
      )
      .toBe(true);
    const created = await page.request.post('/api/curator/voyages', {
      headers: { origin: new URL(page.url()).origin },
      data: { title: voyage, start_date: '1952-07-05' },
    });
    const { voyage_slug: voyageSlug } = (await created.json()) as { voyage_slug: string };

    await page.goto(`/voyages/${voyageSlug}`);
    await page.getByRole('switch', { name: 'Edit Mode' }).check();
    await page
      .getByRole('button', { name: /Upload/ })
      .first()
      .click();
    await dialog(page).locator('input[type=file]').setInputFiles(copies);
    await delayFirstUpload(page, names.length - 1);
    await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
    const tray = page.getByRole('region', { name: 'Uploads' });
    await expect(button(page, 'Review 4 similar images')).toBeVisible(patience);
    await expect(tray.getByText('4 uploaded')).toBeVisible();

    // Pairs without a decision are offered again after a reload.
    page.on('dialog', (leaving) => void leaving.accept());
    await page.reload();
    await button(page, 'Review 4 similar images').click(patience);
    const review = page.getByRole('dialog', { name: 'Review duplicates' });
    const similar = review.getByRole('region', { name: 'Similar images' });
    for (const name of names)
      await expect(similar.getByRole('link', { name: `${prefix} ${name}`, exact: true })).toBeVisible();
    expect(await problems(page)).toEqual([]);

    const decide = (decision: string, name: string) => button(page, `${decision}: ${prefix} copy ${name}.jpg`).click();
    const use = 'Use existing (attach it here)';
    await decide('Keep both', 'kept');
    await decide('Replace', 'replaced');
    await expect(page.getByText('File replaced in 1 record')).toBeVisible();
    await decide(use, 'undone');
    await expect(similar.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(similar.getByRole('listitem')).toHaveCount(2);
    await decide('Keep both', 'undone');
    await decide(use, 'used');
    await expect(review.getByText('No duplicates left to review.')).toBeVisible();
    await button(page, 'Done').click();
    await expect(tray.getByText('2 uploaded, 1 similar image moved to the trash, 1 record replaced')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: voyage })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0);

    const copied = ['copy kept', 'copy undone'].map((name) => `${prefix} ${name}`);
    expect(await titles(page, prefix)).toEqual([...names.map((name) => `${prefix} ${name}`), ...copied].toSorted());
    const linked = (await (await page.request.get(`/api/media/by-voyage/${voyageSlug}`)).json()) as Media[];
    // In the order of the table.
    expect(linked.map(({ title }) => title)).toEqual(
      ['used', 'copy kept', 'replaced', 'copy undone'].map((name) => `${prefix} ${name}`),
    );
    const replaced = (await storedMedia(page, prefix)).find(({ title }) => title === `${prefix} replaced`)!;
    expect((await bytesOf(page, replaced)).equals(copies[2]!.buffer)).toBe(true);
    expect(replaced.media_slug).toBe(originals[2]!.media_slug);

    // The page of a picture that was kept as two records links to the other one.
    await page.goto(`/media/${originals[1]!.media_slug}`);
    const section = page.getByRole('region', { name: 'Similar images' });
    await expect(section.getByRole('link', { name: `${prefix} copy kept` })).toBeVisible();
    expect(await problems(page)).toEqual([]);
  } finally {
    await page.goto('/');
    await cleanUp(page, { title: voyage });
    await deleteTestMedia(page, prefix);
  }
});
