import type { Revision } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { FileLeases } from '../storage/index.ts';
import { changeRecords, type HistoryKind, restoreRecord } from '../records/index.ts';

const REVISION = `
  select h.revision, h.kind, h.slug, h.action, h.changed_by, instant_text(h.changed_at) changed_at, h.before - 'keys' before
  from history h where h.kind = $1 and h.slug = $2`;

const LIST = `${REVISION} order by h.revision desc limit $3 offset $4`;
const COUNT = 'select count(*) total from history where kind = $1 and slug = $2';
const LATEST = `${REVISION} order by h.revision desc limit 1`;
const SNAPSHOT = 'select before from history where kind = $1 and slug = $2 and revision = $3';

const RECORDS: Record<HistoryKind, string> = {
  voyage: 'voyage r',
  person: 'person r',
  president: 'president o join person r on r.id = o.person_id',
  media: 'media r',
  album: 'album r',
};

/** The changes of each record, and their restore. */
@Injectable()
export class History {
  readonly #database: Database;
  readonly #leases: FileLeases;

  constructor(database: Database, leases: FileLeases) {
    this.#database = database;
    this.#leases = leases;
  }

  /** Newest first. Empty for a record without changes. */
  async list(kind: HistoryKind, slug: string, limit: number, offset: number): Promise<Page<Revision>> {
    const [items, counted] = await Promise.all([
      this.#database.rows<Revision>('history-list', LIST, [kind, slug, limit, offset]),
      this.#database.row<{ total: number }>('history-count', COUNT, [kind, slug]),
    ]);
    const total = counted?.total ?? 0;
    if (total === 0 && !(await this.#exists(kind, slug))) throw notFound("This record doesn't exist.");
    return page(items, total);
  }

  /** Restores the record as it was before a change; the revision of the restore. */
  async restore(kind: HistoryKind, slug: string, revision: number, changedBy: string): Promise<Revision> {
    await changeRecords(this.#database, changedBy, async (changes) => {
      const { statements } = changes;
      const entry = await statements.row<{ before: unknown }>('history-snapshot', SNAPSHOT, [kind, slug, revision]);
      if (!entry) throw notFound("This change doesn't exist.");
      await restoreRecord(changes, kind, slug, entry.before, (key) => this.#leases.reclaim(statements, key));
    });
    const latest = await this.#database.row<Revision>('history-latest', LATEST, [kind, slug]);
    if (!latest) throw new Error('A restore writes a revision');
    return latest;
  }

  async #exists(kind: HistoryKind, slug: string): Promise<boolean> {
    const sql = `select 1 from ${RECORDS[kind]} where r.slug = $1`;
    return (await this.#database.row(`history-record-${kind}`, sql, [slug])) !== undefined;
  }
}
