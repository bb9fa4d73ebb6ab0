import type { Page } from '@playwright/test';

/** The prefix of the titles of sample media. */
export const SAMPLE_TITLE = 'Gallery';

/** The voyage that has sample media: the dinner for Pierre Trudeau. */
export async function sampleVoyage(page: Page): Promise<{ voyage_slug: string; title: string }> {
  const response = await page.request.get('/api/voyages', { params: { q: 'Trudeau', limit: 1 } });
  const [voyage] = (await response.json()) as { voyage_slug: string; title: string }[];
  if (!voyage) throw new Error('The archive of the first start has the dinner for Trudeau');
  return voyage;
}
