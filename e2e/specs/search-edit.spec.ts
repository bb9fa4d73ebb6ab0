import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { aPng, aScan, deleteTestMedia, type TestFile } from '../pages/media-files.ts';
import { results, search } from '../pages/search.ts';
import { expect, test } from '../pages/test.ts';

test.use({ readsTexts: true });

const headers = (page: Page) => ({ origin: new URL(page.url()).origin });
const edit = (page: Page) => page.getByRole('switch', { name: 'Edit Mode' }).check();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Uploads a file through the API. Returns its slug. */
async function store(
  page: Page,
  title: string,
  file: TestFile,
  fields?: { tags?: string[]; credit?: string },
): Promise<string> {
  const response = await page.request.post('/api/curator/media/upload', {
    headers: headers(page),
    multipart: { title, media_slug: 'auto', file },
  });
  expect(response.status()).toBe(201);
  const { media_slug: slug } = (await response.json()) as { media_slug: string };
  if (fields) {
    const url = `/api/curator/media/${slug}`;
    expect((await page.request.put(url, { headers: headers(page), data: fields })).status()).toBe(200);
  }
  return slug;
}

test('a word that only a scan contains is found from Home, marked on its page, and corrected', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const prefix = `Scan ${project.name}`;
  await page.goto('/');
  await deleteTestMedia(page, prefix);
  try {
    const words = 'The steward served sassafras tea and cold duckling on the fantail.';
    await store(page, prefix, await aScan(page, prefix, words));
    const hits = async () => {
      const response = await page.request.get('/api/search', { params: { q: 'sassafras' } });
      return ((await response.json()) as { title: string }[]).map(({ title }) => title);
    };
    await expect.poll(hits, { timeout: 90_000 }).toContain(prefix);

    await search(page, 'sassafras');
    await results(page).getByRole('link', { name: prefix }).click();
    const text = page.getByRole('region', { name: 'Text of page 1' });
    await expect(text.locator('mark')).toHaveText('sassafras');
    await expect(text).toContainText('Recognized by software');
    await edit(page);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    await button(page, 'Edit text').click();
    const dialog = page.getByRole('dialog', { name: 'Edit text of page 1' });
    await dialog.getByRole('textbox', { name: 'Text' }).fill('The steward served sarsaparilla.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(text).toContainText('sarsaparilla');
    await expect(text).toContainText('Edited by a curator.');
    await button(page, 'Undo').click();
    await expect(text).toContainText('sassafras');
    await expect(page).toHaveURL(/q=sassafras/);
  } finally {
    await deleteTestMedia(page, prefix);
  }
});

test('a photograph is found from Home by its credit, in two actions', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  const prefix = `Bow wave ${project.name}`;
  await page.goto('/');
  await deleteTestMedia(page, prefix);
  try {
    await store(page, prefix, await aPng(page, prefix), { credit: 'Photograph by Cornelius Miller' });
    await search(page, 'cornelius miller');
    const found = results(page).getByRole('listitem').filter({ hasText: prefix });
    await expect(found.locator('mark')).toHaveText(['Cornelius', 'Miller']);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    await found.getByRole('link', { name: prefix }).click();
    await expect(page).toHaveURL(/\/media\/[\w-]+$/);
    await expect(page.getByText('Cornelius Miller').first()).toBeVisible();
  } finally {
    await deleteTestMedia(page, prefix);
  }
});

test('every voyage with Kissinger in 1971 is found from Home, in two actions', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  const titleOf = (what: string) => `Evening sail ${project.name}, ${what}`;
  const voyages = [
    { title: titleOf('with him in May'), start_date: '1971-05-20', isAboard: true },
    { title: titleOf('with him in July'), start_date: '1971-07-16', isAboard: true },
    { title: titleOf('without him'), start_date: '1971-07-17', isAboard: false },
  ];
  await page.goto('/');
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api/curator/${path}`, { headers: headers(page), data });
    expect(response.ok()).toBe(true);
    return (await response.json()) as { voyage_slug: string };
  };
  try {
    for (const { isAboard, ...voyage } of voyages) {
      const { voyage_slug } = await post('voyages', voyage);
      if (isAboard) await post('people/link-to-voyage', { voyage_slug, person_slug: 'kissinger-henry-a' });
    }
    await search(page, 'kissinger 1971');
    await page.getByRole('link', { name: /^Voyages 2$/ }).click();
    await expect(page).toHaveURL(/kind=voyage/);
    await expect(results(page).getByRole('link')).toHaveText([voyages[0]!.title, voyages[1]!.title]);
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
  } finally {
    for (const { title } of voyages) await cleanUp(page, { title });
  }
});

test('all media are searched and filtered in one list, and a tag is renamed and restored', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}, { project }) => {
  test.slow();
  const prefix = `Gallery ${project.name}`;
  const [tag, renamed] = [`Quarterdeck ${project.name}`, `Fantail ${project.name}`];
  await page.goto('/');
  await deleteTestMedia(page, prefix);
  try {
    for (const name of [`${prefix} one`, `${prefix} two`])
      await store(page, name, await aPng(page, name), name.endsWith('one') ? { tags: [tag] } : undefined);
    await page.goto('/media-explorer');
    await page.getByRole('link', { name: 'All media', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search all media' }).fill(prefix);
    await expect(page.getByText('2 items', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Tag' }).selectOption(`${tag} (1)`);
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: `${prefix} one` }).first()).toBeVisible();
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    await page.goto('/tags');
    await edit(page);
    await page.getByRole('checkbox', { name: `Select ${tag}` }).check();
    await button(page, 'Rename').click();
    const dialog = page.getByRole('dialog', { name: `Rename “${tag}”` });
    await dialog.getByRole('textbox', { name: 'Tag' }).fill(renamed);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('link', { name: renamed })).toBeVisible();
    await button(page, 'Undo').click();
    await expect(page.getByRole('link', { name: tag })).toBeVisible();
    await page.getByRole('link', { name: tag }).click();
    await expect(results(page).getByRole('link', { name: `${prefix} one` })).toBeVisible();
  } finally {
    await deleteTestMedia(page, prefix);
  }
});
