import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { Database } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import {
  insertFailedViewerFile,
  insertViewerFile,
  type StartedViewerFile,
  startViewerFile,
  type ViewerFileContent,
} from '../../records/index.ts';
import { FileRejection, type RenderedPages, Sandbox, type SetEntry } from '../../sandbox/index.ts';
import { DERIVATIVES_PREFIX, FileLeases, Storage } from '../../storage/index.ts';
import { ViewerFileTasks } from '../requested-files.ts';

const SET_TYPE = 'application/zip';
/** Constant, so that ZIP archives of the same pictures are identical. */
const MODIFIED = new Date('1980-01-01T00:00:00Z');

/** Opens the entry only when it is read, because a ZIP archive has hundreds of entries. */
async function* contentOf({ open }: SetEntry): AsyncGenerator<Buffer> {
  yield* await open();
}

/** Streams a ZIP archive of the entries. It isn't compressed, because the pictures already are. */
function archiveOf(entries: readonly SetEntry[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  for (const entry of entries) {
    const content = Readable.from(contentOf(entry)).once('error', (error) => output.destroy(error));
    zip.addReadStream(content, entry.name, { compress: false, mtime: MODIFIED });
  }
  zip.end();
  return output;
}

/** Generates the viewer's files: tiles of large pictures, and pages of documents. */
@Injectable()
export class ViewerFileGenerator {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly sandbox: Sandbox,
    tasks: ViewerFileTasks,
    handlers: JobHandlers,
  ) {
    handlers.handle('viewer-file-make', ({ media_id, version }) => this.generate(media_id, version));
    handlers.handle('viewer-files-resume', () => tasks.resume());
  }

  /** Does nothing if the file exists, or if its previews have been replaced. */
  async generate(mediaId: number, version: string): Promise<void> {
    const media = await startViewerFile(this.database, mediaId, version);
    if (!media) return;
    try {
      const stream = await this.storage.open(media.storage_key);
      if (!stream) throw new FileRejection('The file is missing from storage.');
      await (media.kind === 'pages' ? this.#pages(media, stream) : this.#tiles(media, stream));
    } catch (error) {
      if (!(error instanceof FileRejection)) throw error;
      await this.database.transaction((executor) => insertFailedViewerFile(executor, media, error.message));
    }
  }

  #tiles(media: StartedViewerFile, stream: Readable): Promise<void> {
    return this.sandbox.withTiles(stream, media.slug, media.content_type ?? '', (size, tiles) =>
      this.#save(media, { ...size, page_sizes: null }, tiles),
    );
  }

  #pages(media: StartedViewerFile, stream: Readable): Promise<void> {
    const sizesOf = ({ count, sizes }: RenderedPages) => ({
      ...(sizes.find((page) => page !== null) ?? { width: 1, height: 1 }),
      page_sizes: [...sizes, ...Array.from({ length: count - sizes.length }, () => null)],
    });
    return this.sandbox.withPages(stream, media.slug, media.content_type ?? '', (pages, entries) =>
      this.#save(media, sizesOf(pages), entries),
    );
  }

  async #save(media: StartedViewerFile, content: ViewerFileContent, entries: readonly SetEntry[]): Promise<void> {
    const key = `${DERIVATIVES_PREFIX}${media.id}-${randomBytes(6).toString('hex')}/${media.kind}.zip`;
    try {
      await this.leases.acquire(key);
      const stored = await this.storage.put(key, archiveOf(entries), SET_TYPE);
      const isSaved = await this.database.transaction(async (executor) => {
        await this.leases.confirm(executor, [key]);
        return insertViewerFile(executor, media, { ...content, storage_key: key, content_type: SET_TYPE, ...stored });
      });
      if (!isSaved) await this.leases.abandon([key]);
    } catch (error) {
      await this.leases.abandon([key]);
      throw error;
    }
  }
}
