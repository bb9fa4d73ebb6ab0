// cspell:disable
import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';
import { startVoyage, uniqueTitle } from '../pages/voyage-form.ts';

/** As written in a document, the name of the record, what it is filed under, its letter, and another spelling. */
const NAMES = [
  [
    'Cmdr. Thaddeus St. Quentin III, USN',
    'Thaddeus St. Quentin III',
    'St. Quentin, Thaddeus, III',
    'S',
    'Thaddeus Saint Quentin 3rd',
  ],
  ['Pieter van den Zuylen', 'Pieter van den Zuylen', 'Zuylen, Pieter van den', 'Z', 'Pieter Vandenzuylen'],
  ['José Quiñones y Zapata', 'José Quiñones y Zapata', 'Quiñones y Zapata, José', 'Q', 'Jose Quinones'],
  ['João Xavier Neto', 'João Xavier Neto', 'Xavier Neto, João', 'X', 'Joao Xavier Neto'],
  ['Đặng Quốc Toản', 'Đặng Quốc Toản', 'Đặng Quốc Toản', 'D', 'Dang Quoc Toan'],
  ['Яков Зубов', 'Яков Зубов', 'Зубов, Яков', 'Z', 'Yakov Zubov'],
  ['Vigdís Ólafsdóttir', 'Vigdís Ólafsdóttir', 'Vigdís Ólafsdóttir', 'V', 'Vigdis Olafsdottir'],
  ['Szentgyörgyi Zoltán', 'Szentgyörgyi Zoltán', 'Szentgyörgyi, Zoltán', 'S', 'Zoltan Szentgyorgyi'],
  ['Dr. Xaver Müllner', 'Xaver Müllner', 'Müllner, Xaver', 'M', 'Xaver Muellner'],
  ['Qasim bin Abdulaziz', 'Qasim bin Abdulaziz', 'Qasim bin Abdulaziz', 'Q', 'Prince Qasim bin Abdulaziz'],
  ['Queen Zenobia II', 'Queen Zenobia II', 'Zenobia II, Queen', 'Z', 'Zenobia II'],
  ['周恩慈', '周恩慈', '周恩慈', 'Z', 'Zhou Enci'],
] as const;

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`names of many cultures are imported, filed, found and compared at ${viewport.width} px`, async ({
    signedIn: page,
  }) => {
    test.slow();
    const initial = page.viewportSize()!;
    await page.setViewportSize(viewport);
    const title = `${uniqueTitle('Guests of many cultures', page)} ${viewport.width}`;
    const people = NAMES.map(([written]) => written).join('; ');
    const document = `# Richard Nixon\n\n## June ${viewport.width === 390 ? 8 : 9}, 1971: ${title}\n\nPassengers: ${people}\n`;
    const file = { name: 'cultures.md', mimeType: 'text/markdown', buffer: Buffer.from(document) };
    const headers = { origin: new URL(page.url()).origin };
    const others: string[] = [];
    try {
      await page.goto('/voyages/import');
      await page.getByLabel(/Choose a document/).setInputFiles(file);
      await page.getByRole('button', { name: 'Import 1 voyage' }).click();
      await expect(page.getByText('Imported', { exact: true })).toBeVisible();

      for (const letter of new Set(NAMES.map(([, , , letter]) => letter))) {
        await page.goto(`/people?letter=${letter}`);
        for (const [, name, , own] of NAMES)
          if (own === letter) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
      }

      await page.getByRole('button', { name: 'New Person' }).click();
      const dialog = page.getByRole('dialog', { name: 'New Person' });
      for (const [written, name, filed, , other] of NAMES) {
        await dialog.getByRole('textbox', { name: 'Full Name' }).fill(written);
        await expect(dialog.getByRole('textbox', { name: 'Filed Under' })).toHaveAttribute('placeholder', filed);
        await dialog.getByRole('textbox', { name: 'Full Name' }).fill(other);
        await dialog.getByRole('button', { name: 'Create Person' }).click();
        await expect(dialog.getByRole('link', { name, exact: true })).toBeVisible();
      }

      await startVoyage(page, title);
      const picker = page.getByRole('combobox', { name: 'Add a person' });
      for (const [, name, , , other] of NAMES) {
        await picker.fill(other);
        await expect(page.getByRole('option').filter({ hasText: name })).toBeVisible();
      }

      for (const [, name, , , other] of NAMES) {
        await page.goto(`/search?q=${encodeURIComponent(other)}&kind=person`);
        await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
      }

      for (const [, , , , full_name] of NAMES) {
        const created = await page.request.post('/api/curator/people', { headers, data: { full_name } });
        others.push(((await created.json()) as { person_slug: string }).person_slug);
      }
      await page.goto('/people/duplicates');
      for (const [, name, , , other] of NAMES)
        await expect(
          page
            .getByRole('link', { name: `Compare ${name} and ${other}` })
            .or(page.getByRole('link', { name: `Compare ${other} and ${name}` })),
        ).toBeVisible();
    } finally {
      await page.setViewportSize(initial);
      await cleanUp(page, { title });
      for (const slug of others) await page.request.delete(`/api/curator/people/${slug}`, { headers });
    }
  });
