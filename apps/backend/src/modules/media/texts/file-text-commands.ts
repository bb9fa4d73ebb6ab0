import type { FileText, fileTextOperations, OperationResponse } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, Problem } from '../../../common/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import { changeRecords, lockMedia, type TextCorrection, updateMedia } from '../../records/index.ts';
import { latestRevisions } from '../bulk/bulk-media.ts';
import { FileTextTasks } from './file-text-tasks.ts';

type CorrectionResult = OperationResponse<(typeof fileTextOperations)['correct']>;

const TEXT = statement(
  'file-page-text',
  'select text, coalesce(corrected, text) current_text from file_page where media_id = $1 and page = $2',
  { text: col.text, current_text: col.text },
);
const PAGES = statement('file-text-pages', 'select pages from file_text where media_id = $1', { pages: col.int });
const MEDIA = statement('file-text-media', 'select id from media where slug = $1', { id: col.int });

const TEXT_CHANGED =
  'Someone else corrected this page, or the file was read again, while you were editing. Copy your text, reload, and compare.';

/** Corrects the extracted text of files, or requests a new extraction. */
@Injectable()
export class FileTextCommands {
  readonly #database: Database;
  readonly #tasks: FileTextTasks;

  constructor(database: Database, tasks: FileTextTasks) {
    this.#database = database;
    this.#tasks = tasks;
  }

  /**
   * Saves the corrected text of a page as a change of the media record; null restores the extracted text.
   * @throws Problem 404 if there is no such page, 409 if the current text is not `previous`
   */
  correct(
    slug: string,
    page: number,
    text: string | null,
    previous: string,
    changedBy: string,
  ): Promise<CorrectionResult> {
    return changeRecords(this.#database, { changedBy }, async (changes) => {
      const { executor } = changes;
      const { id, values } = await lockMedia(executor, slug, undefined);
      const read = await executor.row(TEXT, [id, page]);
      const pages = (await executor.row(PAGES, [id]))?.pages ?? 0;
      if (!read && page > pages) throw notFound('This file has no such page.');
      if ((read?.current_text ?? '') !== previous) throw new Problem(409, TEXT_CHANGED);
      const current = values.text_corrections ?? [];
      const corrections = withCorrection(current, page, text === (read?.text ?? '') ? null : text);
      if (JSON.stringify(corrections) === JSON.stringify(current)) return { media_slug: slug, revision: null };
      await updateMedia(changes, [{ id, text_corrections: corrections.length > 0 ? corrections : null }]);
      await changes.save();
      const [revision] = await latestRevisions(executor, [slug]);
      return { media_slug: slug, revision: revision?.revision ?? null };
    });
  }

  /** @throws Problem 404 if the record doesn't exist, 415 if this type of file has no text */
  read(slug: string): Promise<{ state: NonNullable<FileText['state']> }> {
    return this.#database.transaction(async (executor) => {
      const media = await executor.row(MEDIA, [slug]);
      if (!media) throw notFound('Media not found in database.');
      if (!(await this.#tasks.request(executor, media.id)))
        throw new Problem(415, 'The text of this type of file can’t be read.');
      return { state: 'waiting' };
    });
  }
}

/** The corrections in page order, with that of one page replaced. */
function withCorrection(current: readonly TextCorrection[], page: number, text: string | null): TextCorrection[] {
  const others = current.filter((correction) => correction.page !== page);
  return [...others, ...(text === null ? [] : [{ page, text }])].toSorted((a, b) => a.page - b.page);
}
