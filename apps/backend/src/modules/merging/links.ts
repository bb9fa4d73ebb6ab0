import type { Statements } from '../../database/index.ts';

/** What a passenger link says. */
export interface Link {
  sort_order: number;
  title: string | null;
  capacity_role: string | null;
  is_crew: boolean;
  notes: string | null;
}

/** A voyage that the merge touches: the link of the record that went, and the one of the other where both were aboard. */
export interface Shared {
  voyage_id: number;
  voyage_slug: string;
  gone: Link;
  kept: Link | null;
}

const LINK = (row: string) => `json_build_object('sort_order', ${row}.sort_order, 'title', ${row}.title,
  'capacity_role', ${row}.capacity_role, 'is_crew', ${row}.is_crew, 'notes', ${row}.notes)`;

const HOLD = `
  select v.id from voyage v where v.id in (select l.voyage_id from passenger l where l.person_id = any($1::int[]))
  order by v.id for update`;

const SHARED = `
  select v.id voyage_id, v.slug voyage_slug, ${LINK('gone')} gone, case when kept.person_id is not null then ${LINK('kept')} end kept
  from passenger gone
  join voyage v on v.id = gone.voyage_id
  left join passenger kept on kept.voyage_id = v.id and kept.person_id = $1
  where gone.person_id = $2 order by v.id`;

const PUT = `
  insert into passenger (voyage_id, person_id, sort_order, title, capacity_role, is_crew, notes)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (voyage_id, person_id) do update set sort_order = excluded.sort_order, title = excluded.title,
    capacity_role = excluded.capacity_role, is_crew = excluded.is_crew, notes = excluded.notes`;

const TAKE = 'delete from passenger where voyage_id = $1 and person_id = $2 returning sort_order';
const CLOSE_GAP = 'update passenger set sort_order = sort_order - 1 where voyage_id = $1 and sort_order > $2';
const MAKE_ROOM = 'update passenger set sort_order = sort_order + 1 where voyage_id = $1 and sort_order >= $2';
const PLACES = 'select count(*)::int places from passenger where voyage_id = $1';

/** The voyages of the one that goes, with those of both held so that nobody else changes who is aboard. */
export async function holdShared(statements: Statements, kept: number, gone: number): Promise<Shared[]> {
  await statements.rows('merging-hold-voyages', HOLD, [[kept, gone]]);
  return statements.rows<Shared>('merging-shared', SHARED, [kept, gone]);
}

const bothOf = (one: string | null, other: string | null, between: string) =>
  one === null || other === null || one === other ? (one ?? other) : `${one}${between}${other}`;

/** Two links of one voyage as one: every role, form of address and note of both, at the place of whoever stood first. */
export const joined = (kept: Link, gone: Link): Link => ({
  sort_order: Math.min(kept.sort_order, gone.sort_order),
  title: bothOf(kept.title, gone.title, '; '),
  capacity_role: bothOf(kept.capacity_role, gone.capacity_role, '; '),
  is_crew: kept.is_crew || gone.is_crew,
  notes: bothOf(kept.notes, gone.notes, '\n\n'),
});

const put = (statements: Statements, voyage: number, person: number, link: Link) =>
  statements.change('merging-put', PUT, [
    voyage,
    person,
    link.sort_order,
    link.title,
    link.capacity_role,
    link.is_crew,
    link.notes,
  ]);

/** Takes somebody off, and closes the gap. */
export async function take(statements: Statements, voyage: number, person: number): Promise<void> {
  const row = await statements.row<{ sort_order: number }>('merging-take', TAKE, [voyage, person]);
  if (row) await statements.change('merging-close-gap', CLOSE_GAP, [voyage, row.sort_order]);
}

/** One link out of two, or the other's link for the one that stays. */
export async function joinLinks(statements: Statements, keptId: number, goneId: number, shared: Shared): Promise<void> {
  const { voyage_id: voyage, kept, gone } = shared;
  await statements.row('merging-take', TAKE, [voyage, goneId]);
  await put(statements, voyage, keptId, kept ? joined(kept, gone) : gone);
  // Both were aboard: the later of their places is free.
  if (kept)
    await statements.change('merging-close-gap', CLOSE_GAP, [voyage, Math.max(kept.sort_order, gone.sort_order)]);
}

/** The link of the one that stays as it was before; the other's comes back by itself, and moves those behind it on. */
export async function partLinks(
  statements: Statements,
  keptId: number,
  { voyage_id, kept, gone }: Shared,
): Promise<void> {
  await take(statements, voyage_id, keptId);
  if (!kept) return;
  const row = await statements.row<{ places: number }>('merging-places', PLACES, [voyage_id]);
  const alone = kept.sort_order - (gone.sort_order < kept.sort_order ? 1 : 0);
  const place = Math.min(alone, (row?.places ?? 0) + 1);
  await statements.change('merging-make-room', MAKE_ROOM, [voyage_id, place]);
  await put(statements, voyage_id, keptId, { ...kept, sort_order: place });
}

const TOUCH = 'update voyage set version = version + 1, updated_at = now() where id = any($1::int[])';

export const touchVoyages = (statements: Statements, ids: number[]) =>
  statements.change('merging-touch-voyages', TOUCH, [ids]);
