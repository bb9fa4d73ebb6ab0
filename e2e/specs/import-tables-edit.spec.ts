import { execFileSync } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';

const PROGRAM = fileURLToPath(new URL('../../apps/backend/test/support/write-tables.ts', import.meta.url));

interface ExportedTable {
  name: string;
  /** Base64. */
  file: string;
  fields: Record<string, string>;
  voyages: ({ title: string; start_date: string; passengers: string[] } & Record<string, string | string[]>)[];
}

/** Tables as other systems export them. */
const TABLES = JSON.parse(execFileSync(execPath, [PROGRAM], { encoding: 'utf8' })) as ExportedTable[];

/** Fields of a voyage that a cell could end up in. */
const FIELDS =
  'title start_date end_date start_date_written end_date_written start_time end_time start_location end_location summary_markdown notes notes_internal voyage_type'.split(
    ' ',
  );

for (const { name, file, fields, voyages } of TABLES)
  test(`${name} is shown with its columns, and no cell ends up in a field that its column doesn’t mean`, async ({
    signedIn: page,
    accessibilityProblems,
  }) => {
    for (const { title } of voyages) await cleanUp(page, { title });
    await page.goto('/voyages/import');
    await page.getByLabel(/Choose a document/).setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(file, 'base64'),
    });
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    const columns = page.getByRole('region', { name: 'Columns of the table' });
    await expect(columns.getByRole('button', { name: 'Preview the import' })).toBeEnabled();
    const chosen = columns
      .getByRole('listitem')
      .filter({ has: page.getByText(/^(?:First rows:|Empty in the first rows)/) });
    const proposed = await chosen.evaluateAll((items) =>
      items.map((item) => [item.querySelector('label')?.textContent ?? '', item.querySelector('select')?.value ?? '']),
    );
    expect(proposed.length).toBeGreaterThan(7);
    expect(Object.fromEntries(proposed.filter(([, field]) => field !== ''))).toEqual(fields);
    const rows = columns.getByRole('region', { name: 'First rows as voyages' });
    for (const { title } of voyages) await expect(rows.getByText(title, { exact: true })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);

    await columns.getByRole('button', { name: 'Preview the import' }).click();
    const importing = page.getByRole('button', { name: 'Import 2 voyages' });
    await expect(importing).toBeEnabled();
    // The choice is forgotten, so that the next table with these headings is new again.
    const forgotten = await page.request.post(`/api/curator/ingest/${page.url().split('/').at(-1)}/columns`, {
      data: { columns: null },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(forgotten.status()).toBe(202);
    await page.reload();
    await importing.click();
    await expect(page.getByText('Imported', { exact: true })).toBeVisible();

    for (const { passengers, ...expected } of voyages) {
      const found = await page.request.get('/api/voyages', { params: { q: `"${expected.title}"` } });
      const [{ voyage_slug } = { voyage_slug: '' }] = (await found.json()) as { voyage_slug: string }[];
      const voyage = (await (await page.request.get(`/api/voyages/${voyage_slug}`)).json()) as Record<string, unknown>;
      const filled = FIELDS.filter((field) => voyage[field] != null).map((field) => [field, voyage[field]]);
      expect(Object.fromEntries(filled)).toEqual(expected);
      const names = (voyage['passengers'] as { full_name: string }[]).map(({ full_name }) => full_name);
      expect(names).toEqual(passengers);
      await cleanUp(page, { title: expected.title });
    }
  });
