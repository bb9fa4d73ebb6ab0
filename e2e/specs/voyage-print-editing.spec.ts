import type { Page } from '@playwright/test';
import { cleanUp } from '../pages/api.ts';
import { expect, test } from '../pages/test.ts';

const A4 = { width: 794, height: 1123 };

/** Logs a voyage with guests who are created with it. Returns its slug. */
async function logVoyage(page: Page, title: string, guests: number): Promise<string> {
  const response = await page.request.post('/api/curator/voyages', {
    headers: { origin: new URL(page.url()).origin },
    data: {
      title,
      start_date: '1951-06-16',
      start_location: 'Washington Navy Yard',
      end_location: 'Mount Vernon',
      presidential_initials: 'HST',
      additional_information: 'Dinner was served at eight, and the guests returned before midnight.',
      new_passengers: Array.from({ length: guests }, (_, index) => ({
        person: { full_name: `Ambassador Odalys Quillfeather-${title.length}-${index + 1}`, role_title: null },
        title: null,
        capacity_role: 'Ambassador of a distant country',
        is_crew: false,
        notes: null,
      })),
    },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { voyage_slug: string }).voyage_slug;
}

async function pageCount(page: Page): Promise<number> {
  const paper = (
    await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } })
  ).toString('latin1');
  return paper.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('eight guests print on one page with the name of the archive and the URL, a hundred in columns', async ({
  signedIn: page,
}) => {
  const titles = ['Eight for dinner', 'A hundred for lunch'];
  await page.goto('/voyages');
  try {
    const [dinner, lunch] = [await logVoyage(page, titles[0]!, 8), await logVoyage(page, titles[1]!, 100)];
    await page.goto(`/voyages/${dinner}`);
    await expect(page.getByRole('heading', { level: 1, name: titles[0]! })).toBeVisible();
    await expect(page.getByText('President aboard')).toBeVisible();
    expect(await pageCount(page)).toBe(1);

    await page.setViewportSize(A4);
    await page.emulateMedia({ media: 'print' });
    const head = page.locator('main > p').first();
    await expect(head).toHaveText(/The Sequoia Archive/);
    await expect(head).toContainText(page.url());
    await expect(head).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();

    await page.goto(`/voyages/${lunch}`);
    const guests = page.getByRole('region', { name: 'People' }).getByRole('listitem');
    await expect(guests).toHaveCount(100);
    const columns = await guests.evaluateAll(
      (positions) => new Set(positions.map((item) => item.getBoundingClientRect().left)).size,
    );
    expect(columns).toBe(3);
    await page.emulateMedia({ media: null });
    expect(await pageCount(page)).toBeLessThanOrEqual(3);
  } finally {
    await page.emulateMedia({ media: null });
    for (const title of titles) await cleanUp(page, { title });
  }
});
