import type { Page } from '@playwright/test';
import { expect } from '../pages/test.ts';
import { scene } from './scene.ts';

const IMPORT = '8 Import';

/** A voyage that differs from the archive, a new one, an invalid one, and an unknown code. */
const DOCUMENT = `# President Ford (August 9, 1974 to January 20, 1977)

(GRF) (Banana)

## **1. 1976-10-02**

Location: Washington Navy Yard; Mount Vernon
Time: 19:00 – 21:03
Passengers: [Gerald Ford](https://en.wikipedia.org/wiki/Gerald_Ford) (POTUS), 12 other guests
Notes: A quiet evening.

## 1976-07-04

Location: Potomac River
Notes: Fireworks over the river.

## 1976-09-31

Location: Potomac River
`;

async function startPreview(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/voyages/import');
  const buffer = Buffer.from(text);
  await page.getByLabel(/Choose a document/).setInputFiles({ name, mimeType: 'text/markdown', buffer });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

scene(IMPORT, 'earlier imports', async (page) => {
  await page.goto('/voyages/import');
  await expect(page.getByRole('link', { name: 'sequoia-voyages.md' }).first()).toBeVisible();
});

scene(
  IMPORT,
  'a preview next to its document',
  async (page) => {
    await startPreview(page, 'october.md', DOCUMENT);
    await page
      .getByRole('button', { name: /^Line \d+$/ })
      .first()
      .click();
  },
  { fullPage: true },
);

scene(IMPORT, 'not a voyage document', async (page) => {
  await startPreview(page, 'shopping.md', 'Milk, eggs, a pound of coffee.');
  await expect(page.getByText('The import failed')).toBeVisible();
});

scene(IMPORT, 'a package that differs in nothing', async (page) => {
  const exported = await page.request.get('/api/export/package?files=1');
  await page.goto('/voyages/import/package');
  const file = { name: 'archive.zip', mimeType: 'application/zip', buffer: await exported.body() };
  await page.getByLabel('Choose a package').setInputFiles(file);
  await expect(page.getByText('Nothing to import')).toBeVisible();
});

scene(IMPORT, 'an unknown import', async (page) => {
  await page.goto('/voyages/import/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
