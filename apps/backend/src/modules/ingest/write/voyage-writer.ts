import type { ClientBase } from 'pg';
import { FLAG_FIELDS, LIST_FIELDS, TEXT_FIELDS, type VoyageFields } from '../plan/voyage-fields.ts';
import type { Memory } from '../plan/decision.ts';

const NAMES = [...TEXT_FIELDS, ...LIST_FIELDS, ...FLAG_FIELDS].join(', ');
const TYPED = [
  ...TEXT_FIELDS.map((name) => `${name} text`),
  ...LIST_FIELDS.map((name) => `${name} jsonb`),
  ...FLAG_FIELDS.map((name) => `${name} boolean`),
].join(', ');
const FROM_NEW = [...TEXT_FIELDS, ...LIST_FIELDS, ...FLAG_FIELDS].map((name) => `n.${name}`).join(', ');

const INSERT = `
  insert into voyage (slug, president_id, ${NAMES})
  select slug, president_id, ${NAMES}
  from jsonb_to_recordset($1::jsonb) as n(slug text, president_id int, ${TYPED})
  returning id, slug`;

const UPDATE = `
  update voyage v
  set (president_id, ${NAMES}) = row(n.president_id, ${FROM_NEW}), version = v.version + 1, updated_at = now()
  from jsonb_to_recordset($1::jsonb) as n(id int, president_id int, ${TYPED})
  where v.id = n.id`;

const LEAVE = `
  delete from passenger l using jsonb_to_recordset($1::jsonb) as n(voyage_id int, people int[])
  where l.voyage_id = n.voyage_id and l.person_id <> all(n.people)`;

const BOARD = `
  insert into passenger (voyage_id, person_id, sort_order, title, capacity_role, is_crew)
  select voyage_id, person_id, sort_order, title, capacity_role, is_crew
  from jsonb_to_recordset($1::jsonb)
    as n(voyage_id int, person_id int, sort_order int, title text, capacity_role text, is_crew boolean)
  on conflict (voyage_id, person_id) do update
  set sort_order = excluded.sort_order, title = excluded.title, capacity_role = excluded.capacity_role, is_crew = excluded.is_crew`;

const REMEMBER = `
  insert into ingest_record (key, voyage_id, operation_id, fields, digest)
  select key, voyage_id, $2, fields, digest
  from jsonb_to_recordset($1::jsonb) as n(key text, voyage_id int, fields jsonb, digest text)
  on conflict (voyage_id) do update
  set operation_id = excluded.operation_id, fields = excluded.fields, digest = excluded.digest`;

export interface VoyageRow extends Omit<VoyageFields, 'president' | 'passengers'> {
  president_id: number | null;
}

/** Ids of the new voyages, in their order. */
export async function insertVoyages(
  client: ClientBase,
  voyages: readonly (VoyageRow & { slug: string })[],
): Promise<number[]> {
  if (voyages.length === 0) return [];
  const { rows } = await client.query<{ id: number; slug: string }>({
    name: 'ingest.create',
    text: INSERT,
    values: [JSON.stringify(voyages)],
  });
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  return voyages.map(({ slug }) => ids.get(slug) ?? 0);
}

export async function updateVoyages(
  client: ClientBase,
  voyages: readonly (VoyageRow & { id: number })[],
): Promise<void> {
  if (voyages.length === 0) return;
  await client.query({ name: 'ingest.update', text: UPDATE, values: [JSON.stringify(voyages)] });
}

export interface Manifest {
  voyage_id: number;
  /** In their order. */
  aboard: readonly { person_id: number; title: string | null; capacity_role: string | null; is_crew: boolean }[];
  /** The voyage had people before. */
  replaces: boolean;
}

/** Puts people aboard in their order. What curators noted of those who stay is kept. */
export async function boardPassengers(client: ClientBase, manifests: readonly Manifest[]): Promise<void> {
  const leaving = manifests
    .filter(({ replaces }) => replaces)
    .map(({ voyage_id, aboard }) => ({ voyage_id, people: aboard.map(({ person_id }) => person_id) }));
  if (leaving.length > 0) await client.query({ name: 'ingest.leave', text: LEAVE, values: [JSON.stringify(leaving)] });
  const boarding = manifests.flatMap(({ voyage_id, aboard }) =>
    aboard.map((passenger, at) => ({ voyage_id, sort_order: at + 1, ...passenger })),
  );
  if (boarding.length > 0)
    await client.query({ name: 'ingest.board', text: BOARD, values: [JSON.stringify(boarding)] });
}

/** What counts from now on as last taken from a document. */
export interface VoyageMemory {
  key: string;
  voyage_id: number;
  fields: Memory;
  digest: string | null;
}

export async function rememberVoyages(
  client: ClientBase,
  operationId: string,
  records: readonly VoyageMemory[],
): Promise<void> {
  if (records.length === 0) return;
  await client.query({ name: 'ingest.remember', text: REMEMBER, values: [JSON.stringify(records), operationId] });
}
