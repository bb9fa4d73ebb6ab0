import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { deleteVoyage } from './api.ts';

/** How each kind of record is listed and identified. */
const KINDS = {
  media: 'media_slug',
  voyages: 'voyage_slug',
  presidents: 'president_slug',
  people: 'person_slug',
} as const;
type Kind = keyof typeof KINDS;
type Slugs = Record<Kind, string[]>;

async function slugsOf(request: APIRequestContext, kind: Kind): Promise<string[]> {
  const response = await request.get(`/api/${kind}`, { params: kind === 'presidents' ? {} : { limit: 1000 } });
  return ((await response.json()) as Record<string, string>[]).map((record) => record[KINDS[kind]] ?? '');
}

async function allSlugs(request: APIRequestContext): Promise<Slugs> {
  return {
    media: await slugsOf(request, 'media'),
    voyages: await slugsOf(request, 'voyages'),
    presidents: await slugsOf(request, 'presidents'),
    people: await slugsOf(request, 'people'),
  };
}

/**
 * Deletes what a failed test has left behind, so that its retry and later tests find the archive unchanged.
 * The first call of a run saves the list of existing records.
 */
export async function restoreRecords(request: APIRequestContext, origin: string, directory: string): Promise<void> {
  const file = path.join(directory, 'records.json');
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, JSON.stringify(await allSlugs(request)));
    return;
  }
  const before = JSON.parse(readFileSync(file, 'utf8')) as Slugs;
  const headers = { origin };
  const newRecords = async (kind: Kind) => {
    const known = new Set(before[kind]);
    return (await slugsOf(request, kind)).filter((slug) => !known.has(slug));
  };
  for (const slug of await newRecords('media'))
    await request.delete(`/api/curator/media/${slug}`, { params: { delete_from_s3: 'true' }, headers });
  for (const slug of await newRecords('voyages')) await deleteVoyage(request, origin, slug);
  for (const slug of await newRecords('presidents'))
    await request.delete(`/api/curator/presidents/${slug}`, { headers });
  for (const person_slug of await newRecords('people')) {
    const person = await request.get(`/api/people/${person_slug}`);
    const { voyages = [] } = (await person.json()) as { voyages?: { voyage_slug: string }[] };
    for (const { voyage_slug } of voyages)
      await request.delete('/api/curator/people/unlink-from-voyage', { params: { person_slug, voyage_slug }, headers });
    // A person without another voyage was deleted with the link.
    await request.delete(`/api/curator/people/${person_slug}`, { headers });
  }
}
