import { Injectable } from '@nestjs/common';
import { col, Database, type RowOf, statement } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { LACKS_PLAYBACK, requestUnmeasured } from '../../records/index.ts';

const BATCH_SIZE = 200;
const SLOT_MS = 600_000;

const MISSING_PLAYBACK = {
  media_id: col.int,
  /** Storage key of the preview that the file belongs to. */
  version: col.text,
};
type MissingPlayback = RowOf<typeof MISSING_PLAYBACK>;

const missing = (condition: string) => `
  select m.id media_id, large.storage_key "version" from media m
  join derivative large on large.media_id = m.id and large.kind = 'large' and large.state = 'ready'
  where ${condition} and ${LACKS_PLAYBACK}`;

/** Previews come first, so a file whose previews are being made again waits. */
const MISSING = statement(
  'playback-missing',
  `${missing('m.id > $1')} and not exists (select from derivative_task t where t.media_id = m.id)
  order by m.id limit ${BATCH_SIZE}`,
  MISSING_PLAYBACK,
);
const MISSING_OF = statement('playback-missing-of', missing('m.id = $1'), MISSING_PLAYBACK);

/** Of the parts of a storage key, only the folder is unique. */
const jobId = ({ media_id, version }: MissingPlayback) => `${media_id}-${version.replaceAll(/[^A-Za-z0-9]+/g, '-')}`;

/** Requests conversions of files that browsers don't play. What is missing follows from the records; the queue only runs it. */
@Injectable()
export class PlaybackTasks {
  readonly #database: Database;
  readonly #queues: JobQueues;

  constructor(database: Database, queues: JobQueues) {
    this.#database = database;
    this.#queues = queues;
  }

  /** Requests the conversion of a media item whose previews are complete, if it needs one. */
  async request(mediaId: number): Promise<void> {
    const needed = await this.#database.row(MISSING_OF, [mediaId]);
    if (needed) await this.#add(needed);
  }

  /** Requests missing files, also those that the queue has lost or given up on, and measures what never was. */
  async resume(slotMs = SLOT_MS): Promise<void> {
    await requestUnmeasured(this.#database);
    for (let last = 0; ;) {
      const page = await this.#database.rows(MISSING, [last]);
      for (const needed of page)
        if (!(await this.#isQueued(needed))) await this.#add(needed, `-${Math.floor(Date.now() / slotMs)}`);
      if (page.length < BATCH_SIZE) return;
      last = page.at(-1)?.media_id ?? last;
    }
  }

  #add(needed: MissingPlayback, suffix = ''): Promise<void> {
    return this.#queues.add('playback-make', needed, { id: jobId(needed) + suffix });
  }

  async #isQueued(needed: MissingPlayback): Promise<boolean> {
    const state = await this.#queues.state('playback-make', jobId(needed));
    return state !== 'completed' && state !== 'failed' && state !== 'unknown';
  }
}
