import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  allows,
  type ConflictChoice,
  type EarlierWork,
  PACKAGE_ACTIONS,
  type PackageAction,
  type PackageChoice,
  type PackageImportReport,
  type PackagePreview,
  type PackageRecord,
} from '@archive/contracts';
import { formatCount, formatList } from '@archive/contracts/format';
import { Inject, Injectable } from '@nestjs/common';
import { notFound, page, type Page, Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import {
  afterCommit,
  col,
  type ColumnsOf,
  Database,
  type RowOf,
  statement,
  type StatementExecutor,
} from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { earlierWork, isArchiveEmpty } from '../../records/index.ts';
import type { Identity } from '../../auth/index.ts';
import type { PackageOrigin } from '../../sandbox/index.ts';
import { INCOMING_PREFIX, Storage } from '../../storage/index.ts';

const REPORT = {
  import_id: col.uuid,
  state: col.text.as<PackageImportReport['state']>(),
  step: col.text,
  progress: col.int,
  preview: col.json<PackagePreview>().nullable(),
  imported: col.json<NonNullable<PackageImportReport['imported']>>().nullable(),
  error: col.text.nullable(),
  source: col.json<PackageImportReport['source']>(),
  started_by: col.text,
  created_at: col.text,
  finished_at: col.text.nullable(),
} satisfies ColumnsOf<PackageImportReport>;
const REPORT_SQL = `id import_id, state, step, progress, (preview -> 'counts') preview,
  '{"albums": 0, "places": 0, "stories": 0}'::jsonb || imported imported, error,
  jsonb_build_object('filename', filename, 'archive', origin -> 'archive', 'exported_on', origin -> 'exported_on') source, started_by,
  instant_text(created_at) created_at, instant_text(finished_at) finished_at`;

const ATTEMPT = { import_id: col.uuid, attempt: col.int };
type Attempt = RowOf<typeof ATTEMPT>;

const START = statement(
  'package-import-start',
  `insert into package_import (id, storage_key, replaces_earlier_work, compares, started_by, filename) values ($1, $2, $3, $4, $5, $6)
  on conflict ((true)) where state in ('waiting', 'running') do nothing returning ${REPORT_SQL}`,
  REPORT,
);
/** The archive of a preview changes, and its file is deleted after a day. */
const OUTDATED = `state = 'previewed' and updated_at < now() - interval '1 day'`;
const LATEST = statement(
  'package-import-latest',
  `select ${REPORT_SQL} from package_import where not (${OUTDATED}) and id = coalesce($1::uuid, id) order by created_at desc limit 1`,
  REPORT,
);
const IS_ACTIVE = statement(
  'package-import-is-active',
  `select 1 from package_import where state in ('waiting', 'running')`,
);

/** What a curator decided about the records of a previewed package. */
interface PackageChoices {
  choices: readonly PackageChoice[];
  /** What happens to conflicts without a choice. */
  others: ConflictChoice;
}

const CLAIMED = {
  import_id: col.uuid,
  attempt: col.int,
  storage_key: col.text,
  replaces_earlier_work: col.bool,
  compares: col.bool,
  choices: col.json<PackageChoices>().nullable(),
  started_by: col.text,
};
export type ClaimedImport = RowOf<typeof CLAIMED>;

const ENDED = 'preview = null, choices = null, updated_at = now(), finished_at = now()';
const IS_CURRENT = `id = $1 and attempt = $2 and state in ('waiting', 'running')`;
const CLAIM = statement(
  'package-import-claim',
  `update package_import set state = 'running', updated_at = now() where ${IS_CURRENT}
  returning id import_id, attempt, storage_key, replaces_earlier_work, compares, choices, started_by`,
  CLAIMED,
);
const SHOW = statement(
  'package-import-show',
  `update package_import set step = $3, progress = $4, updated_at = now() where ${IS_CURRENT}`,
);
const COMPLETE = statement(
  'package-import-complete',
  `update package_import set state = 'completed', step = 'Done', progress = 100, imported = $3, ${ENDED}
  where ${IS_CURRENT}`,
);
const FAIL = statement(
  'package-import-fail',
  `update package_import set state = 'failed', error = $3, ${ENDED} where ${IS_CURRENT}`,
);
const CANCEL = statement(
  'package-import-cancel',
  `update package_import set state = 'cancelled', ${ENDED}
  where state = any($1::text[]) and id = coalesce($2::uuid, id) returning storage_key`,
  { storage_key: col.text },
);
const CANCEL_OUTDATED = statement(
  'package-import-cancel-outdated',
  `update package_import set state = 'cancelled', ${ENDED} where ${OUTDATED} returning storage_key`,
  { storage_key: col.text },
);
const IDENTIFY = statement(
  'package-import-identify',
  `update package_import set origin = $3, updated_at = now() where ${IS_CURRENT}`,
);
const PREVIEW = statement(
  'package-import-preview',
  `update package_import set state = 'previewed', step = 'Compared', progress = 100, preview = $3, choices = null, updated_at = now()
  where ${IS_CURRENT}`,
);
const IS_PREVIEWED = statement(
  'package-import-is-previewed',
  `select 1 from package_import where id = $1 and preview -> 'items' = $2::jsonb`,
);
const PREVIEWED = statement(
  'package-import-previewed',
  `select id import_id from package_import where state = 'previewed' and not (${OUTDATED}) order by created_at desc limit 1`,
  { import_id: col.uuid },
);
const ITEMS = statement(
  'package-import-items',
  `select item, count(*) over ()::int total
  from package_import i, jsonb_array_elements(i.preview -> 'items') with ordinality items (item, position)
  where i.id = $1 and ($2::text[] is null or item ->> 'action' = any($2))
  order by array_position($3::text[], item ->> 'action'), position limit $4 offset $5`,
  { item: col.json<PackageRecord>(), total: col.int },
);
const NEEDS_ADMINISTRATOR = statement(
  'package-import-needs-administrator',
  `select 1 from package_import where id = $1 and (preview -> 'counts' ->> 'needs_administrator')::boolean`,
);
const UNDECIDED = statement(
  'package-import-undecided',
  `select item ->> 'title' title from package_import i, jsonb_array_elements(i.preview -> 'items') item
  where i.id = $1 and item ->> 'action' = 'unclear' and not exists (
    select from jsonb_to_recordset($2::jsonb) c (kind text, slug text, same boolean)
    where c.kind = item ->> 'kind' and c.slug = item ->> 'slug' and c.same is not null)
  limit 1`,
  { title: col.text },
);
const APPLY = statement(
  'package-import-apply',
  `update package_import set state = 'waiting', step = 'Waiting', progress = 0, attempt = attempt + 1, choices = $2, started_by = $3, updated_at = now()
  where id = $1 and state = 'previewed' returning attempt, ${REPORT_SQL}`,
  { attempt: col.int, ...REPORT },
);
const STALLED = statement(
  'package-imports-stalled',
  `select id import_id, attempt from package_import
  where state in ('waiting', 'running') and updated_at < now() - make_interval(secs => $1)`,
  ATTEMPT,
);
const RETRY = statement(
  'package-import-retry',
  `update package_import set attempt = attempt + 1, updated_at = now() where ${IS_CURRENT} returning id import_id, attempt`,
  ATTEMPT,
);

const ACTIVE = ['waiting', 'running'];
const PREVIEW_STATE = 'previewed';
const OTHER_PACKAGE = 'Another package has been uploaded since. Reload the page to see its differences.';
const NO_PREVIEW = 'There is no package preview, or it has expired. Upload the package again to compare it.';
const NO_IMPORT = 'There is no import of a package with this ID.';
const EMPTY = 'This archive has no records to compare the package with. Import it on the home page.';
const LARGE = 'This package adds or changes more voyages than one curator may. An administrator has to import it.';
const BUSY = 'Another package is being imported. Try again when it has finished.';
const NOT_EMPTY =
  'This archive already has records. Compare the package with them first: choose it on the Import page.';

function notReplaced({ changes, imports, trashed_media: trashed }: EarlierWork): string {
  const left = [
    changes > 0 && `${formatCount(changes, 'change')} in its history`,
    imports > 0 && formatCount(imports, 'import'),
    trashed > 0 && `${formatCount(trashed, 'file')} in the trash`,
  ].filter((text) => text !== false);
  return `This archive has no records, but it still has ${formatList(left)}. Importing a package deletes this permanently. Confirm that first.`;
}

/** @throws Problem 409 if the archive has records, or earlier work that must not be replaced */
export async function requireEmpty(executor: StatementExecutor, replacesEarlierWork: boolean): Promise<void> {
  if (!(await isArchiveEmpty(executor))) throw new Problem(409, NOT_EMPTY);
  const work = replacesEarlierWork ? null : await earlierWork(executor);
  if (work) throw new Problem(409, notReplaced(work));
}

const jobId = ({ import_id, attempt }: Attempt) => `${import_id}-${attempt}`;

/** What an import is doing. */
export class Progress {
  step = 'Reading the package';
  percent = 0;

  show(step: string, percent: number): void {
    this.step = step;
    this.percent = percent;
  }
}

/** Imports of packages. The table is the source of truth; jobs can be lost. */
@Injectable()
export class PackageImports {
  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Stores a package, for a worker to import, or to compare with the records of the archive. Reads nothing of the upload unless the archive
   * is empty, or has records to compare, and no other package is being imported.
   * @throws Problem 409 otherwise
   */
  async start(
    openUpload: () => Promise<{ filename: string; content: AsyncIterable<Uint8Array> }>,
    { replacesEarlierWork, compares }: { replacesEarlierWork: boolean; compares: boolean },
    startedBy: string,
  ): Promise<PackageImportReport> {
    await this.database.transaction(async (executor) => {
      if (!compares) await requireEmpty(executor, replacesEarlierWork);
      else if (await isArchiveEmpty(executor)) throw new Problem(409, EMPTY);
      if (await executor.row(IS_ACTIVE)) throw new Problem(409, BUSY);
    });
    await this.queues.ping();
    const id = randomUUID();
    const key = `${INCOMING_PREFIX}${id}`;
    try {
      const { filename, content } = await openUpload();
      await this.storage.put(key, Readable.from(content, { objectMode: false }), 'application/zip');
      return await this.database.transaction(async (executor) => {
        const started = await executor.row(START, [id, key, replacesEarlierWork, compares, startedBy, filename]);
        if (!started) throw new Problem(409, BUSY);
        await this.#cancel(executor, CANCEL, [[PREVIEW_STATE], null]);
        afterCommit(() => this.#add({ import_id: id, attempt: 1 }));
        return started;
      });
    } catch (error) {
      await this.storage.remove(key).catch(() => undefined);
      throw error;
    }
  }

  /** The import with this ID, or the newest one. @throws 404 if there is none with the ID */
  async status(importId?: string): Promise<{ package_import: PackageImportReport | null }> {
    const report = await this.database.row(LATEST, [importId ?? null]);
    if (!report && importId !== undefined) throw notFound(NO_IMPORT);
    return { package_import: report ?? null };
  }

  /** Cancels the import with this ID, or any, unless it has ended. */
  cancel(importId?: string): Promise<void> {
    const values = [[...ACTIVE, PREVIEW_STATE], importId ?? null];
    return this.database.transaction((executor) => this.#cancel(executor, CANCEL, values));
  }

  async #cancel(executor: StatementExecutor, canceling: typeof CANCEL, values: unknown[]): Promise<void> {
    for (const { storage_key: key } of await executor.rows(canceling, values)) afterCommit(() => this.#discard(key));
  }

  /** The records of the previewed package. @throws 404 if there is none, or it is another one than asked for */
  async records(query: {
    import_id: string | undefined;
    action: readonly PackageAction[] | undefined;
    limit: number;
    offset: number;
  }): Promise<Page<PackageRecord>> {
    const id = await this.#previewed();
    if (query.import_id !== undefined && query.import_id !== id) throw notFound(OTHER_PACKAGE);
    const rows = await this.database.rows(ITEMS, [
      id,
      query.action ?? null,
      PACKAGE_ACTIONS,
      query.limit,
      query.offset,
    ]);
    return page(
      rows.map(({ item }) => item),
      rows[0]?.total ?? 0,
    );
  }

  /**
   * Starts the import of the previewed package, in the name of the one who decided.
   * @throws Problem 403 if only an administrator may, 404 if there is none, 409 if it is another one by now, 422 if an unclear record is undecided
   */
  apply(
    { import_id, ...choices }: PackageChoices & { import_id: string },
    { name: by, role }: Identity,
  ): Promise<PackageImportReport> {
    return this.database.transaction(async (executor) => {
      const id = await this.#previewed(executor);
      if (id !== import_id) throw new Problem(409, OTHER_PACKAGE);
      if (!allows(role, 'administrator') && (await executor.row(NEEDS_ADMINISTRATOR, [id])))
        throw new Problem(403, LARGE);
      const undecided = await executor.row(UNDECIDED, [id, JSON.stringify(choices.choices)]);
      if (undecided) throw new Problem(422, `Decide first whether “${undecided.title}” is the same record.`);
      await this.queues.ping();
      const applied = await executor.row(APPLY, [id, JSON.stringify(choices), by]);
      if (!applied) throw notFound(NO_PREVIEW);
      const { attempt, ...report } = applied;
      afterCommit(() => this.#add({ import_id: report.import_id, attempt }));
      return report;
    });
  }

  async #previewed(executor: StatementExecutor = this.database): Promise<string> {
    const previewed = await executor.row(PREVIEWED);
    if (!previewed) throw notFound(NO_PREVIEW);
    return previewed.import_id;
  }

  /** Starts an attempt; undefined if the import has ended or another attempt is current. */
  claim(attempt: Attempt): Promise<ClaimedImport | undefined> {
    return this.database.row(CLAIM, [attempt.import_id, attempt.attempt]);
  }

  /** Shows the progress. Returns false if the import was canceled or another worker runs it. */
  async show({ import_id, attempt }: ClaimedImport, step: string, progress: number): Promise<boolean> {
    return (await this.database.execute(SHOW, [import_id, attempt, step, progress])) === 1;
  }

  /** Records which archive the package comes from. */
  async identify({ import_id, attempt }: ClaimedImport, origin: PackageOrigin): Promise<void> {
    await this.database.execute(IDENTIFY, [import_id, attempt, origin]);
  }

  /** Completes the import in the transaction that saves its records. Returns false as above. */
  async complete(
    executor: StatementExecutor,
    { import_id, attempt, storage_key }: ClaimedImport,
    imported: PackageImportReport['imported'],
  ): Promise<boolean> {
    if ((await executor.execute(COMPLETE, [import_id, attempt, imported])) === 0) return false;
    afterCommit(() => this.#discard(storage_key));
    return true;
  }

  /** Shows the comparison of the package with the archive, for a curator to decide. */
  async preview({ import_id, attempt }: ClaimedImport, items: readonly PackageRecord[], outdated: boolean) {
    const limit = this.config.importReviewVoyages;
    const voyages = items.filter(({ kind, action }) => kind === 'voyages' && action !== 'equal').length;
    const needs_administrator = limit !== null && voyages > limit;
    const counts = Object.fromEntries(
      PACKAGE_ACTIONS.map((action) => [action, items.filter((item) => item.action === action).length]),
    );
    await this.database.execute(PREVIEW, [
      import_id,
      attempt,
      JSON.stringify({ counts: { ...counts, outdated, needs_administrator }, items }),
    ]);
  }

  /** Whether a curator has seen these records and differences. */
  async isPreviewed(executor: StatementExecutor, { import_id }: ClaimedImport, items: readonly PackageRecord[]) {
    return (await executor.row(IS_PREVIEWED, [import_id, JSON.stringify(items)])) !== undefined;
  }

  async fail({ import_id, attempt, storage_key }: ClaimedImport, error: string): Promise<void> {
    if ((await this.database.execute(FAIL, [import_id, attempt, error])) === 1) await this.#discard(storage_key);
  }

  /** Requeues imports that no worker is running, and ends previews after a day. */
  async resume(lostSeconds = 60): Promise<void> {
    await this.database.transaction((executor) => this.#cancel(executor, CANCEL_OUTDATED, []));
    for (const stalled of await this.database.rows(STALLED, [lostSeconds])) {
      const state = await this.queues.state('package-import-run', jobId(stalled));
      if (state !== 'completed' && state !== 'failed' && state !== 'unknown') continue;
      const retried = await this.database.row(RETRY, [stalled.import_id, stalled.attempt]);
      if (retried) await this.#add(retried);
    }
  }

  /** If this fails, the worker removes the file a day later. */
  #discard(key: string): Promise<void> {
    return this.storage.remove(key).catch(() => undefined);
  }

  #add(attempt: Attempt): Promise<void> {
    return this.queues.add('package-import-run', attempt, { id: jobId(attempt) });
  }
}
