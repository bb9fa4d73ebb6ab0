import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { NEEDS_PLAYBACK, requestUnmeasured } from '../../records/index.ts';
import { requestedFile, RequestedFiles } from '../requested-files.ts';

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
