import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import { FileRejection, type ReadPage, Sandbox } from '../../sandbox/index.ts';
import { Storage } from '../../storage/index.ts';
import { FileTextTasks } from './file-text-tasks.ts';

const START = statement(
  'file-text-start',
  `update file_text t set sha256 = m.sha256, updated_at = now() from media m
  where t.media_id = $1 and t.attempt = $2 and t.state = 'waiting' and m.id = t.media_id
  returning m.slug, m.storage_key, m.content_type`,
  { slug: col.text, storage_key: col.text.nullable(), content_type: col.text.nullable() },
);
const PROGRESS = statement(
  'file-text-progress',
  `update file_text set pages_read = $3, pages = $4, updated_at = now() where media_id = $1 and attempt = $2`,
);
/** Locks the record before its pages, in the same order as a correction does. */
const LOCK = statement('file-text-lock-media', 'select id from media where id = $1 for key share', { id: col.int });
const COMPLETE = statement(
  'file-text-complete',
  `update file_text t set state = $3, error = $4, pages = $5, pages_read = $5, updated_at = now() from media m
  where t.media_id = $1 and t.attempt = $2 and t.state = 'waiting' and m.id = t.media_id and m.sha256 is not distinct from t.sha256`,
);
const DELETE_PAGES = statement('file-pages-delete', 'delete from file_page where media_id = $1 and corrected is null');
const CLEAR_PAGES = statement(
  'file-pages-clear',
  `update file_page set text = '', confidence = null where media_id = $1`,
);
const INSERT_PAGES = statement(
  'file-pages-insert',
  `insert into file_page (media_id, page, text, confidence)
  select $1, p.page, p.text, p.confidence from jsonb_to_recordset($2::jsonb) p(page int, text text, confidence smallint)
  on conflict (media_id, page) do update set text = excluded.text, confidence = excluded.confidence`,
);

interface Task {
  media_id: number;
  attempt: number;
}

/** Extracts and stores the text of files by page. A file whose text can't be read is marked as failed and not retried. */
@Injectable()
export class FileTextReader {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly sandbox: Sandbox,
    tasks: FileTextTasks,
    handlers: JobHandlers,
  ) {
    handlers.handle('file-text-read', (task) => this.read(task));
    handlers.handle('file-texts-resume', () => tasks.resume());
  }

  async read(task: Task): Promise<void> {
    const media = await this.database.row(START, [task.media_id, task.attempt]);
    if (!media) return;
    try {
      const stream = media.storage_key === null ? undefined : await this.storage.open(media.storage_key);
      if (!stream) throw new FileRejection('The file is missing from storage.');
      const pages = await this.sandbox.readText(stream, media.slug, media.content_type ?? '', (read, all) =>
        this.database.execute(PROGRESS, [task.media_id, task.attempt, read, all]),
      );
      await this.#save(task, pages, null);
    } catch (error) {
      if (!(error instanceof FileRejection)) throw error;
      await this.#save(task, [], error.message);
    }
  }

  /** Replaces the text but keeps corrections. Does nothing if the record was deleted or its file was replaced. */
  #save({ media_id: id, attempt }: Task, pages: readonly ReadPage[], error: string | null): Promise<void> {
    const withText = pages.filter(({ text }) => text);
    const state = error === null ? (withText.length > 0 ? 'ready' : 'none') : 'failed';
    return this.database.transaction(async (executor) => {
      await executor.row(LOCK, [id]);
      if ((await executor.execute(COMPLETE, [id, attempt, state, error, pages.length])) === 0) return;
      await executor.execute(DELETE_PAGES, [id]);
      await executor.execute(CLEAR_PAGES, [id]);
      if (withText.length > 0) await executor.execute(INSERT_PAGES, [id, JSON.stringify(withText)]);
    });
  }
}
