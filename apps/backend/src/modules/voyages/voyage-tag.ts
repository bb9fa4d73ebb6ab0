import { recordEtag } from '../../common/index.ts';
import { col, statement, type Statements } from '../../database/index.ts';
import { voyageVersion } from '../records/index.ts';

const VERSION = statement('voyage-version', 'select id, version from voyage where id = $1', {
  id: col.int,
  version: col.int,
});

/**
 * Header of a change of a voyage's links: the new tag for `If-Match`. A request without changes sends none,
 * because someone else may have created the version.
 */
export async function voyageTag(statements: Statements, id: number): Promise<Record<string, string>> {
  const voyage = await statements.row(VERSION, [id]);
  return voyage ? { 'x-voyage-etag': recordEtag(voyageVersion(voyage)) } : {};
}
