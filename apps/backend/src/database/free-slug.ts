import type { Statements } from './database.ts';

/** An address leaves room for a number behind it. */
const LONGEST = 140;
const AT_ONCE = 20;

type Sluggable = 'voyage' | 'person' | 'media' | 'album';

/**
 * The address for a new record: the wanted one, with `-2`, `-3` when it is taken. One that a deleted record had is taken as well, so
 * that it can come back. Whoever wants the same one waits until this transaction ends.
 */
export async function freeSlug(
  statements: Statements,
  kind: Sluggable,
  wanted: string,
  reserved: readonly string[] = [],
): Promise<string> {
  const base = wanted.slice(0, LONGEST).replace(/-+$/, '');
  await statements.row('slug-turn', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${kind} ${base}`]);
  for (let number = 1; ; number += AT_ONCE) {
    const candidates = Array.from({ length: AT_ONCE }, (_, at) =>
      number + at === 1 ? base : `${base}-${number + at}`,
    );
    const rows = await statements.rows<{ slug: string }>(
      `slug-taken-${kind}`,
      `select slug from ${kind} where slug = any($1::text[])
       union select slug from history where kind = '${kind}' and slug = any($1::text[])`,
      [candidates],
    );
    const taken = new Set([...reserved, ...rows.map(({ slug }) => slug)]);
    const free = candidates.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}
