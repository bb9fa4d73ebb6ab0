import type { Migration } from '@mikro-orm/migrations';
import { filingKey, proposeFilingName } from '@archive/voyage-document';

/** Files all people again by the rules of today. `choice` is SQL for what a curator chose. */
export async function filePeople(migration: Migration, choice = 'null'): Promise<void> {
  const people = (await migration.execute(`select id, full_name, ${choice} chosen from person`)) as {
    id: number;
    full_name: string;
    chosen: string | null;
  }[];
  const rows = people.map(({ id, full_name, chosen }) => {
    const proposal = proposeFilingName(full_name);
    return { id, proposal, key: filingKey(chosen ?? proposal) };
  });
  await migration.execute(
    `update person p set filing_proposal = n.proposal, filing_key = n.key
    from jsonb_to_recordset(?::jsonb) as n(id int, proposal text, key text) where p.id = n.id`,
    [JSON.stringify(rows)],
  );
}
