import type { FieldChange, historyOperations, RecordChange, Revision } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type OperationInput, type Page, page } from '../../common/index.ts';
import {
  col,
  type Condition,
  conditions,
  Database,
  filteredStatement,
  type RowOf,
  statement,
} from '../../database/index.ts';
import { type HistoryKind, snapshotsOf } from '../records/index.ts';
import { FileLeases } from '../storage/index.ts';
import { isBy } from './accepted-by.ts';
import { fieldChanges, isOnlyFile, restoreChanges, type Snapshot, titleOf } from './field-changes.ts';

type ChangesQuery = OperationInput<typeof historyOperations.changes>['query'];
type DeletedQuery = OperationInput<typeof historyOperations.deleted>['query'];

/** Id of the record that currently has the slug of a change. */
const CURRENT = `case h.kind
  when 'voyage' then (select r.id from voyage r where r.slug = h.slug)
  when 'person' then (select r.id from person r where r.slug = h.slug)
  when 'president' then (select r.person_id from president r join person p on p.id = r.person_id where p.slug = h.slug)
  when 'media' then (select r.id from media r where r.slug = h.slug)
  when 'place' then (select r.id from place r where r.slug = h.slug)
  when 'story' then (select r.id from story r where r.slug = h.slug)
  else (select r.id from album r where r.slug = h.slug) end`;

/**
 * A change, with the snapshots before and after it: `next_before` is the snapshot of the next change. `h` is the row of the change, and
 * `n` that of the next change.
 */
const CHANGE = `
  h.revision, h.kind, h.slug, h.action, h.changed_by, instant_text(h.changed_at) changed_at, h.operation_id,
  to_char(h.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || h.kind || '_' || h.slug || '_' || h.revision
    as cursor,
  h.before - 'keys' before, n.revision is null latest, n.before - 'keys' next_before, ${CURRENT} current_id,
  h.before #>> '{keys,file,storage_key}' storage_key,
  case when h.kind = 'person' then (
    select json_build_object('person_slug', p.slug, 'full_name', p.full_name, 'merge', (
      select m.id from person_merge m where m.survivor_id = p.id and m.merged_slug = h.slug order by m.id desc limit 1))
    from person_redirect d join person p on p.id = d.person_id where d.slug = h.slug) end merged_into`;

const NEXT = 'left join history n on n.kind = h.kind and n.slug = h.slug and n.revision = h.revision + 1';

const COLUMNS = {
  revision: col.int,
  kind: col.text.as<HistoryKind>(),
  slug: col.text,
  action: col.text.as<Revision['action']>(),
  changed_by: col.text,
  changed_at: col.text,
  operation_id: col.uuid.nullable(),
  cursor: col.text,
  before: col.json<Snapshot>().nullable(),
  latest: col.bool,
  next_before: col.json<Snapshot>().nullable(),
  current_id: col.int.nullable(),
  storage_key: col.text.nullable(),
  merged_into: col.json<RecordChange['merged_into']>(),
};

type ChangeRow = RowOf<typeof COLUMNS>;

const POSITION = '(h.changed_at, h.kind, h.slug, h.revision)';
const positionOf = (cursor: string) => `(split_part(${cursor}, '_', 1)::timestamptz, split_part(${cursor}, '_', 2),
  split_part(${cursor}, '_', 3), split_part(${cursor}, '_', 4)::int)`;

const FILTERS = {
  kind: { code: 'k', sql: (kinds) => `h.kind = any(${kinds}::text[])` },
  action: { code: 'a', sql: (actions) => `h.action = any(${actions}::text[])` },
  changed_by: { code: 'b', sql: (curator) => `h.changed_by = ${curator}` },
  own: { code: 'w', sql: (names) => `h.changed_by = any(${names}::text[])` },
  since: { code: 's', sql: (instant) => `h.changed_at >= ${instant}::timestamptz` },
  until: { code: 'u', sql: (instant) => `h.changed_at < ${instant}::timestamptz` },
  no_drafts: {
    code: 'd',
    sql: `(h.kind <> 'story' or exists (select from story s where s.slug = h.slug and s.published_on is not null))`,
  },
  no_imports: { code: 'h', sql: 'h.operation_id is null' },
  older_than: { code: 'o', sql: (cursor) => `${POSITION} < ${positionOf(`${cursor}::text`)}` },
  newer_than: { code: 'n', sql: (cursor) => `${POSITION} > ${positionOf(`${cursor}::text`)}` },
} satisfies Record<string, Condition>;

