import { execFileSync } from 'node:child_process';
import { test } from '../pages/test.ts';
const T = JSON.parse(execFileSync(process.execPath, ['/work/w-tables/apps/backend/test/support/write-tables.ts'], { encoding: 'utf8' })) as { name: string; file: string }[];
test('shots', async ({ signedIn: page }, info) => {
  const w = info.project.name.startsWith('phone') ? 390 : 1440;
  const t = T.find(({ name }) => name === 'pastperfect.xlsx')!;
  await page.goto('/voyages/import');
  await page.getByLabel(/Choose a document/).setInputFiles({ name: t.name, mimeType: 'application/octet-stream', buffer: Buffer.from(t.file, 'base64') });
  const columns = page.getByRole('region', { name: 'Columns of the table' });
  await columns.getByRole('button', { name: 'Preview the import' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/shots/columns-${w}-${colorScheme}.png`, fullPage: true });
    await columns.getByLabel('Sheet of the workbook').selectOption('Export log');
    await page.screenshot({ path: `/tmp/shots/sheet-${w}-${colorScheme}.png`, fullPage: true });
    await columns.getByLabel('Sheet of the workbook').selectOption('');
  }
  await page.goto('/voyages/new');
  await page.getByLabel('Start Date').fill('avant 1947');
  await page.getByLabel('Start Date').blur();
  await page.screenshot({ path: `/tmp/shots/form-${w}.png` });
  await page.getByLabel('Start Date').fill('jeudi 6 juin 1945');
  await page.getByLabel('Start Date').blur();
  await page.screenshot({ path: `/tmp/shots/form2-${w}.png` });
});
