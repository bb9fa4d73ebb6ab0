import type { NameDecision } from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import { type DecidedName, isOfDocument, type NameDecisions } from '../plan/name-decisions.ts';
import type { NameRow } from '../plan/read-names.ts';

const SELECT_DECISIONS = statement(
  'ingest-decisions',
  'select decisions, decision_count from ingest_operation where id = $1',
  { decisions: col.json<NameDecisions>(), decision_count: col.int },
);

/**
 * Decisions of earlier imports. For a merged person, returns the surviving record. Ignores decisions for a deleted person, and decisions
 * that are older than the record of another person with the same name, because the name may now mean either of them.
 */
const SELECT_EARLIER = statement(
  'ingest-decisions-remembered',
  `
  select d.key, d.kind, d.names, d.decided_by, coalesce(p.slug, survivor.slug) as person_slug,
    coalesce(p.full_name, survivor.full_name) as person_name
  from name_decision d
  left join person p on p.slug = d.person_slug
  left join person_redirect r on r.slug = d.person_slug and p.id is null
  left join person survivor on survivor.id = r.person_id
  where d.key = any($1) and not exists (
    select from person namesake
    where namesake.created_at > d.decided_at and namesake.id is distinct from coalesce(p.id, survivor.id)
      and d.key = 'person:' || array_to_string(name_words(namesake.full_name), ' '))`,
  {
    key: col.text,
    kind: col.text.as<NameDecision['kind']>(),
    names: col.json<string[]>().nullable(),
    decided_by: col.text,
    person_slug: col.text.nullable(),
    person_name: col.text.nullable(),
  },
);

const SAVE = statement(
  'ingest-decisions-save',
  `update ingest_operation set decisions = decisions || $2::jsonb where id = $1`,
);

/** The current decision `d` about a name, as it is kept when another import replaces it. */
const REPLACED = `jsonb_build_array(to_jsonb(d) - 'earlier' - 'key')`;

const REMEMBER = statement(
  'ingest-decisions-remember',
  `
  insert into name_decision as d (key, kind, person_slug, names, decided_by, operation_id)
  select key, kind, person_slug, names, $2, $3
  from jsonb_to_recordset($1::jsonb) as n(key text, kind text, person_slug text, names jsonb)
  on conflict (key) do update set kind = excluded.kind, person_slug = excluded.person_slug, names = excluded.names,
    decided_by = excluded.decided_by, decided_at = now(), operation_id = excluded.operation_id,
    earlier = d.earlier || case when d.operation_id = excluded.operation_id then '[]' else ${REPLACED} end`,
);
const FORGET = statement('ingest-decisions-forget', 'delete from name_decision where key = any($1)');

/** After an import has created a person, the decision refers to that person, so that later imports link to them. */
const REMEMBER_CREATED = statement(
  'ingest-decisions-created',
  `
  update name_decision d set kind = 'person', person_slug = n.slug, operation_id = $2, earlier = d.earlier || ${REPLACED}
  from jsonb_to_recordset($1::jsonb) as n(key text, slug text)
  where d.key = n.key and d.kind = 'new'`,
);

/** The import `$1` with its preview and those that it replaced, except previews that were also imported otherwise. */
const OPERATIONS_OF = `
  with recursive made as (
    select id, applies, refreshes from ingest_operation where id = $1
    union
    select o.id, o.applies, o.refreshes from ingest_operation o join made m on o.id in (m.applies, m.refreshes)
    where not exists (select from ingest_operation a where a.applies = o.id and a.id <> $1 and a.undone_at is null))`;

/** Removes what was decided for an import. Decisions of other imports that it replaced apply again. */
const FORGET_IMPORT = statement(
  'ingest-decisions-forget-import',
  `
  ${OPERATIONS_OF}, kept as (
    select d.key, (
      select jsonb_agg(e order by at) from jsonb_array_elements(d.earlier || ${REPLACED}) with ordinality as x (e, at)
      where e ->> 'operation_id' is null or (e ->> 'operation_id')::uuid not in (select id from made)) as decisions
    from name_decision d
    where d.operation_id in (select id from made) or exists (
      select from jsonb_array_elements(d.earlier) e where (e ->> 'operation_id')::uuid in (select id from made))),
  forgotten as (delete from name_decision d using kept k where d.key = k.key and k.decisions is null)
  update name_decision d set kind = l.kind, person_slug = l.person_slug, names = l.names, decided_by = l.decided_by,
    decided_at = l.decided_at, operation_id = l.operation_id, earlier = k.decisions - (-1)
  from kept k cross join lateral jsonb_to_record(k.decisions -> -1)
    as l (kind text, person_slug text, names jsonb, decided_by text, decided_at timestamptz, operation_id uuid)
  where d.key = k.key and k.decisions is not null`,
);
const RECORD_CREATED = statement(
  'ingest-decisions-created-now',
  `
  update ingest_operation o set decisions = o.decisions || (
    select jsonb_object_agg(n.key, o.decisions -> n.key || jsonb_build_object('created', n.slug))
    from jsonb_to_recordset($2::jsonb) as n(key text, slug text) where o.decisions -> n.key is not null)
  where o.id = $1`,
);

