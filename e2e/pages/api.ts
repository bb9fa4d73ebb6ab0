import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';

/** Deletes a voyage with the people and media that belong to no other voyage. */
export async function deleteVoyage(
  request: APIRequestContext,
  origin: string,
  voyage_slug: string,
): Promise<APIResponse> {
  const headers = { origin };
  const people = (await (await request.get(`/api/people/by-voyage/${voyage_slug}`)).json()) as {
    person_slug: string;
  }[];
  // People without another voyage are deleted with the link.
  for (const { person_slug } of people)
    await request.delete('/api/curator/people/unlink-from-voyage', { params: { person_slug, voyage_slug }, headers });
  const media = (await (await request.get(`/api/media/by-voyage/${voyage_slug}`)).json()) as { media_slug: string }[];
  for (const { media_slug } of media)
    await request.delete(`/api/curator/media/${media_slug}`, { params: { delete_from_s3: 'true' }, headers });
  return request.delete(`/api/curator/voyages/${voyage_slug}`, { headers });
}

/** Deletes what a test has added to the archive, which other tests count. Ignores what is already deleted. */
export async function cleanUp(page: Page, made: { title: string; owners?: string[] }): Promise<void> {
  const response = await page.request.get('/api/voyages', { params: { q: made.title, limit: 1000 } });
  // Uses the archive's own origin; the page may use a proxy.
  const { origin } = new URL(response.url());
  const voyages = ((await response.json()) as { voyage_slug: string; title: string }[]).filter(
    ({ title }) => title === made.title,
  );
  for (const { voyage_slug } of voyages) {
    const deleted = await deleteVoyage(page.request, origin, voyage_slug);
    expect(deleted.status(), `${made.title} is deleted`).toBe(204);
  }
  if (!made.owners) return;
  const presidents = (await (await page.request.get('/api/presidents')).json()) as {
    president_slug: string;
    full_name: string;
  }[];
  for (const { president_slug, full_name } of presidents) {
    if (!made.owners.includes(full_name)) continue;
    await page.request.delete(`/api/curator/presidents/${president_slug}`, { headers: { origin } });
    await page.request.delete(`/api/curator/people/${president_slug}`, { headers: { origin } });
  }
}
