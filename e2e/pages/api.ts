import { expect, type Page } from '@playwright/test';

/** Deletes what a test has added to the archive, which other tests count. Ignores what is already deleted. */
export async function cleanUp(page: Page, made: { title: string; presidents?: string[] }): Promise<void> {
  const found = await page.request.get('/api/voyages', { params: { q: made.title, limit: 1000 } });
  // Uses the archive's own origin; the page may use a proxy.
  const headers = { origin: new URL(found.url()).origin };
  const voyages = ((await found.json()) as { voyage_slug: string; title: string }[]).filter(
    ({ title }) => title === made.title,
  );
  for (const { voyage_slug } of voyages) {
    const people = (await (await page.request.get(`/api/people/by-voyage/${voyage_slug}`)).json()) as {
      person_slug: string;
    }[];
    // People without another voyage are deleted with the link.
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
    const deleted = await page.request.delete(`/api/curator/voyages/${voyage_slug}`, { headers });
    expect(deleted.status(), `${made.title} is deleted`).toBe(204);
  }
  for (const slug of made.presidents ?? []) {
    await page.request.delete(`/api/curator/presidents/${slug}`, { headers });
    await page.request.delete(`/api/curator/people/${slug}`, { headers });
  }
}
