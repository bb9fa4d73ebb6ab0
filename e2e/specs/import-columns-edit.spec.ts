// cspell:ignore Abfahrt août Baie Bucht départ Gäste Größe Heure Invités Jörg Juni Lefèvre Müller Québec Quand Uhrzeit Wann
import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { IS_FULL } from '../pages/full.ts';
import { expect, test } from '../pages/test.ts';

const TITLE = 'Evening of the columns';
/** No other table has these headings. */
const HEADINGS = 'Date,Occasion,Guests,Seen from deck,Hull at the time';
const tableOf = (date: string) => `${HEADINGS}\n${date},${TITLE},Ann Testerman,Fog on the river.,blue\n`;

async function preview(page: Page, name: string, mimeType: string, text: string | Buffer): Promise<void> {
  await page.goto('/voyages/import');
  await page.getByLabel(/Choose a document/).setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('the preview maps columns of a table to fields, and remembers this for the next table with the same headings', async ({
  signedIn: page,
  accessibilityProblems,
}) => {
  const plan = page.getByRole('region', { name: 'Planned changes' });
  const columns = page.getByRole('region', { name: 'Columns of the table' });

  await preview(page, 'columns.csv', 'text/csv', tableOf('1976-11-21'));
  await expect(columns).toContainText('2 without a field');
  await expect(columns.getByLabel('Guests')).toHaveValue('passengers');
  const rows = columns.getByRole('region', { name: 'First rows as voyages' });
  await expect(rows.getByText('Seen From Deck: Fog on the river.')).toBeVisible();
  await expect(plan).toBeHidden();
  expect(await accessibilityProblems(page)).toEqual([]);
  await columns.getByLabel('Seen from deck').selectOption('Notes');
  await columns.getByLabel('Hull at the time').selectOption('Skip');
  await expect(rows.getByText('Fog on the river.', { exact: true })).toBeVisible();
  await columns.getByRole('button', { name: 'Preview the import' }).click();
  await expect(plan.getByText('Fog on the river.', { exact: true })).toBeVisible();
  await expect(page.getByText('The column “Hull at the time” is skipped.').first()).toBeVisible();
  // The president of that day is proposed as the owner.
  await page.getByRole('checkbox', { name: 'Import without reviewing it' }).check();
  await page.getByRole('button', { name: 'Import 1 voyage' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'Changes made' }).getByRole('link', { name: TITLE }).click();
  await expect(page.getByText('Fog on the river.')).toBeVisible();

  await preview(page, 'later.csv', 'text/csv', tableOf('1976-11-22'));
  await expect(columns).toContainText('These fields were chosen by curator in an earlier import.');
  await expect(columns.getByLabel('Seen from deck')).toHaveValue('notes');
  await expect(plan.getByText('Fog on the river.', { exact: true })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await columns.getByRole('button', { name: 'Forget these fields' }).click();
  await expect(columns).toContainText('2 without a field');
  await expect(columns.getByText('These fields were chosen')).toBeHidden();
  await expect(plan.getByText('Seen From Deck: Fog on the river.')).toBeVisible();
  await cleanUp(page, { title: TITLE });
});

/** Letters of Mac Roman. */
const MAC: Readonly<Record<string, number>> = { é: 0x8e, ü: 0x9f, ö: 0x9a, ä: 0x8a };
const mac = (text: string) => Buffer.from(Array.from(text, (letter) => MAC[letter] ?? letter.charCodeAt(0)));

const LITERAL = (text: string) => [{ type: 'literal', '@value': text }];
const TABLES: { name: string; table: string | Buffer; shown: string[]; date: string }[] = [
  {
    name: 'times.csv',
    table:
      'id,date,president,guests,location,start,end\n1,6/5/1971,Nixon,"Kissinger, Rebozo",Mount Vernon,6:30 PM,9:05 PM\n',
    shown: ['1971-06-05', '18:30', '21:05', 'Kissinger, Rebozo', 'Mount Vernon', 'Id: 1'],
    date: 'date',
  },
  {
    name: 'german.csv',
    table: mac('Datum;Uhrzeit;Ort;Gäste\n05.06.1971;18.30;Mount Vernon;Jörg Müller\n'),
    shown: ['1971-06-05', '18:30', 'Mount Vernon', 'Jörg Müller'],
    date: 'Datum',
  },
  {
    name: 'unicode.csv',
    table: Buffer.from(
      '\uFEFFWann;Abfahrt Zeit;Abfahrt Ort;Gäste\n5. Juni 1971;18.30;Größe Bucht;Jörg Müller\n',
      'utf16le',
    ),
    shown: ['1971-06-05', '18:30', 'Größe Bucht', 'Jörg Müller'],
    date: 'Wann',
  },
  {
    name: 'western.csv',
    table: Buffer.from(
      'Quand;Heure de départ;Lieu de départ;Invités\n5 août 1971;18h30;Baie de Québec;Zoé Lefèvre\n',
      'latin1',
    ),
    shown: ['1971-08-05', '18:30', 'Baie de Québec', 'Zoé Lefèvre'],
    date: 'Quand',
  },
  {
    name: 'headings.csv',
    table: 'When,From - To,Who was there,Remarks\nApr 23 ’33,6:30 PM - 9:05 PM,Ann Testerman,Rain\n',
    shown: ['1933-04-23', '18:30', '21:05', 'Ann Testerman', 'Rain'],
    date: 'When',
  },
  {
    name: 'omeka.csv',
    table:
      'dcterms:title,dcterms:date,dcterms:spatial,dcterms:contributor\nRegatta,1946-03-07T00:00:00,Mount Vernon,"Kissinger, Henry|Rebozo, Charles"\n',
    shown: ['Regatta', '1946-03-07', 'Mount Vernon', 'Henry Kissinger, Charles Rebozo'],
    date: 'dcterms:date',
  },
  {
    name: 'omeka.json',
    table: JSON.stringify([
      { '@type': 'o:Item', 'o:id': 12, 'dcterms:date': LITERAL('1946-03-07'), 'dcterms:title': LITERAL('Regatta') },
    ]),
    shown: ['Regatta', '1946-03-07'],
    date: 'dcterms:date',
  },
];

// In a short run, one table: the parser’s tests have them all.
for (const { name, table, shown, date } of IS_FULL ? TABLES : TABLES.slice(0, 1))
  test(`${name} opens on its columns, and each cell is in the field of its column`, async ({
    signedIn: page,
    accessibilityProblems,
  }) => {
    await preview(page, name, 'application/octet-stream', table);
    const columns = page.getByRole('region', { name: 'Columns of the table' });
    await expect(columns.getByLabel(date, { exact: true })).toHaveValue('start_date');
    const rows = columns.getByRole('region', { name: 'First rows as voyages' });
    for (const text of shown) await expect(rows.getByText(text, { exact: true })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await columns.getByRole('button', { name: 'Preview the import' }).click();
    await expect(page.getByRole('button', { name: 'Import 1 voyage' })).toBeVisible();
    // Forgets the choice, so that the next table with these headings is new again.
    const forgotten = await page.request.post(`/api/curator/ingest/${page.url().split('/').at(-1)}/columns`, {
      data: { columns: null },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(forgotten.status()).toBe(202);
  });

const CONFLICTS = 'Evening of two conflicts';
const documentOf = (notes: string, place: string) => `# President Ford (August 9, 1974 to January 20, 1977)

## 1976-11-23: ${CONFLICTS}

Location: ${place}
Notes: ${notes}

## 1976-11-24: ${CONFLICTS}

Location: ${place}
Notes: ${notes}
`;

test('conflicts are resolved for the whole document', async ({ signedIn: page, accessibilityProblems }) => {
  await preview(page, 'first.md', 'text/markdown', documentOf('A quiet evening.', 'Anacostia'));
  await page.getByRole('button', { name: 'Import 2 voyages' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  const found = await page.request.get(`/api/voyages?q=${encodeURIComponent(CONFLICTS)}`);
  const slugs = ((await found.json()) as { voyage_slug: string }[]).map(({ voyage_slug }) => voyage_slug);
  expect(slugs).toHaveLength(2);
  for (const slug of slugs) {
    const edited = await page.request.put(`/api/curator/voyages/${slug}`, {
      data: { notes: 'With music.', start_location: 'Pier 9' },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(edited.status()).toBe(200);
  }

  await preview(page, 'second.md', 'text/markdown', documentOf('Rain all evening.', 'Quantico'));
  await expect(page.getByText(/4 conflicts with curators’ edits/)).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use document version everywhere' }).click();
  await page.getByRole('button', { name: 'Use document versions' }).click();
  await expect(page.getByText(/conflicts? with curators’ edits/)).toBeHidden();
  await page.getByRole('button', { name: 'Import 2 voyages' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  for (const slug of slugs)
    expect(await (await page.request.get(`/api/voyages/${slug}`)).json()).toMatchObject({
      notes: 'Rain all evening.',
      start_location: 'Quantico',
    });
  await cleanUp(page, { title: CONFLICTS });
});
