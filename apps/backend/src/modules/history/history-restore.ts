import type { Revision } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, Problem } from '../../common/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { changeRecords, type HistoryKind, restoreRecord } from '../records/index.ts';
import { FileLeases } from '../storage/index.ts';
import { HistoryQueries } from './history-queries.ts';

const SNAPSHOT = statement(
  'history-snapshot',
  `select h.before, (
     select p.full_name from person_redirect d join person p on p.id = d.person_id where h.kind = 'person' and d.slug = h.slug) merged_into
   from history h where h.kind = $1 and h.slug = $2 and h.revision = $3`,
  { before: col.json<unknown>(), merged_into: col.text.nullable() },
);

/** Restores records from their history. */
@Injectable()
export class HistoryRestore {
  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
    private readonly queries: HistoryQueries,
  ) {}

  /** Restores a record to its state before a change. Returns the revision that the restore created. */
  async restore(kind: HistoryKind, slug: string, revision: number, changedBy: string): Promise<Revision> {
    await changeRecords(this.database, { changedBy }, async (changes) => {
      const { executor } = changes;
      const row = await executor.row(SNAPSHOT, [kind, slug, revision]);
      if (!row) throw notFound('This change doesn’t exist.');
      if (row.merged_into !== null)
        throw new Problem(409, `This person was merged into ${row.merged_into}. Undo the merge instead.`);
      await restoreRecord(changes, kind, slug, row.before, (key) => this.leases.reclaim(executor, key));
    });
    const [latest] = (await this.queries.list(kind, slug, 1, 0)).items;
    if (!latest) throw new Error('The restore was saved without a revision');
    return latest;
  }
}
