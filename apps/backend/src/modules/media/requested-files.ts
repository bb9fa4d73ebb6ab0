import { Injectable } from '@nestjs/common';
import { Database, type RowOf, col, statement } from '../../database/index.ts';
import { JobQueues } from '../../queues/index.ts';
import { NEEDS_PLAYBACK, requestUnmeasured } from '../records/index.ts';
import { MAX_SIDE_WITHOUT_TILES } from '../sandbox/index.ts';

const BATCH_SIZE = 200;
const SLOT_MS = 600_000;

const REQUESTED_FILE = {
  media_id: col.int,
  /** Storage key of the preview that the file belongs to. */
  version: col.text,
};
type RequestedFile = RowOf<typeof REQUESTED_FILE>;

type FileJob = 'viewer-file-make' | 'playback-make';

/**
 * Describes the kind of file that a job generates.
 * @param lacks SQL: whether the media item `m` with the preview `large` lacks the file
 */
const requestedFile = (job: FileJob, lacks: string) => {
  const missing = (condition: string) => `
    select m.id media_id, large.storage_key "version" from media m
    join derivative large on large.media_id = m.id and large.kind = 'large' and large.state = 'ready'
    where ${condition} and ${lacks}`;
  return {
    job,
    /** Skips media whose previews are being regenerated, because previews come first. */
    missing: statement(
      `${job}-missing`,
      `${missing('m.id > $1')} and not exists (select from derivative_task t where t.media_id = m.id)
      order by m.id limit ${BATCH_SIZE}`,
      REQUESTED_FILE,
    ),
    missingOf: statement(`${job}-missing-of`, missing('m.id = $1'), REQUESTED_FILE),
  };
};

/** Includes the preview's whole storage key, because the file name alone isn't unique. */
const jobId = ({ media_id, version }: RequestedFile) => `${media_id}-${version.replaceAll(/[^A-Za-z0-9]+/g, '-')}`;

/**
 * Requests files that take a long time to generate, such as tiles, for media whose previews are complete. The tables are the source of
 * truth for which files are missing; the queue only runs the jobs.
 */
abstract class RequestedFiles {
  readonly #database: Database;
  readonly #queues: JobQueues;
  readonly #kind: ReturnType<typeof requestedFile>;

  constructor(database: Database, queues: JobQueues, kind: ReturnType<typeof requestedFile>) {
    this.#database = database;
    this.#queues = queues;
    this.#kind = kind;
  }

  /** Requests the file of a media item whose previews are complete, if it needs one. */
  async request(mediaId: number): Promise<void> {
    const file = await this.#database.row(this.#kind.missingOf, [mediaId]);
    if (file) await this.#add(file);
  }

  /** Requests missing files, including those that the queue has lost or given up on. */
  async resume(slotMs = SLOT_MS): Promise<void> {
    await this.#queues.requeueLost(this.#kind.job, (last) => this.#database.rows(this.#kind.missing, [last]), {
      keyOf: ({ media_id }) => media_id,
      jobIdOf: jobId,
      requeue: (file) => this.#add(file, `-${Math.floor(Date.now() / slotMs)}`),
    });
  }

  #add(file: RequestedFile, suffix = ''): Promise<void> {
    return this.#queues.add(this.#kind.job, file, { id: jobId(file) + suffix });
  }
}

const PLAYBACK = requestedFile('playback-make', NEEDS_PLAYBACK);

/** Requests conversions of files that browsers don't play. */
@Injectable()
export class PlaybackTasks extends RequestedFiles {
  readonly #database: Database;

  constructor(database: Database, queues: JobQueues) {
    super(database, queues, PLAYBACK);
    this.#database = database;
  }

  /** Also requests measurements of files that were never measured. */
  override async resume(slotMs?: number): Promise<void> {
    await requestUnmeasured(this.#database);
    await super.resume(slotMs);
  }
}

/** Whether the media item `m` is shown page by page. */
const HAS_PAGES = `m.content_type = 'application/pdf' or m.page_count > 1`;

/** The kind of viewer file that a media item `m` needs, or null. */
export const NEEDED_KIND = `
  case when ${HAS_PAGES} then 'pages'
    when m.content_type like 'image/%' and m.content_type <> 'image/svg+xml' and greatest(m.width, m.height) > ${MAX_SIDE_WITHOUT_TILES} then 'tiles'
  end`;

const VIEWER_FILE = requestedFile(
  'viewer-file-make',
  `m.storage_key is not null and ${NEEDED_KIND} is not null
    and not exists (select from derivative d where d.media_id = m.id and d.kind in ('tiles', 'pages'))`,
);

/** Requests the tiles of large pictures and the pages of documents. */
@Injectable()
export class ViewerFileTasks extends RequestedFiles {
  constructor(database: Database, queues: JobQueues) {
    super(database, queues, VIEWER_FILE);
  }
}
