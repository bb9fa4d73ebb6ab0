import type { Page } from '@playwright/test';

/** What the titles of the gallery's own media begin with. */
export const STOCK = 'Gallery';

/** The voyage that has media while the gallery is made: the dinner for Pierre Trudeau. */
export async function theDinner(page: Page): Promise<{ voyage_slug: string; title: string }> {
  const found = await page.request.get('/api/voyages', { params: { q: 'Trudeau', limit: 1 } });
  const [voyage] = (await found.json()) as { voyage_slug: string; title: string }[];
  if (!voyage) throw new Error('The archive of the first start has the dinner for Trudeau');
  return voyage;
}
