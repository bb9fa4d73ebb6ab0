// cspell:disable
import { cleanUp } from '../pages/api.ts';
import { IS_FULL } from '../pages/full.ts';
import { expect, test } from '../pages/test.ts';
import { startVoyage, uniqueTitle } from '../pages/voyage-form.ts';

/** As written in a document, the name of the record, what it is filed under, and another spelling. */
const NAMES = [
  [
    'Cmdr. Thaddeus St. Quentin III, USN',
    'Thaddeus St. Quentin III',
    'St. Quentin, Thaddeus, III',
    'Thaddeus Saint Quentin 3rd',
  ],
  ['Pieter van den Zuylen', 'Pieter van den Zuylen', 'Zuylen, Pieter van den', 'Pieter Vandenzuylen'],
  ['Hervé de Quincy', 'Hervé de Quincy', 'Quincy, Hervé de', 'Herve DeQuincy'],
  ['José Quiñones y Zapata', 'José Quiñones y Zapata', 'Quiñones y Zapata, José', 'Jose Quinones'],
  ['João Xavier Neto', 'João Xavier Neto', 'Xavier Neto, João', 'Joao Xavier'],
  ['Dr. Xaver Müllner', 'Xaver Müllner', 'Müllner, Xaver', 'Xaver Muellner'],
  ['Szentgyörgyi Zoltán', 'Szentgyörgyi Zoltán', 'Szentgyörgyi, Zoltán', 'Zoltan Szentgyorgyi'],
  ['Яков Зубов', 'Яков Зубов', 'Зубов, Яков', 'Yakov Zubov'],
  ['Vigdís Ólafsdóttir', 'Vigdís Ólafsdóttir', 'Vigdís Ólafsdóttir', 'Vigdis Olafsdottir'],
  ['Qasim bin Abdulaziz', 'Qasim bin Abdulaziz', 'Qasim bin Abdulaziz', 'Prince Qasim bin Abdulaziz'],
  ['Đặng Quốc Toản', 'Đặng Quốc Toản', 'Đặng Quốc Toản', 'Dang Quoc Toan'],
  ['周恩慈', '周恩慈', '周恩慈', 'Zhou Enci'],
] as const;

for (const width of IS_FULL ? [1440, 390] : [1440])
  test(`names of many cultures are imported, filed, found and compared at ${width} px`, async ({ signedIn: page }) => {
    test.slow();
    const initial = page.viewportSize()!;
    await page.setViewportSize({ width, height: 900 });
    const title = `${uniqueTitle('Guests of many cultures', page)} ${width}`;
    const document = `# Richard Nixon\n\n## June ${width === 390 ? 8 : 9}, 1971: ${title}\n\nPassengers: ${NAMES.map(([written]) => written).join('; ')}\n`;
    await page.goto('/voyages/import');
    const headers = { origin: new URL(page.url()).origin };
    const others: string[] = [];
    try {
      const file = { name: 'cultures.md', mimeType: 'text/markdown', buffer: Buffer.from(document) };
      await page.getByLabel(/Choose a document/).setInputFiles(file);
      await page.getByRole('button', { name: 'Import 1 voyage' }).click();
      await expect(page.getByText('Imported', { exact: true })).toBeVisible();

      await page.goto('/people');
      const search = page.getByRole('main').getByRole('searchbox');
      for (const [, name, , other] of NAMES) {
        await search.fill(other);
        await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
      }

      await page.getByRole('switch', { name: 'Edit Mode' }).check();
      await page.getByRole('button', { name: 'New Person' }).click();
      const dialog = page.getByRole('dialog', { name: 'New Person' });
      const fullName = dialog.getByRole('textbox', { name: 'Full Name' });
      for (const [written, name, filed, other] of NAMES) {
        await fullName.fill(written);
        await expect(dialog.getByRole('textbox', { name: 'Filed Under' })).toHaveAttribute('placeholder', filed);
        await fullName.fill(other);
        await dialog.getByRole('button', { name: 'Create Person' }).click();
        await expect(dialog.getByRole('link', { name, exact: true })).toBeVisible();
      }

      await startVoyage(page, title);
      const picker = page.getByRole('combobox', { name: 'Add a person' });
      for (const [, name, , other] of NAMES) {
        await picker.fill(other);
        await expect(page.getByRole('option').filter({ hasText: name })).toBeVisible();
      }

      for (const [, name, , other] of NAMES) {
        await page.goto(`/search?q=${encodeURIComponent(other)}&kind=person`);
        await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible();
      }

      for (const [, , , full_name] of NAMES) {
        const created = await page.request.post('/api/curator/people', { headers, data: { full_name } });
        others.push(((await created.json()) as { person_slug: string }).person_slug);
      }
      await page.goto('/people/duplicates');
      for (const [, name, , other] of NAMES) {
        const link = (left: string, right: string) => page.getByRole('link', { name: `Compare ${left} and ${right}` });
        await expect(link(name, other).or(link(other, name))).toBeVisible();
      }
    } finally {
      await page.setViewportSize(initial);
      await cleanUp(page, { title });
      for (const slug of others) await page.request.delete(`/api/curator/people/${slug}`, { headers });
    }
  });
