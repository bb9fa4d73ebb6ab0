import { normalizeWikipediaUrl } from '@archive/voyage-document';
import { invalidFields, Problem } from '../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';

/** Path segments of the API that cannot be person slugs. */
export const RESERVED_SLUGS = [
  'by-president',
  'candidates',
  'duplicates',
  'link-to-voyage',
  'passenger-order',
  'search',
  'unlink-from-voyage',
];

const SAME_ARTICLE = statement(
  'person-same-article',
  'select full_name from person where wikipedia_key = $1 and id is distinct from $2',
  { full_name: col.text },
);

/**
 * Ensures that no other person has the article. `personId` is the updated person; null for a new one.
 * @throws 409 with the other person's name
 */
export async function requireUnusedArticle(
  executor: StatementExecutor,
  wikipediaUrl: string | null | undefined,
  personId: number | null,
): Promise<void> {
  const key = normalizeWikipediaUrl(wikipediaUrl ?? null);
  if (key === null) return;
  const existing = await executor.row(SAME_ARTICLE, [key, personId]);
  if (!existing) return;
  const message = `${existing.full_name} already has this Wikipedia URL.`;
  throw new Problem(409, message, { errors: [{ path: 'wikipedia_url', message }] });
}

const PICTURE = statement(
  'person-portrait',
  `select media_type = 'image' and storage_key is not null usable from media where slug = $1`,
  { usable: col.bool },
);

/** @throws 422 unless the portrait is a stored image */
export async function requirePicture(
  executor: StatementExecutor,
  slug: string | null | undefined,
  path: 'portrait' | 'cover' = 'portrait',
): Promise<void> {
  if (slug === null || slug === undefined) return;
  const media = await executor.row(PICTURE, [slug]);
  if (media?.usable !== true)
    throw invalidFields([{ path, message: `Choose an image from the media library as the ${path}.` }]);
}

/** The slug that a request asks for; undefined if the server chooses the slug. */
export function requestedSlug(slug: string | undefined, path: string): string | undefined {
  if (slug === undefined || slug === 'auto') return undefined;
  if (RESERVED_SLUGS.includes(slug)) throw invalidFields([{ path, message: `The address “${slug}” is reserved.` }]);
  return slug;
}

/** Rejects an update with a different slug. It may repeat the slug of its record. */
export function requireSameSlug(requested: string | undefined, slug: string, path: string): void {
  if (requested === undefined || requested === 'auto' || requested === slug) return;
  throw invalidFields([{ path, message: 'The address of a record cannot be changed.' }]);
}
