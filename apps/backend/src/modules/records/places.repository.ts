import { placeFields, type PlaceValues } from '@archive/contracts';
import { Problem } from '../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';
import { RecordTable } from './record-table.ts';

export const PLACES = new RecordTable('place', placeFields);

const OTHER_WITH_NAME = statement(
  'place-other-with-name',
  `select p.name, w.wording from unnest($1::text[]) with ordinality w(wording, position)
  join place_name n on n.key = place_key(w.wording) join place p on p.id = n.place_id
  where p.id is distinct from $2 order by w.position limit 1`,
  { name: col.text, wording: col.text },
);

/** Ensures that no other place has one of the names, because each leads to one place. @throws 409 with the other place */
export async function requireUnusedNames(
  executor: StatementExecutor,
  { name, variants }: Pick<PlaceValues, 'name' | 'variants'>,
  id: number | null,
): Promise<void> {
  const other = await executor.row(OTHER_WITH_NAME, [[name, ...variants], id]);
  if (!other) return;
  const { wording } = other;
  const message = `“${wording}” already leads to ${other.name}. Merge the places, or use another name, such as “${wording}, Virginia”.`;
  throw new Problem(409, message, { errors: [{ path: wording === name ? 'name' : 'variants', message }] });
}

const WHOLES = statement(
  'place-wholes',
  `with recursive whole (slug, part_of) as (
    select p.slug, p.part_of from place p where p.slug = $1
    union select p.slug, p.part_of from whole w join place p on p.slug = w.part_of)
  select p.slug from place p where p.slug in (select w.slug from whole w) for share`,
  { slug: col.text },
);

/** A place and what it is part of, also through other places; empty if it doesn’t exist. Locks them, so that no circle can arise. */
export async function wholesOf(executor: StatementExecutor, slug: string): Promise<string[]> {
  return (await executor.rows(WHOLES, [slug])).map((whole) => whole.slug);
}
