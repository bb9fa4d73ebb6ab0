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

const REDIRECT = statement(
  'place-redirect-slug',
  `insert into place_redirect (slug, place_id) values ($1, $2) on conflict (slug) do update set place_id = excluded.place_id`,
);
const MOVE_REDIRECTS = statement('place-move-redirects', 'update place_redirect set place_id = $2 where place_id = $1');
const REMOVE_REDIRECT = statement('place-remove-redirect', 'delete from place_redirect where slug = $1');

/** Makes the addresses of a merged place lead to another one. */
export async function redirectPlace(
  executor: StatementExecutor,
  merged: { id: number; slug: string },
  into: number,
): Promise<void> {
  await executor.execute(MOVE_REDIRECTS, [merged.id, into]);
  await executor.execute(REDIRECT, [merged.slug, into]);
}

export const endPlaceRedirect = (executor: StatementExecutor, slug: string) =>
  executor.execute(REMOVE_REDIRECT, [slug]);
