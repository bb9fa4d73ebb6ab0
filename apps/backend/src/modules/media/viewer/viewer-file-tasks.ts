import { Injectable } from '@nestjs/common';
import { col, Database, type RowOf, statement } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { MAX_SIDE_WITHOUT_TILES } from '../../sandbox/index.ts';

const BATCH_SIZE = 200;
const SLOT_MS = 600_000;

const MISSING_FILE = {
  media_id: col.int,
  /** Storage key of the preview that the file belongs to. */
  version: col.text,
};
type MissingFile = RowOf<typeof MISSING_FILE>;

/** Whether the media item `m` is shown page by page. */
const HAS_PAGES = `m.content_type = 'application/pdf' or m.page_count > 1`;

/** The kind of viewer file that a media item `m` needs; null for none. */
export const NEEDED_KIND = `
  case when ${HAS_PAGES} then 'pages'
    when m.content_type like 'image/%' and m.content_type <> 'image/svg+xml' and greatest(m.width, m.height) > ${MAX_SIDE_WITHOUT_TILES} then 'tiles'
  end`;

/** Previews come first, so a file whose previews are being made again waits. */
const MISSING = statement(
  'viewer-files-missing',
  `select m.id media_id, large.storage_key "version" from media m
  join derivative large on large.media_id = m.id and large.kind = 'large' and large.state = 'ready'
  where m.id > $1 and m.storage_key is not null and ${NEEDED_KIND} is not null
    and not exists (select from derivative d where d.media_id = m.id and d.kind in ('tiles', 'pages'))
    and not exists (select from derivative_task t where t.media_id = m.id)
  order by m.id limit ${BATCH_SIZE}`,
  MISSING_FILE,
);
const MISSING_OF = statement(
  'viewer-file-missing',
  `select m.id media_id, large.storage_key "version" from media m
  join derivative large on large.media_id = m.id and large.kind = 'large' and large.state = 'ready'
  where m.id = $1 and m.storage_key is not null and ${NEEDED_KIND} is not null`,
  MISSING_FILE,
);

/** Of the parts of a storage key, only the folder is unique. */
const jobId = ({ media_id, version }: MissingFile) => `${media_id}-${version.replaceAll(/[^A-Za-z0-9]+/g, '-')}`;

/** Requests the tiles of large pictures and the pages of documents. What is missing follows from the records; the queue only runs it. */
@Injectable()
export class ViewerFileTasks {
  readonly #database: Database;
  readonly #queues: JobQueues;

  constructor(database: Database, queues: JobQueues) {
    this.#database = database;
    this.#queues = queues;
  }

  /** Requests the viewer file of a media item whose previews are complete, if it needs one. */
  async request(mediaId: number): Promise<void> {
    const missing = await this.#database.row(MISSING_OF, [mediaId]);
    if (missing) await this.#add(missing);
  }

  /** Requests missing files, also those that the queue has lost or given up on. */
  async resume(slotMs = SLOT_MS): Promise<void> {
    for (let last = 0; ;) {
      const page = await this.#database.rows(MISSING, [last]);
      for (const missing of page)
        if (!(await this.#isQueued(missing))) await this.#add(missing, `-${Math.floor(Date.now() / slotMs)}`);
      if (page.length < BATCH_SIZE) return;
      last = page.at(-1)?.media_id ?? last;
    }
  }

  #add(missing: MissingFile, suffix = ''): Promise<void> {
    return this.#queues.add('viewer-file-make', missing, { id: jobId(missing) + suffix });
  }

  async #isQueued(missing: MissingFile): Promise<boolean> {
    const state = await this.#queues.state('viewer-file-make', jobId(missing));
    return state !== 'completed' && state !== 'failed' && state !== 'unknown';
  }
}
