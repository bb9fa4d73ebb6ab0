import { type OperationResponse, type OperationBody, type Resolution, storageOperations } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { notFound, Problem, toProblem } from '../../../common/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import type { FilesOfDeleted } from '../../records/index.ts';
import { Storage } from '../../storage/index.ts';
import { MediaRemoval } from '../removal/media-removal.ts';
import { DiscrepancyQueries, type OpenDiscrepancy } from './discrepancy-queries.ts';
import { fileChanged, DiscrepancyResolver, alreadyResolved } from './discrepancy-resolver.ts';

type Outcome = OperationResponse<typeof storageOperations.bulkResolve>;

/** No further items are started after this time; the client sends the rest again. Requests time out after 15 s. */
const TIME_LIMIT_MS = 5000;

const MEDIA_WITH_FILE = statement(
  'discrepancy-added-media',
  `
  select m.slug from storage_discrepancy f join media m on m.storage_key = f.storage_key
  where f.id = $1 and f.kind = 'unknown_file'`,
  { slug: col.text },
);

/** Why a discrepancy can't be resolved in bulk. */
const REASONS: Record<Resolution, (row: OpenDiscrepancy) => string> = {
  add_to_library: ({ rejection, same_as }) =>
    rejection ?? (same_as === null ? fileChanged().detail : `The library already has this file as “${same_as}”.`),
  remove_file: () => 'A record is missing this file. Relink it to that record first.',
  relink: () => 'No identical file was found in storage.',
  remove_record: () => 'The same file exists elsewhere in storage. Relink the record to that file.',
  keep_changed_file: ({ rejection }) => rejection ?? 'The file’s type differs from the type on the record.',
};

/** Resolves discrepancies in bulk. Each one is independent, so a failure doesn't stop the others. */
@Injectable()
export class BulkResolver {
  readonly #log = new Logger('Storage');

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly queries: DiscrepancyQueries,
    private readonly resolver: DiscrepancyResolver,
    private readonly removal: MediaRemoval,
  ) {}

  resolve(
    { by, check_id, discrepancy_ids }: OperationBody<typeof storageOperations.bulkResolve>,
    changedBy: string,
  ): Promise<Outcome> {
    return this.#resolveEach(discrepancy_ids, async (id) => {
      const row = await this.queries.toResolve(id);
      if (!row) throw alreadyResolved();
      if (row.check_id > check_id)
        throw new Problem(409, 'Storage has been checked again since. Reload and try again.');
      if (!row.resolutions.includes(by)) throw new Problem(409, REASONS[by](row));
      await this.#resolve[by](id, row, changedBy);
    });
  }

  undo(ids: readonly number[], changedBy: string): Promise<Outcome> {
    return this.#resolveEach(ids, async (id) => {
      const row = await this.database.row(MEDIA_WITH_FILE, [id]);
      // The file stays in storage without a record, as the check found it.
      if (row) await this.#removeRecord(row.slug, 'keep', changedBy);
      else await this.resolver.undo(id, changedBy);
    });
  }

  readonly #resolve: Record<Resolution, (id: number, row: OpenDiscrepancy, changedBy: string) => Promise<unknown>> = {
    add_to_library: (id, _found, changedBy) => this.resolver.addToLibrary(id, null, changedBy),
    relink: (id, { elsewhere }, changedBy) => this.resolver.relink(id, elsewhere ?? '', changedBy),
    keep_changed_file: (id, _found, changedBy) => this.resolver.keepChangedFile(id, changedBy),
    remove_record: (_id, { media_slug: slug }, changedBy) => this.#removeRecord(slug, 'trash', changedBy),
    remove_file: async (_id, { path, etag, url }) => {
      if ((await this.storage.stat(path))?.etag !== etag) throw fileChanged();
      await this.removal.removeFiles([url]);
    },
  };

  #removeRecord(slug: string | null, files: FilesOfDeleted, changedBy: string): Promise<void> {
    if (slug === null) throw notFound('Media not found in database.');
    return this.removal.remove(slug, { files, changedBy, expected: undefined });
  }

  async #resolveEach(ids: readonly number[], work: (id: number) => Promise<void>): Promise<Outcome> {
    const outcome: Outcome = { resolved: [], failures: [] };
    const deadline = Date.now() + TIME_LIMIT_MS;
    for (const id of new Set(ids)) {
      if (Date.now() > deadline) break;
      try {
        await work(id);
        outcome.resolved.push(id);
      } catch (error) {
        const problem = toProblem(error);
        const status = problem.getStatus();
        // While a service is unavailable, every remaining item would fail as well.
        if (status === 503 && outcome.resolved.length + outcome.failures.length === 0) throw error;
        if (status === 503) break;
        if (status >= 500) this.#log.error(`Could not resolve discrepancy ${id}`, error);
        outcome.failures.push({ discrepancy_id: id, reason: problem.detail });
      }
    }
    return outcome;
  }
}
