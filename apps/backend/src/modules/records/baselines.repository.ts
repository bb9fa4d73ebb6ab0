import { statement, type StatementExecutor } from '../../database/index.ts';

const SAVE = statement(
  'ingest-baselines',
  `insert into ingest_record as r (key, voyage_id, operation_id, fields, digest, document, line, end_line, passage)
  select key, voyage_id, $2, fields, digest, document, line, end_line, passage
  from jsonb_to_recordset($1::jsonb)
    as n(key text, voyage_id int, fields jsonb, digest text, document text, line int, end_line int, passage text)
  on conflict (voyage_id) do update
  set operation_id = excluded.operation_id, fields = excluded.fields, digest = excluded.digest,
    document = coalesce(excluded.document, r.document), line = coalesce(excluded.line, r.line),
    end_line = coalesce(excluded.end_line, r.end_line), passage = coalesce(excluded.passage, r.passage)`,
);
const DELETE_FIRST = statement(
  'ingest-undo-delete-baselines',
  `delete from ingest_record r using ingest_item i
  where i.operation_id = $1 and i.voyage_id = r.voyage_id and i.baseline = '{}'`,
);
const REVERT = statement(
  'ingest-undo-revert-baselines',
  `update ingest_record r
  set key = i.baseline ->> 'key', fields = i.baseline -> 'fields', digest = i.baseline ->> 'digest',
    document = i.baseline ->> 'document', line = (i.baseline ->> 'line')::int, end_line = (i.baseline ->> 'end_line')::int,
    passage = i.baseline ->> 'passage',
    operation_id = (select o.id from ingest_operation o where o.id = (i.baseline ->> 'operation_id')::uuid)
  from ingest_item i where i.operation_id = $1 and i.voyage_id = r.voyage_id and i.baseline <> '{}'`,
);
const REINSERT = statement(
  'restore-import-record',
  `insert into ingest_record
  select r.* from jsonb_populate_record(null::ingest_record, $2::jsonb || jsonb_build_object(
    'voyage_id', $1::int,
    'operation_id', (select o.id from ingest_operation o where o.id = ($2::jsonb ->> 'operation_id')::uuid))) r`,
);

/** The last imported values of a voyage. A later import compares its values with them. */
export interface VoyageBaseline {
  key: string;
  voyage_id: number;
  fields: object;
  digest: string | null;
  /** The passage of the document that it comes from. */
  source?: { document: string; line: number; end_line: number; passage: string } | undefined;
}

export async function saveBaselines(
  executor: StatementExecutor,
  operationId: string,
  baselines: readonly VoyageBaseline[],
): Promise<void> {
  if (baselines.length === 0) return;
  const rows = baselines.map(({ source, ...baseline }) => ({ ...baseline, ...source }));
  await executor.execute(SAVE, [JSON.stringify(rows), operationId]);
}

/** Restores the baselines from before an import. */
export async function revertBaselines(executor: StatementExecutor, operationId: string): Promise<void> {
  await executor.execute(DELETE_FIRST, [operationId]);
  await executor.execute(REVERT, [operationId]);
}

/** Restores the baseline of a deleted voyage. */
export async function reinsertBaseline(executor: StatementExecutor, voyageId: number, baseline: object): Promise<void> {
  await executor.execute(REINSERT, [voyageId, JSON.stringify(baseline)]);
}
