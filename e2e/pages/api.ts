import { expect, type Page } from '@playwright/test';

/** Takes out again what a journey has put into the archive, which other journeys count. What is gone already stays so. */
export async function cleanUp(page: Page, made: { title: string; presidents?: string[] }): Promise<void> {
  const found = await page.request.get('/api/voyages', { params: { q: made.title, limit: 1000 } });
  // Of the archive itself: the page may have come another way.
  const headers = { origin: new URL(found.url()).origin };
  const voyages = ((await found.json()) as { voyage_slug: string; title: string }[]).filter(
    ({ title }) => title === made.title,
  );
  for (const { voyage_slug } of voyages) {
    const people = (await (await page.request.get(`/api/people/by-voyage/${voyage_slug}`)).json()) as {
      person_slug: string;
    }[];
    // Somebody with no other voyage goes with the link.
    for (const { person_slug } of people)
      await page.request.delete('/api/curator/people/unlink-from-voyage', {
        params: { person_slug, voyage_slug },
        headers,
      });
    const media = (await (await page.request.get(`/api/media/by-voyage/${voyage_slug}`)).json()) as {
      media_slug: string;
    }[];
    for (const { media_slug } of media)
      await page.request.delete(`/api/curator/media/${media_slug}`, { params: { delete_from_s3: 'true' }, headers });
    const gone = await page.request.delete(`/api/curator/voyages/${voyage_slug}`, { headers });
    expect(gone.status(), `${made.title} is taken out again`).toBe(204);
  }
  for (const slug of made.presidents ?? []) {
    await page.request.delete(`/api/curator/presidents/${slug}`, { headers });
    await page.request.delete(`/api/curator/people/${slug}`, { headers });
  }
}
