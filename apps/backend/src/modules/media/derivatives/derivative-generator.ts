import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type StatementExecutor } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import {
  completeDerivatives,
  insertDerivatives,
  markDerivativesDamaged,
  insertFailedDerivatives,
  type NewDerivative,
  PLAYBACK,
  setDimensions,
  setFileProperties,
  setMeasurement,
  setPictureHash,
  startDerivatives,
  type StartedDerivativeTask,
  TEXT,
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
import { PlaybackTasks, ViewerFileTasks } from '../requested-files.ts';
import { DerivativeTasks } from './derivative-tasks.ts';

const NO_SIZE = { width: null, height: null };
const TEXT_TYPE = 'text/markdown; charset=utf-8';

const DAMAGED_MESSAGE = 'The file seems to be damaged: parts of the image are lost or wrong.';

/** The size of a waveform or a text preview isn't a property of the file. */
const sizeOf = (drawing: Rendering, { measurement, text }: PictureContent) =>
  text !== null ? NO_SIZE : measurement ? (measurement.size ?? NO_SIZE) : drawing;

type RenderedFile = Omit<NewDerivative, 'size' | 'sha256'> & { data: Buffer };

/** The files that are stored together: the previews, and the text of a Word document. */
function filesOf({ previews }: Rendering, text: string | null, folder: string): RenderedFile[] {
  const pictures = PREVIEW_KINDS.map((kind) => {
    const storage_key = `${folder}/${kind}.webp`;
    return { kind, storage_key, content_type: PREVIEW_TYPE, ...previews[kind] };
  });
  if (text === null) return pictures;
  const storage_key = `${folder}/${TEXT}.md`;
  return [
    ...pictures,
    { kind: TEXT, storage_key, content_type: TEXT_TYPE, width: null, height: null, data: Buffer.from(text) },
  ];
}

/** Stores the previews of media files. Files that can't be rendered are marked as failed and not retried. */
@Injectable()
export class DerivativeGenerator {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly sandbox: Sandbox,
    tasks: DerivativeTasks,
    private readonly texts: FileTextTasks,
    private readonly viewerFiles: ViewerFileTasks,
    private readonly playbacks: PlaybackTasks,
    handlers: JobHandlers,
  ) {
    handlers.handle('derivatives-make', ({ media_id }) => this.generate(media_id));
    handlers.handle('derivatives-resume', () => tasks.resume());
  }

  async generate(mediaId: number): Promise<void> {
    const media = await startDerivatives(this.database, mediaId);
    if (!media) return;
    const content = await this.#read(media);
    const { suggested, rendering } = content;
    if (!(rendering instanceof FileRejection)) return this.#save(media, rendering, content);
    await this.#store(media, content, async (executor) => {
      await insertFailedDerivatives(executor, media.id, PREVIEW_KINDS, rendering);
      await setDimensions(executor, media.id, { width: null, height: null, suggested });
    });
  }

  async #read({ storage_key: key, slug, content_type: type }: StartedDerivativeTask): Promise<PictureContent> {
    const stream = key === null ? undefined : await this.storage.open(key);
    if (stream) return this.sandbox.readPicture(stream, slug, type ?? '');
    const rendering = new FileRejection('The file is missing from storage.', { failure: 'missing' });
    return { suggested: null, measurement: null, text: null, rendering };
  }

  async #save(media: StartedDerivativeTask, drawing: Rendering, content: PictureContent): Promise<void> {
    const folder = `${DERIVATIVES_PREFIX}${media.id}-${randomBytes(6).toString('hex')}`;
    const files = filesOf(drawing, content.text, folder);
    const keys = files.map(({ storage_key }) => storage_key);
    try {
      const derivatives: NewDerivative[] = [];
      for (const { data, ...file } of files) {
        await this.leases.acquire(file.storage_key);
        const stored = await this.storage.put(file.storage_key, data, file.content_type);
        derivatives.push({ ...file, ...stored });
      }
      const { suggested } = content;
      const { width, height } = sizeOf(drawing, content);
      const isStored = await this.#store(media, content, async (executor) => {
        await this.leases.confirm(executor, keys);
        await insertDerivatives(executor, media.id, derivatives);
        if (drawing.isDoubtful) await markDerivativesDamaged(executor, media.id, PREVIEW_KINDS, DAMAGED_MESSAGE);
        await setDimensions(executor, media.id, { width, height, suggested });
        await setFileProperties(executor, media.id, drawing.properties);
      });
      if (!isStored) await this.leases.abandon(keys);
    } catch (error) {
      await this.leases.abandon(keys);
      throw error;
    }
    await this.viewerFiles.request(media.id);
    await this.playbacks.request(media.id);
  }

  /**
   * Replaces the previews, completes the task and requests the text of the file. Returns false if the task is already complete or the
   * record was deleted.
   */
  #store(
    media: StartedDerivativeTask,
    { measurement, rendering }: PictureContent,
    write: (executor: StatementExecutor) => Promise<unknown>,
  ): Promise<boolean> {
    return this.database.transaction(async (executor) => {
      // Converting takes a long time, so the previous converted file stays playable until the new one is ready.
      const except = measurement?.playable === false ? [PLAYBACK] : [];
      const previous = await completeDerivatives(executor, media.id, except);
      if (!previous) return false;
      await this.leases.scheduleDeletion(executor, previous);
      await write(executor);
      await setMeasurement(executor, media.id, measurement);
      await setPictureHash(executor, media.id, rendering instanceof FileRejection ? null : rendering.hash);
      await this.texts.request(executor, media.id);
      return true;
    });
  }
}
