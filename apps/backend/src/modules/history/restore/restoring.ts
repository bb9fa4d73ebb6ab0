import { Problem } from '../../../common/index.ts';
import type { Statements } from '../../../database/index.ts';
import type { HistoryKind } from '../snapshots.ts';

/** Keys of records by their slugs, as a snapshot keeps them. */
export type Keyed = Record<string, number>;

export const cannot = (reason: string) => new Problem(409, reason);

/** `A`, `A and B`, `A, B and C`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

/** Which of the keys have no record any more. Those that are there stay until the transaction ends. */
export async function goneOf(
  statements: Statements,
  table: 'person' | 'media' | 'voyage' | 'album',
  ids: readonly number[],
): Promise<Set<number>> {
  const hold = table === 'voyage' || table === 'album' ? 'update' : 'key share';
  const there = await statements.rows<{ id: number }>(
    `history-there-${table}`,
    `select id from ${table} where id = any($1::int[]) order by id for ${hold}`,
    [ids],
  );
  const gone = new Set(ids);
  for (const { id } of there) gone.delete(id);
  return gone;
}

interface Needed {
  table: 'person' | 'media' | 'voyage' | 'album';
  keys: Keyed;
  /** What a person calls the record of a slug. */
  nameOf: (slug: string) => string;
  /** "who was aboard" and "who were aboard", said of what is gone. */
  said: readonly [one: string, several: string];
}

/** @throws the 409 that names what a record cannot do without and the archive no longer has */
export async function requireAll(statements: Statements, { table, keys, nameOf, said }: Needed): Promise<void> {
  const gone = await goneOf(statements, table, Object.values(keys));
  if (gone.size === 0) return;
  const names = Object.keys(keys)
    .filter((slug) => gone.has(keys[slug] ?? 0))
    .map(nameOf);
  const [one, several] = said;
  const gap = names.length > 1 ? `${several}, are gone` : `${one}, is gone`;
  throw cannot(`It cannot be whole: ${listed(names)}, ${gap}. Restore what is gone first.`);
}

/** The row that has the slug now, held until the transaction ends. @throws the 409 of another record than the one that was. */
export async function holdSame(
  statements: Statements,
  table: 'person' | 'media' | 'voyage' | 'album',
  slug: string,
  id: number,
): Promise<boolean> {
  const row = await statements.row<{ id: number }>(
    `history-hold-${table}`,
    `select id from ${table} where slug = $1 for update`,
    [slug],
  );
  if (row && row.id !== id) throw cannot(`Another ${table === 'media' ? 'media record' : table} has this address now.`);
  return row !== undefined;
}

/** The version of a record that comes back: one that no reader has seen of it. */
export async function versionAfter(statements: Statements, kind: HistoryKind, slug: string): Promise<number> {
  const row = await statements.row<{ version: number }>(
    'history-version-after',
    `select coalesce(max((before ->> 'version')::int), 0) + 1 version from history where kind = $1 and slug = $2`,
    [kind, slug],
  );
  return row?.version ?? 1;
}
