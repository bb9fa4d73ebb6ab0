import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import { type NewPlayback, replacePlayback, startPlayback, type PlaybackSource } from '../../records/index.ts';
import { FileRejection, type PlaybackFile, Sandbox } from '../../sandbox/index.ts';
import { DERIVATIVES_PREFIX, FileLeases, Storage } from '../../storage/index.ts';
import { PlaybackTasks } from '../requested-files.ts';

const EXTENSIONS: Record<PlaybackFile['contentType'], string> = { 'video/mp4': 'mp4', 'audio/mp4': 'm4a' };

/** Converts videos and recordings that browsers can’t play. */
@Injectable()
export class PlaybackGenerator {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly sandbox: Sandbox,
    tasks: PlaybackTasks,
    handlers: JobHandlers,
  ) {
    handlers.handle('playback-make', ({ media_id, version }) => this.generate(media_id, version));
    handlers.handle('playback-resume', () => tasks.resume());
  }

  /** Does nothing if the converted file exists, or if the previews have been replaced since. */
  async generate(mediaId: number, version: string): Promise<void> {
    const media = await startPlayback(this.database, mediaId, version);
    if (!media) return;
    try {
      const stream = await this.storage.open(media.storage_key);
      if (!stream) throw new FileRejection('The file is missing from storage.');
      await this.sandbox.withPlayback(stream, media.slug, media.content_type, (file) => this.#save(media, file));
    } catch (error) {
      if (!(error instanceof FileRejection)) throw error;
      await this.#replace(media, { error: error.message });
    }
  }

  async #save(media: PlaybackSource, { contentType, open }: PlaybackFile): Promise<void> {
    const folder = `${DERIVATIVES_PREFIX}${media.id}-${randomBytes(6).toString('hex')}`;
    const key = `${folder}/playback.${EXTENSIONS[contentType]}`;
    try {
      await this.leases.acquire(key);
      const stored = await this.storage.put(key, await open(), contentType);
      const isSaved = await this.#replace(media, { storage_key: key, content_type: contentType, ...stored });
      if (!isSaved) await this.leases.abandon([key]);
    } catch (error) {
      await this.leases.abandon([key]);
      throw error;
    }
  }

  #replace(media: PlaybackSource, playback: NewPlayback | { error: string }): Promise<boolean> {
    return this.database.transaction(async (executor) => {
      if ('storage_key' in playback) await this.leases.confirm(executor, [playback.storage_key]);
      const previous = await replacePlayback(executor, media, playback);
      if (previous) await this.leases.scheduleDeletion(executor, previous);
      return previous !== undefined;
    });
  }
}
