import type { FileText, OperationResponse, fileTextOperations } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Problem, notFound } from '../../../common/index.ts';
import { Database, col, statement } from '../../../database/index.ts';
import { type TextCorrection, changeRecords, lockMedia, updateMedia } from '../../records/index.ts';
import { MATCH_END, MATCH_START, SearchQueries, excerptRuns } from '../../search/index.ts';
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
  constructor(
    private readonly database: Database,
    private readonly tasks: FileTextTasks,
  ) {}

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
    return changeRecords(this.database, { changedBy }, async (changes) => {
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
    return this.database.transaction(async (executor) => {
      const media = await executor.row(MEDIA, [slug]);
      if (!media) throw notFound('Media not found in database.');
      if (!(await this.tasks.request(executor, media.id)))
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

/** $1: the slug. $2: a search query. */
const FILE = statement(
  'file-text-get',
  `select m.id, m.slug media_slug, m.title, coalesce(media_url(m.storage_key), m.external_url) url, m.media_type, m.content_type,
    (select media_url(d.storage_key) from derivative d where d.media_id = m.id and d.kind = 'large' and d.state = 'ready') picture_url,
    t.state, t.error, greatest(t.pages, (select max(f.page) from file_page f where f.media_id = m.id), 0) pages, coalesce(t.pages_read, 0) pages_read,
    array(select f.page from file_page f where f.media_id = m.id and f.search @@ $2::tsquery order by f.page) matches
  from media m left join file_text t on t.media_id = m.id where m.slug = $1`,
  {
    id: col.int,
    media_slug: col.text,
    title: col.text,
    url: col.text.nullable(),
    media_type: col.text,
    content_type: col.text.nullable(),
    picture_url: col.text.nullable(),
    state: col.text.nullable().as<FileText['state']>(),
    error: col.text.nullable(),
    pages: col.int,
    pages_read: col.int,
    matches: col.array(col.int),
  },
);

/** $1: the media item's id. $2: the page. $3: a search query. */
const PAGE = statement(
  'file-page-get',
  `select f.page, coalesce(f.corrected, f.text) as text, f.text read_text, f.corrected is not null corrected, f.confidence,
    ts_headline('archive', translate(coalesce(f.corrected, f.text), '${MATCH_START}${MATCH_END}', ''), $3::tsquery,
      'HighlightAll=true, StartSel="${MATCH_START}", StopSel="${MATCH_END}"') marked
  from file_page f where f.media_id = $1 and f.page = $2`,
  {
    page: col.int,
    text: col.text,
    read_text: col.text,
    corrected: col.bool,
    confidence: col.int.nullable(),
    marked: col.text,
  },
);

/** Reads the text of files. */
@Injectable()
export class FileTextQueries {
  constructor(
    private readonly database: Database,
    private readonly queries: SearchQueries,
  ) {}

  /** Returns the requested page. Without a page number, returns the first matching page, or else the first page. */
  async get(slug: string, requestedPage: number | undefined, q = ''): Promise<FileText> {
    const query = (await this.queries.build(q, 'never')).matchAll();
    const row = await this.database.row(FILE, [slug, query]);
    if (!row) throw notFound('Media not found in database.');
    const { id, ...file } = row;
    const number = requestedPage ?? file.matches[0] ?? 1;
    const page = await this.database.row(PAGE, [id, number, query]);
    if (!page && number > file.pages) return { ...file, page: null };
    const empty = { page: number, text: '', read_text: '', corrected: false, confidence: null, marked: '' };
    const { marked, ...values } = page ?? empty;
    return { ...file, page: { ...values, marked: excerptRuns(marked) } };
  }
}