/** A page of changes. Reads snapshots only for the changes on the page. */
const pageStatement = (direction: 'asc' | 'desc') => {
  const order = (row: string) =>
    ['changed_at', 'kind', 'slug', 'revision'].map((name) => `${row}.${name} ${direction}`).join(', ');
  return filteredStatement(
    `history-changes-${direction}`,
    FILTERS,
    ({ where, parameter }) => `
      with page as materialized (
        select h.kind, h.slug, h.revision from history h ${where} order by ${order('h')} limit ${parameter(1)})
      select ${CHANGE} from page join history h using (kind, slug, revision) ${NEXT} order by ${order('h')}`,
    COLUMNS,
  );
};

const OLDER = pageStatement('desc');
const NEWER = pageStatement('asc');

/** All curators in the history. Skips from one name to the next in the index instead of reading all rows. */
const CURATORS = statement(
  'history-curators',
  `with recursive curator (name) as (
     (select changed_by from history order by changed_by limit 1)
     union all
     select (select h.changed_by from history h where h.changed_by > c.name order by h.changed_by limit 1)
     from curator c where c.name is not null)
   select name from curator where name is not null order by name collate natural_order`,
  { name: col.text },
);

const LIST = statement(
  'history-list',
  `select ${CHANGE} from history h ${NEXT}
   where h.kind = $1 and h.slug = $2 order by h.revision desc limit $3 offset $4`,
  COLUMNS,
);

const COUNT = statement(
  'history-count',
  `select count(*) total, (
     select ${CURRENT} from (select $1::text kind, $2::text slug) h) current_id
   from history where kind = $1 and slug = $2`,
  { total: col.int, current_id: col.int.nullable() },
);

const ONE = statement(
  'history-one',
  `select ${CHANGE} from history h ${NEXT} where h.kind = $1 and h.slug = $2 and h.revision = $3`,
  COLUMNS,
);

const DELETED = statement(
  'history-deleted',
  `select ${CHANGE} from history h ${NEXT}
   where h.kind = $1 and h.slug = $2 and h.action = 'delete' order by h.revision desc limit 1`,
  COLUMNS,
);

const DELETED_FILE = statement(
  'history-deleted-file',
  `select ${CHANGE} from history h ${NEXT}
   where h.kind = 'media' and h.action = 'delete' and h.before #>> '{keys,file,storage_key}' = $1
   order by h.changed_at desc, h.slug, h.revision desc limit 1`,
  COLUMNS,
);

const PUBLISHED = statement(
  'history-story-published',
  'select id from story where slug = $1 and published_on is not null',
  { id: col.int },
);

/** A change, and the snapshot of the record after it; null if the record was deleted. */
interface DescribedChange {
  row: ChangeRow;
  after: Snapshot | null;
  changes: FieldChange[];
}