const DELETE_NAMES = statement('ingest-names-delete', 'delete from ingest_name where operation_id = $1');
const INSERT_NAMES = statement(
  'ingest-names-insert',
  `
  insert into ingest_name (operation_id, key, ordinal, kind, written, line, state, person, suggestion, voyages, spellings,
    proposal, reason)
  select $1, key, ordinal, kind, written, line, state, person, suggestion, voyages, spellings, proposal, reason
  from jsonb_to_recordset($2::jsonb) as n(key text, ordinal int, kind text, written text, line int, state text, person jsonb,
    suggestion jsonb, voyages int, spellings jsonb, proposal jsonb, reason text)`,
);

export interface OperationDecisions {
  decisions: NameDecisions;
  /** Incremented with each change of the decisions. */
  count: number;
}

export async function decisionsOf(executor: StatementExecutor, id: string): Promise<OperationDecisions> {
  const row = await executor.row(SELECT_DECISIONS, [id]);
  return { decisions: row?.decisions ?? {}, count: row?.decision_count ?? 0 };
}

/** Adds the decisions that curators made for these names in earlier imports. Returns all decisions of the operation. */
export async function recallDecisions(
  executor: StatementExecutor,
  id: string,
  keys: readonly string[],
): Promise<NameDecisions> {
  const { decisions } = await decisionsOf(executor, id);
  const rows = await executor.rows(SELECT_EARLIER, [keys.filter((key) => !(key in decisions))]);
  const recalled = rows.flatMap(({ key, decided_by: decidedBy, ...row }): [string, DecidedName][] => {
    const decision = decisionIn(row);
    const name = decision?.kind === 'person' ? (row.person_name ?? undefined) : undefined;
    return decision ? [[key, { decision, earlier: true, by: decidedBy, ...(name === undefined ? {} : { name }) }]] : [];
  });
  if (recalled.length === 0) return decisions;
  await executor.execute(SAVE, [id, Object.fromEntries(recalled)]);
  return { ...decisions, ...Object.fromEntries(recalled) };
}

function decisionIn({
  kind,
  names,
  person_slug,
}: {
  kind: NameDecision['kind'];
  names: string[] | null;
  person_slug: string | null;
}): NameDecision | undefined {
  if (kind === 'person') return person_slug === null ? undefined : { kind, person_slug };
  if (kind === 'split') return { kind, names: names ?? [] };
  return { kind };
}

interface NewDecision {
  key: string;
  decision: NameDecision | null;
}

/** Saves the decisions of a preview for later imports. Null deletes a decision. */
export async function rememberDecisions(
  executor: StatementExecutor,
  preview: string,
  made: readonly NewDecision[],
  username: string,
): Promise<void> {
  const decided = made.filter(({ key }) => !isOfDocument(key));
  const decisions = decided.flatMap(({ key, decision }) => (decision ? [{ key, ...decision }] : []));
  const withdrawn = decided.filter(({ decision }) => decision === null).map(({ key }) => key);
  if (decisions.length > 0) await executor.execute(REMEMBER, [JSON.stringify(decisions), username, preview]);
  if (withdrawn.length > 0) await executor.execute(FORGET, [withdrawn]);
}

/** Records the people that an import created because a curator chose “new”. Runs in the transaction that saves them. */
export async function recordCreated(
  executor: StatementExecutor,
  id: string,
  created: readonly { key: string; slug: string }[],
): Promise<void> {
  if (created.length === 0) return;
  const rows = JSON.stringify(created);
  await executor.execute(RECORD_CREATED, [id, rows]);
  await executor.execute(REMEMBER_CREATED, [rows, id]);
}

/** Forgets the decisions that were made for an import, when it is undone. */
export const forgetDecisions = (executor: StatementExecutor, id: string) => executor.execute(FORGET_IMPORT, [id]);

const BATCH_SIZE = 1000;

/** Replaces the names of a preview in the current transaction. */
export async function saveNames(executor: StatementExecutor, id: string, names: readonly NameRow[]): Promise<void> {
  await executor.execute(DELETE_NAMES, [id]);
  for (let from = 0; from < names.length; from += BATCH_SIZE)
    await executor.execute(INSERT_NAMES, [id, JSON.stringify(names.slice(from, from + BATCH_SIZE))]);
}
