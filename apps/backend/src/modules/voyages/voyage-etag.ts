import { recordEtag } from '../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';
import { voyageVersion } from '../records/index.ts';

const VERSION = statement('voyage-version', 'select id, version from voyage where id = $1', {
  id: col.int,
  version: col.int,
});

/**
 * Response header of a change to a voyage's passengers or media: the new ETag, to send as `If-Match`. Only for requests that changed
 * something.
 */
export async function voyageEtagHeader(executor: StatementExecutor, id: number): Promise<Record<string, string>> {
  const voyage = await executor.row(VERSION, [id]);
  return voyage ? { 'x-voyage-etag': recordEtag(voyageVersion(voyage)) } : {};
}
