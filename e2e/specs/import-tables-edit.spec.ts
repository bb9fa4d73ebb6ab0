// cspell:ignore formular pastperfect
import { execFileSync } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { IS_FULL_SIZE } from '../pages/full.ts';
import { expect, test } from '../pages/test.ts';

const PROGRAM = fileURLToPath(new URL('../../apps/backend/test/support/write-tables.ts', import.meta.url));

interface Table {
  name: string;
  /** Base64. */
  file: string;
  /** The proposed fields. */
  fields: Record<string, string>;
}

/** A table as another system exports it. */
interface ExportedTable extends Table {
  voyages: ({ title?: string; start_date: string; start_location?: string; passengers: string[] } & Record<
    string,
    string | string[]
  >)[];
}

/** A table that others have published, unchanged. */
interface PublishedTable extends Table {
  chosen?: Record<string, string>;
  people?: string[];
  voyages: {
    row: number;
    days: [first: string, last: string];
    texts: Record<string, string>;
    additional_information: string;
    source: string | null;
  }[];
  rejected: number;
}

const TABLES = JSON.parse(execFileSync(execPath, [PROGRAM], { encoding: 'utf8' })) as {
  exported: ExportedTable[];
  published: PublishedTable[];
};

/** In a short run, a table of each kind: the parser’s tests have them all. */
const FEW = ['pastperfect.xlsx', 'formular.csv', 'himalaya-expeditions.csv'];
const isSelected = ({ name }: Table) => IS_FULL_SIZE || FEW.includes(name);

/** Fields of a voyage that a cell could end up in, besides Additional Information. */
const TEXTS =
  'title start_date_written end_date_written start_location end_location summary_markdown notes notes_internal'.split(
    ' ',
  );
const FIELDS = [...TEXTS, 'start_date', 'end_date', 'start_time', 'end_time', 'voyage_type'];

type Voyage = Record<string, unknown> & {
  passengers: { full_name: string }[];
  source_urls: { url: string }[];
};

const filled = (voyage: Voyage, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => (voyage[field] == null ? [] : [[field, voyage[field]]])));

/** A voyage without a title is shown with its place and date. */
const GENERATED_TITLE: unknown = expect.stringMatching(/^(?:Voyage of |.*, ).*\d{4}$/);

const operation = (page: Page) => `/api/curator/ingest/${new URL(page.url()).pathname.split('/').at(-1)}`;

/** Sends a request to the archive that the page is of. */
const post = (page: Page, path: string, data: object = {}) =>
  page.request.post(path, { data, headers: { origin: new URL(page.url()).origin } });

async function chooseTable(page: Page, { name, file }: Table): Promise<void> {
  await page.goto('/voyages/import');
  await page.getByLabel(/Choose a document/).setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(file, 'base64'),
  });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Chooses the table in the import page, and returns the columns that it shows, with their proposed fields. */
async function openTable(page: Page, table: Table) {
  await chooseTable(page, table);
  const columns = page.getByRole('region', { name: 'Columns of the table' });
  await expect(columns.getByRole('button', { name: 'Preview the import' })).toBeVisible();
  const chosen = columns
    .getByRole('listitem')
    .filter({ has: page.getByText(/^(?:First rows:|Empty in the first rows)/) });
  const shown = await chosen.evaluateAll((items) =>
    items.map((item) => [item.querySelector('label')?.textContent ?? '', item.querySelector('select')?.value ?? '']),
  );
  return { columns, shown };
}

/** Previews and imports the table, and returns its voyages in the order of their rows. */
async function importTable(page: Page, count: number): Promise<Voyage[]> {
  await page.getByRole('button', { name: 'Preview the import' }).click();
  const importing = page.getByRole('button', { name: `Import ${count} voyage${count === 1 ? '' : 's'}` });
  // Names and proposed owners of some tables ask for a review, and are imported as written and proposed.
  const review = page.getByRole('checkbox', { name: /^Import without reviewing/ });
  await expect(importing).toBeVisible();
  if ((await review.count()) > 0) await review.check();
  await expect(importing).toBeEnabled();
  const preview = page.url();
  await importing.click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  expect(page.url()).not.toBe(preview);
  const plan = await page.request.get(`${operation(page)}/plan`, { params: { action: 'create', limit: 100 } });
  const items = (await plan.json()) as { voyage_slug: string }[];
  expect(items).toHaveLength(count);
  return Promise.all(
    items.map(
      async ({ voyage_slug }) => (await (await page.request.get(`/api/voyages/${voyage_slug}`)).json()) as Voyage,
    ),
  );
}

