import { HISTORY_KINDS, type Revision } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement, statementsFor } from '../../database/index.ts';
import { FileLeases } from '../storage/index.ts';
import { changeRecords, type HistoryKind, restoreRecord } from '../records/index.ts';

const REVISION = `
  select h.revision, h.kind, h.slug, h.action, h.changed_by, instant_text(h.changed_at) changed_at, h.before - 'keys' before
  from history h where h.kind = $1 and h.slug = $2`;

const REVISION_COLUMNS = {
  revision: col.int,
  kind: col.text.as<HistoryKind>(),
  slug: col.text,
  action: col.text.as<Revision['action']>(),
  changed_by: col.text,
  changed_at: col.text,
  before: col.json<Revision['before']>(),
} satisfies ColumnsOf<Revision>;

const LIST = statement('history-list', `${REVISION} order by h.revision desc limit $3 offset $4`, REVISION_COLUMNS);
const COUNT = statement('history-count', 'select count(*) total from history where kind = $1 and slug = $2', {
  total: col.int,
});
const LATEST = statement('history-latest', `${REVISION} order by h.revision desc limit 1`, REVISION_COLUMNS);
const SNAPSHOT = statement(
  'history-snapshot',
  'select before from history where kind = $1 and slug = $2 and revision = $3',
  { before: col.json<object | null>() },
);

const RECORDS: Record<HistoryKind, string> = {
  voyage: 'voyage r',
  person: 'person r',
  president: 'president o join person r on r.id = o.person_id',
  media: 'media r',
  album: 'album r',
};

const EXISTS = statementsFor(HISTORY_KINDS, (kind) =>
  statement(`history-record-${kind}`, `select 1 from ${RECORDS[kind]} where r.slug = $1`),
);

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
      this.#database.rows(LIST, [kind, slug, limit, offset]),
      this.#database.row(COUNT, [kind, slug]),
    ]);
    const total = counted?.total ?? 0;
    if (total === 0 && !(await this.#exists(kind, slug))) throw notFound("This record doesn't exist.");
    return page(items, total);
  }

  /** Restores the record as it was before a change; the revision of the restore. */
  async restore(kind: HistoryKind, slug: string, revision: number, changedBy: string): Promise<Revision> {
    await changeRecords(this.#database, changedBy, async (changes) => {
      const { statements } = changes;
      const entry = await statements.row(SNAPSHOT, [kind, slug, revision]);
      if (!entry) throw notFound("This change doesn't exist.");
      await restoreRecord(changes, kind, slug, entry.before, (key) => this.#leases.reclaim(statements, key));
    });
    const latest = await this.#database.row(LATEST, [kind, slug]);
    if (!latest) throw new Error('A restore writes a revision');
    return latest;
  }

  async #exists(kind: HistoryKind, slug: string): Promise<boolean> {
    return (await this.#database.row(EXISTS[kind], [slug])) !== undefined;
  }
}
