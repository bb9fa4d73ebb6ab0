import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type StatementExecutor } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import {
  completeDerivatives,
  insertDerivatives,
  insertFailedDerivatives,
  type NewDerivative,
  PLAYBACK,
  setDimensions,
  setFileProperties,
  setMeasurement,
  setPictureHash,
  startDerivatives,
  type StartedDerivativeTask,
} from '../../records/index.ts';
import { DERIVATIVES_PREFIX, FileLeases, Storage } from '../../storage/index.ts';
import {
  FileRejection,
  PREVIEW_KINDS,
  PREVIEW_TYPE,
  type PictureContent,
  type Rendering,
  Sandbox,
} from '../../sandbox/index.ts';
import { FileTextTasks } from '../texts/file-text-tasks.ts';
import { PlaybackTasks } from '../playback/playback-tasks.ts';
import { ViewerFileTasks } from '../viewer/viewer-file-tasks.ts';
import { DerivativeTasks } from './derivative-tasks.ts';

const NO_SIZE = { width: null, height: null };

/** Stores the previews of media files. Files that can't be rendered are marked as failed and not retried. */
@Injectable()
export class DerivativeGenerator {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #leases: FileLeases;
  readonly #sandbox: Sandbox;
  readonly #texts: FileTextTasks;
  readonly #viewerFiles: ViewerFileTasks;
  readonly #playbacks: PlaybackTasks;

  constructor(
    database: Database,
    storage: Storage,
    leases: FileLeases,
    sandbox: Sandbox,
    tasks: DerivativeTasks,
    texts: FileTextTasks,
    viewerFiles: ViewerFileTasks,
    playbacks: PlaybackTasks,
    handlers: JobHandlers,
  ) {
    this.#database = database;
    this.#storage = storage;
    this.#leases = leases;
    this.#sandbox = sandbox;
    this.#texts = texts;
    this.#viewerFiles = viewerFiles;
    this.#playbacks = playbacks;
    handlers.handle('derivatives-make', ({ media_id }) => this.generate(media_id));
    handlers.handle('derivatives-resume', () => tasks.resume());
  }

  async generate(mediaId: number): Promise<void> {
    const media = await startDerivatives(this.#database, mediaId);
    if (!media) return;
    const content = await this.#read(media);
    const { suggested, rendering } = content;
    if (!(rendering instanceof FileRejection)) return this.#save(media, rendering, content);
    await this.#store(media, content, async (executor) => {
      await insertFailedDerivatives(executor, media.id, PREVIEW_KINDS, rendering.message);
      await setDimensions(executor, media.id, { width: null, height: null, suggested });
    });
  }

  async #read({ storage_key: key, slug, content_type: type }: StartedDerivativeTask): Promise<PictureContent> {
    const stream = key === null ? undefined : await this.#storage.open(key);
    if (stream) return this.#sandbox.readPicture(stream, slug, type ?? '');
    return { suggested: null, measurement: null, rendering: new FileRejection('The file is missing from storage.') };
  }

  async #save(media: StartedDerivativeTask, drawing: Rendering, content: PictureContent): Promise<void> {
    const folder = `${DERIVATIVES_PREFIX}${media.id}-${randomBytes(6).toString('hex')}`;
    const keys = PREVIEW_KINDS.map((kind) => `${folder}/${kind}.webp`);
    try {
      const derivatives: NewDerivative[] = [];
      for (const [index, kind] of PREVIEW_KINDS.entries()) {
        const key = keys[index] ?? '';
        const { data, width, height } = drawing.previews[kind];
        await this.#leases.acquire(key);
        const stored = await this.#storage.put(key, data, PREVIEW_TYPE);
        derivatives.push({ kind, storage_key: key, content_type: PREVIEW_TYPE, width, height, ...stored });
      }
      const { suggested, measurement } = content;
      // A recording has a waveform, but no size.
      const { width, height } = measurement ? (measurement.size ?? NO_SIZE) : drawing;
      const isStored = await this.#store(media, content, async (executor) => {
        await this.#leases.confirm(executor, keys);
        await insertDerivatives(executor, media.id, derivatives);
        await setDimensions(executor, media.id, { width, height, suggested });
        await setFileProperties(executor, media.id, drawing.properties);
      });
      if (!isStored) await this.#leases.abandon(keys);
    } catch (error) {
      await this.#leases.abandon(keys);
      throw error;
    }
    await this.#viewerFiles.request(media.id);
    await this.#playbacks.request(media.id);
  }

  /** Replaces the previews, completes the task and requests the text of the file. Returns false when the task is already complete or the record was deleted. */
  #store(
    media: StartedDerivativeTask,
    { measurement, rendering }: PictureContent,
    write: (executor: StatementExecutor) => Promise<unknown>,
  ): Promise<boolean> {
    return this.#database.transaction(async (executor) => {
      // Converting takes long, so the previous file is played until then.
      const except = measurement?.playable === false ? [PLAYBACK] : [];
      const previous = await completeDerivatives(executor, media.id, except);
      if (!previous) return false;
      await this.#leases.scheduleDeletion(executor, previous);
      await write(executor);
      await setMeasurement(executor, media.id, measurement);
      await setPictureHash(executor, media.id, rendering instanceof FileRejection ? null : rendering.hash);
      await this.#texts.request(executor, media.id);
      return true;
    });
  }
}
