import { col, statement, type StatementExecutor } from '../../database/index.ts';

const FIND = statement(
  'president-find',
  'select r.person_id id from president r join person p on p.id = r.person_id where p.slug = $1 for key share of r',
  { id: col.int },
);

/** Id of a president or owner by slug, locked until the transaction ends. */
export async function findPresident(executor: StatementExecutor, slug: string): Promise<number | undefined> {
  const row = await executor.row(FIND, [slug]);
  return row?.id;
}
