import type { Revision } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { FileClaims } from '../storage/index.ts';
import { restoreRecord } from './restore/restore-record.ts';
import type { HistoryKind } from './snapshots.ts';
import { writeRevisions } from './write-revisions.ts';

const REVISION = `
  select h.revision, h.kind, h.slug, h.action, h.changed_by, instant_text(h.changed_at) changed_at, h.before - 'keys' before
  from history h where h.kind = $1 and h.slug = $2`;

const LIST = `${REVISION} order by h.revision desc limit $3 offset $4`;
const COUNT = 'select count(*) total from history where kind = $1 and slug = $2';
const LATEST = `${REVISION} order by h.revision desc limit 1`;
const KEPT = 'select before from history where kind = $1 and slug = $2 and revision = $3';

const RECORDS: Record<HistoryKind, string> = {
  voyage: 'voyage r',
  person: 'person r',
  president: 'president o join person r on r.id = o.person_id',
  media: 'media r',
  album: 'album r',
};

/** What became of each record, and the way back. */
@Injectable()
export class History {
  readonly #database: Database;
  readonly #claims: FileClaims;

  constructor(database: Database, claims: FileClaims) {
    this.#database = database;
    this.#claims = claims;
  }

  /** Newest first. Empty for a record that nobody has changed since the archive was made. */
  async list(kind: HistoryKind, slug: string, limit: number, offset: number): Promise<Page<Revision>> {
    const [items, counted] = await Promise.all([
      this.#database.rows<Revision>('history-list', LIST, [kind, slug, limit, offset]),
      this.#database.row<{ total: number }>('history-count', COUNT, [kind, slug]),
    ]);
    const total = counted?.total ?? 0;
    if (total === 0 && !(await this.#exists(kind, slug))) throw notFound('There is no such record.');
    return page(items, total);
  }

  /** Brings the record back as it was before a change; answers the change that this is. */
  restore(kind: HistoryKind, slug: string, revision: number, changedBy: string): Promise<Revision> {
    return this.#database.transaction(async (statements) => {
      const fileThere = (key: string) => this.#claims.hold(statements, key);
      const kept = await statements.row<{ before: unknown }>('history-kept', KEPT, [kind, slug, revision]);
      if (!kept) throw notFound('There is no such change.');
      await writeRevisions(statements, await restoreRecord(statements, kind, slug, kept.before, fileThere), {
        changedBy,
      });
      const [latest] = await statements.rows<Revision>('history-latest', LATEST, [kind, slug]);
      if (!latest) throw new Error('A revision was written');
      return latest;
    });
  }

  async #exists(kind: HistoryKind, slug: string): Promise<boolean> {
    const sql = `select 1 from ${RECORDS[kind]} where r.slug = $1`;
    return (await this.#database.row(`history-record-${kind}`, sql, [slug])) !== undefined;
  }
}
