import { type CallAnswer, type CallBody, type Settling, storageCalls } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { notFound, Problem, problemOf } from '../../../common/index.ts';
import { Database } from '../../../database/index.ts';
import { Storage } from '../../storage/index.ts';
import { MediaRemoval } from '../removal/media-removal.ts';
import { FindingReads, type ToSettle } from './finding-reads.ts';
import { changed, Findings, settled } from './findings.ts';

type Outcome = CallAnswer<typeof storageCalls.settleSeveral>;

/** What has not been begun by then is left to the next call: each has 15 s. */
const ENOUGH_MS = 5000;

const HOLDER_OF_FOUND = `
  select m.slug from storage_finding f join media m on m.storage_key = f.storage_key
  where f.id = $1 and f.kind = 'unknown_file'`;

/** Why a finding is not settled in a way that settles others of its kind. */
const UNFIT: Record<Settling, (found: ToSettle) => string> = {
  adopt: ({ refusal, same_as }) =>
    refusal ?? (same_as === null ? changed().detail : `The library has the same file already, as “${same_as}”.`),
  remove_file: () => 'A record has lost this very file: give it back to that first.',
  relink: () => 'No other file in storage is the same.',
  remove_record: () => 'The same file lies elsewhere in storage: give the record that one.',
  accept: ({ refusal }) => refusal ?? 'By its content this is another kind of file than the one that the record had.',
};

/** Settles findings by the dozen: each for itself, so that what fails holds up nothing. */
@Injectable()
export class SettleSeveral {
  readonly #log = new Logger('Storage');
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #reads: FindingReads;
  readonly #findings: Findings;
  readonly #removal: MediaRemoval;

  constructor(database: Database, storage: Storage, reads: FindingReads, findings: Findings, removal: MediaRemoval) {
    this.#database = database;
    this.#storage = storage;
    this.#reads = reads;
    this.#findings = findings;
    this.#removal = removal;
  }

  settle(
    { by, check_id, finding_ids }: CallBody<typeof storageCalls.settleSeveral>,
    changedBy: string,
  ): Promise<Outcome> {
    return this.#each(finding_ids, async (id) => {
      const found = await this.#reads.toSettle(id);
      if (!found) throw settled();
      if (found.check_id > check_id) throw new Problem(409, 'Storage has been looked through again since.');
      if (!found.ways.includes(by)) throw new Problem(409, UNFIT[by](found));
      await this.#ways[by](id, found, changedBy);
    });
  }

  undo(ids: readonly number[], changedBy: string): Promise<Outcome> {
    return this.#each(ids, async (id) => {
      const adopted = await this.#database.row<{ slug: string }>('finding-adopted', HOLDER_OF_FOUND, [id]);
      if (adopted) await this.#removeRecord(adopted.slug, changedBy);
      else await this.#findings.undo(id, changedBy);
    });
  }

  readonly #ways: Record<Settling, (id: number, found: ToSettle, changedBy: string) => Promise<unknown>> = {
    adopt: (id, _found, changedBy) => this.#findings.adopt(id, null, changedBy),
    relink: (id, { elsewhere }, changedBy) => this.#findings.relink(id, elsewhere ?? '', changedBy),
    accept: (id, _found, changedBy) => this.#findings.accept(id, changedBy),
    remove_record: (_id, { media_slug: slug }, changedBy) => this.#removeRecord(slug, changedBy),
    remove_file: async (_id, { path, etag, url }) => {
      if ((await this.#storage.stat(path))?.etag !== etag) throw changed();
      await this.#removal.removeFiles([url]);
    },
  };

  #removeRecord(slug: string | null, changedBy: string): Promise<void> {
    if (slug === null) throw notFound('Media not found in database.');
    return this.#removal.remove(slug, { deleteFile: false, changedBy, expected: undefined });
  }

  async #each(ids: readonly number[], work: (id: number) => Promise<void>): Promise<Outcome> {
    const outcome: Outcome = { settled: [], failures: [] };
    const enough = Date.now() + ENOUGH_MS;
    for (const id of new Set(ids)) {
      if (Date.now() > enough) break;
      try {
        await work(id);
        outcome.settled.push(id);
      } catch (error) {
        const problem = problemOf(error);
        const status = problem.getStatus();
        // What is away refuses all that are left: they are not tried one by one.
        if (status === 503 && outcome.settled.length + outcome.failures.length === 0) throw error;
        if (status === 503) break;
        if (status >= 500) this.#log.error(`Finding ${id} could not be settled`, error);
        outcome.failures.push({ finding_id: id, reason: problem.detail });
      }
    }
    return outcome;
  }
}
