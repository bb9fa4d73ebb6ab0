import type { FileText } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import { excerptRuns, MATCH_END, MATCH_START, SearchQueries } from '../../search/index.ts';

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
  readonly #database: Database;
  readonly #queries: SearchQueries;

  constructor(database: Database, queries: SearchQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Returns the requested page. Without a page number, returns the first matching page, or else the first page. */
  async get(slug: string, requestedPage: number | undefined, q = ''): Promise<FileText> {
    const query = (await this.#queries.build(q, 'never')).matchAll();
    const row = await this.#database.row(FILE, [slug, query]);
    if (!row) throw notFound('Media not found in database.');
    const { id, ...file } = row;
    const number = requestedPage ?? file.matches[0] ?? 1;
    const page = await this.#database.row(PAGE, [id, number, query]);
    if (!page && number > file.pages) return { ...file, page: null };
    const empty = { page: number, text: '', read_text: '', corrected: false, confidence: null, marked: '' };
    const { marked, ...values } = page ?? empty;
    return { ...file, page: { ...values, marked: excerptRuns(marked) } };
  }
}
