import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { MAX_SIDE_WITHOUT_TILES } from '../../sandbox/index.ts';
import { requestedFile, RequestedFiles } from '../requested-files.ts';

/** Whether the media item `m` is shown page by page. */
const HAS_PAGES = `m.content_type = 'application/pdf' or m.page_count > 1`;

/** The kind of viewer file that a media item `m` needs, or null. */
export const NEEDED_KIND = `
  case when ${HAS_PAGES} then 'pages'
    when m.content_type like 'image/%' and m.content_type <> 'image/svg+xml' and greatest(m.width, m.height) > ${MAX_SIDE_WITHOUT_TILES} then 'tiles'
  end`;

const VIEWER_FILE = requestedFile(
  'viewer-file-make',
  `m.storage_key is not null and ${NEEDED_KIND} is not null
    and not exists (select from derivative d where d.media_id = m.id and d.kind in ('tiles', 'pages'))`,
);

/** Requests the tiles of large pictures and the pages of documents. */
@Injectable()
export class ViewerFileTasks extends RequestedFiles {
  constructor(database: Database, queues: JobQueues) {
    super(database, queues, VIEWER_FILE);
  }
}
