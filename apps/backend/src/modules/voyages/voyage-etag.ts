import { recordEtag } from '../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';
import { voyageVersion } from '../records/index.ts';

const VERSION = statement('voyage-version', 'select id, version from voyage where id = $1', {
  id: col.int,
  version: col.int,
});

/**
 * Response header with the voyage's new ETag after a change of its passengers or media, to send as `If-Match`. Only for requests that
 * changed something.
 */
export async function voyageEtagHeader(executor: StatementExecutor, id: number): Promise<Record<string, string>> {
  const voyage = await executor.row(VERSION, [id]);
  return voyage ? { 'x-voyage-etag': recordEtag(voyageVersion(voyage)) } : {};
}