/** Reads the changes of records. */
@Injectable()
export class HistoryQueries {
  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
  ) {}

  /**
   * A page of the changes of all records, newest first.
   * @param own the names of the person who asks for their own changes
   * @param withDrafts whether to include stories that aren't published
   */
  async changes(
    query: Omit<ChangesQuery, 'whose'>,
    { own, withDrafts }: { own?: readonly string[] | undefined; withDrafts: boolean },
  ) {
    const { limit, imports, older_than, newer_than, ...filters } = query;
    const isForward = newer_than !== undefined && older_than === undefined;
    const curatorsRead = this.database.rows(CURATORS);
    const filter = conditions(FILTERS, {
      ...filters,
      own: own && (await curatorsRead).map(({ name }) => name).filter((name) => isBy(name, own)),
      no_drafts: !withDrafts,
      no_imports: imports === 'exclude',
      ...(isForward ? { newer_than } : { older_than }),
    });
    const [changes, curators] = await Promise.all([
      this.database.rows((isForward ? NEWER : OLDER).for(filter), [...filter.parameters, limit + 1]),
      curatorsRead,
    ]);
    const page = changes.slice(0, limit);
    const rows = isForward ? page.toReversed() : page;
    const hasMore = changes.length > limit;
    return {
      changes: await this.#recordChanges(rows),
      curators: curators.map(({ name }) => name),
      older: isForward || hasMore ? (rows.at(-1)?.cursor ?? null) : null,
      newer: (isForward ? hasMore : older_than !== undefined) ? (rows[0]?.cursor ?? null) : null,
    };
  }

  isPublished = async (slug: string) => (await this.database.row(PUBLISHED, [slug])) !== undefined;

  /** The deletion of a record that no longer exists. */
  async deleted({ kind, slug, file }: DeletedQuery): Promise<RecordChange> {
    const row =
      slug === undefined
        ? await this.database.row(DELETED_FILE, [file])
        : await this.database.row(DELETED, [kind, slug]);
    if (!row || exists(row)) throw notFound('There’s no deleted record at this address.');
    const [deletion] = await this.#recordChanges([row]);
    return deletion!;
  }

  /** The changes of a record, newest first; empty if the record has never changed. */
  async list(kind: HistoryKind, slug: string, limit: number, offset: number): Promise<Page<Revision>> {
    const [rows, row] = await Promise.all([
      this.database.rows(LIST, [kind, slug, limit, offset]),
      this.database.row(COUNT, [kind, slug]),
    ]);
    const { total = 0, current_id: current = null } = row ?? {};
    if (total === 0 && current === null) throw notFound('This record doesn’t exist.');
    return page((await this.#describe(rows)).map(revision), total);
  }

  /** What a restore of the version before a change would change now. */
  async preview(kind: HistoryKind, slug: string, revisionNumber: number): Promise<{ changes: FieldChange[] }> {
    const row = await this.database.row(ONE, [kind, slug, revisionNumber]);
    if (!row) throw notFound('This change doesn’t exist.');
    const { before, current_id } = row;
    if (before === null || current_id === null) return { changes: [] };
    const now = (await snapshotsOf(this.database, kind, [current_id])).get(current_id);
    return { changes: now ? restoreChanges(kind, now as Snapshot, before) : [] };
  }

  async #recordChanges(rows: readonly ChangeRow[]): Promise<RecordChange[]> {
    const described = await this.#describe(rows);
    return Promise.all(
      described.map(async (describedChange) => ({
        ...recordChange(describedChange),
        restorable: !isOnlyFile(describedChange.changes) && (await this.#isRestorable(describedChange.row)),
      })),
    );
  }

  /** Whether the version before a change can be restored. A deletion can't if it was already undone or the file is gone. */
  async #isRestorable(row: ChangeRow): Promise<boolean> {
    if (row.action !== 'delete') return row.before !== null;
    return !exists(row) && (row.storage_key === null || (await this.leases.isReclaimable(row.storage_key)));
  }

  /** Adds the changed fields to each change, by comparing its snapshot with that of the next change or the current record. */
  async #describe(rows: readonly ChangeRow[]): Promise<DescribedChange[]> {
    const latest = rows.filter(({ latest: last, current_id }) => last && current_id !== null);
    const now = new Map<string, Snapshot>();
    for (const [kind, ofKind] of Map.groupBy(latest, (row) => row.kind)) {
      const ids = ofKind.map(({ current_id }) => current_id ?? 0);
      for (const [id, snapshot] of await snapshotsOf(this.database, kind, ids))
        now.set(`${kind} ${id}`, snapshot as Snapshot);
    }
    return rows.map((row) => {
      const after = row.latest ? (now.get(`${row.kind} ${row.current_id}`) ?? null) : row.next_before;
      const canCompare = row.before !== null && after !== null && row.action !== 'delete';
      return { row, after, changes: canCompare ? fieldChanges(row.kind, row.before!, after) : [] };
    });
  }
}

/** Whether a record exists. A merged person exists as the surviving record. */
const exists = ({ current_id, merged_into }: ChangeRow) => current_id !== null || merged_into !== null;

const sharedFields = ({
  row: { revision: number, kind, slug, action, changed_by, changed_at },
  changes,
}: DescribedChange) => ({
  revision: number,
  kind,
  slug,
  action,
  changed_by,
  changed_at,
  changes,
});

const revision = (described: DescribedChange): Revision => ({
  ...sharedFields(described),
  before: described.row.before,
});

function recordChange(described: DescribedChange): Omit<RecordChange, 'restorable'> {
  const { row, after } = described;
  const snapshot: Snapshot = after ?? row.before ?? {};
  const textOrNull = (name: string) => (typeof snapshot[name] === 'string' ? snapshot[name] : null);
  return {
    ...sharedFields(described),
    title: titleOf(snapshot) || row.slug,
    exists: exists(row),
    merged_into: row.latest && row.action === 'delete' ? row.merged_into : null,
    operation_id: row.operation_id,
    voyage_slug: row.kind === 'album' ? textOrNull('voyage_slug') : null,
    url: row.kind === 'media' ? textOrNull('url') : null,
  };
}
