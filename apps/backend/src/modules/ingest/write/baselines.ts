import { statement, type Statements } from '../../../database/index.ts';
import type { Baseline } from '../plan/decision.ts';

const SAVE = statement(
  'ingest.baselines',
  `
  insert into ingest_record (key, voyage_id, operation_id, fields, digest)
  select key, voyage_id, $2, fields, digest
  from jsonb_to_recordset($1::jsonb) as n(key text, voyage_id int, fields jsonb, digest text)
  on conflict (voyage_id) do update
  set operation_id = excluded.operation_id, fields = excluded.fields, digest = excluded.digest`,
);

/** Values of a voyage as last imported; a later import compares with them. */
export interface VoyageBaseline {
  key: string;
  voyage_id: number;
  fields: Baseline;
  digest: string | null;
}

export async function saveBaselines(
  statements: Statements,
  operationId: string,
  baselines: readonly VoyageBaseline[],
): Promise<void> {
  if (baselines.length === 0) return;
  await statements.execute(SAVE, [JSON.stringify(baselines), operationId]);
}