/** Undoes the import, so that the archive is as before, and forgets the fields, so that a second try finds a new table. */
async function undoImport(page: Page, table: Table): Promise<void> {
  const read = async () => (await (await page.request.get(operation(page))).json()) as { undone_at: string | null };
  if ((await post(page, `${operation(page)}/undo`)).ok())
    await expect.poll(async () => (await read()).undone_at, { timeout: 30_000 }).not.toBeNull();
  await chooseTable(page, table);
  const forget = page.getByRole('button', { name: 'Forget these fields' });
  await expect(forget.or(page.getByRole('button', { name: 'Preview the import' })).first()).toBeVisible();
  if (!(await forget.isVisible())) return;
  // It is busy while the preview is made.
  await expect(forget).not.toHaveAttribute('aria-busy', 'true');
  await forget.click();
  await expect(forget).toBeHidden();
}

for (const table of TABLES.exported.filter(isSelected))
  test(`${table.name} is shown with its columns, and no cell ends up in a field that its column doesn’t mean`, async ({
    signedIn: page,
    accessibilityProblems,
  }) => {
    await using _undone = { [Symbol.asyncDispose]: () => undoImport(page, table) };
    const { columns, shown } = await openTable(page, table);
    expect(shown.length).toBeGreaterThan(5);
    expect(Object.fromEntries(shown.filter(([, field]) => field !== ''))).toEqual(table.fields);
    const rows = columns.getByRole('region', { name: 'First rows as voyages' });
    for (const { title, start_location: place = '' } of table.voyages)
      await expect(rows.getByText(title ?? place, { exact: true }).first()).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);

    const voyages = await importTable(page, table.voyages.length);
    const stored = voyages.map((voyage) => ({
      ...filled(voyage, FIELDS),
      passengers: voyage.passengers.map(({ full_name }) => full_name),
    }));
    expect(stored).toEqual(
      expect.arrayContaining(table.voyages.map((voyage) => ({ title: GENERATED_TITLE, ...voyage }))),
    );
  });

for (const table of TABLES.published.filter(isSelected))
  test(`${table.name}, as its publisher wrote it, is stored cell by cell`, async ({ signedIn: page }) => {
    await using _undone = { [Symbol.asyncDispose]: () => undoImport(page, table) };
    const { fields, chosen = {}, voyages: expected, people, rejected } = table;
    const { columns, shown } = await openTable(page, table);
    expect(Object.fromEntries(shown.filter(([, field]) => field !== ''))).toEqual(fields);
    for (const [heading, field] of Object.entries(chosen))
      await columns.getByLabel(heading, { exact: true }).selectOption(field);
    const rows = columns.getByRole('region', { name: 'First rows as voyages' });
    for (const { row, texts } of expected.filter(({ row }) => row <= 3))
      for (const text of [texts['title'], texts['start_location']])
        if (text !== undefined)
          await expect(
            rows.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Row ${row}`, exact: true }) }),
          ).toContainText(text);

    const voyages = await importTable(page, expected.length);
    expect(
      voyages.map((voyage) => ({
        texts: filled(voyage, TEXTS),
        days: [voyage['start_date'], voyage['end_date'] ?? voyage['start_date']],
        additional_information: voyage['additional_information'] ?? '',
        source: voyage.source_urls[0]?.url ?? null,
        people: voyage.passengers.map(({ full_name }) => full_name),
        others: [voyage['start_time'], voyage['end_time'], voyage['voyage_type'], ...voyage.source_urls.slice(1)],
      })),
    ).toEqual(
      expected.map(({ row: _row, days, texts, ...voyage }, index) => ({
        ...voyage,
        texts: { title: GENERATED_TITLE, ...texts },
        // Exact days are compared without an archive.
        days: days.map((day) =>
          expect.stringMatching(new RegExp(`^${day.slice(0, 4)}(?:$|${day.slice(4)}$|-\\d\\d$)`)),
        ),
        people: people === undefined ? [] : [people[index]],
        others: [null, null, null],
      })),
    );
    const report = (await (await page.request.get(operation(page))).json()) as { problems: { severity: string }[] };
    expect(report.problems.filter(({ severity }) => severity === 'error').length).toBeGreaterThanOrEqual(rejected);
  });
