import { col } from './columns.ts';
import { statement, statementsFor } from './statement.ts';
import type { StatementExecutor } from './statement-executor.ts';

/** Leaves room for a number at the end of the slug. */
const MAX_LENGTH = 140;
const BATCH_SIZE = 20;

const KINDS = ['voyage', 'person', 'media', 'album', 'place', 'story'] as const;

const LOCK = statement('slug-lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

const TAKEN = statementsFor(KINDS, (kind) =>
  statement(
    `slug-taken-${kind}`,
    `select slug from ${kind} where slug = any($1::text[])
     union select slug from history where kind = '${kind}' and slug = any($1::text[])`,
    { slug: col.text },
  ),
);

/**
 * The slug for a new record: the requested one, with the suffix `-2`, `-3` … if it is taken. The slug of a deleted record is treated as
 * taken, so that the record can be restored. Concurrent transactions that request the same slug wait for this one to end.
 */
export async function freeSlug(
  executor: StatementExecutor,
  kind: (typeof KINDS)[number],
  requested: string,
  reserved: readonly string[] = [],
): Promise<string> {
  const base = requested.slice(0, MAX_LENGTH).replace(/-+$/, '');
  await executor.execute(LOCK, [`${kind} ${base}`]);
  for (let number = 1; ; number += BATCH_SIZE) {
    const candidates = Array.from({ length: BATCH_SIZE }, (_, index) =>
      number + index === 1 ? base : `${base}-${number + index}`,
    );
    const rows = await executor.rows(TAKEN[kind], [candidates]);
    const used = new Set([...reserved, ...rows.map(({ slug }) => slug)]);
    const free = candidates.find((slug) => !used.has(slug));
    if (free !== undefined) return free;
  }
}
