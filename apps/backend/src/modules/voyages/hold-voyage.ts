import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type Expected, expectVersion, notFound, recordTag } from '../../common/index.ts';
import type { Statements } from '../../database/index.ts';
import { type NewRevision, snapshotOf, writeRevisions } from '../history/index.ts';
import { Voyage } from './voyage.entity.ts';

type Version = Pick<Voyage, 'id' | 'version'>;

export const versionOf = ({ id, version }: Version) => `${id}.${version}`;

/**
 * The voyage that is about to be changed, in its own row or its links. Its row is held until the transaction ends: changes of one
 * voyage come one after the other.
 */
export async function holdVoyage(em: EntityManager, slug: string, expected?: Expected): Promise<Voyage> {
  const voyage = await em.findOne(Voyage, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!voyage) throw notFound('Voyage not found');
  expectVersion(expected, versionOf(voyage), 'voyage');
  return voyage;
}

const TOUCH = 'update voyage set version = version + 1, updated_at = now() where id = $1 returning id, version';

interface LinkChange {
  changedBy: string;
  /** Of records that change with the voyage. */
  others?: readonly NewRevision[];
  /** Changes of links past the entities. */
  work?: () => Promise<unknown>;
}

/**
 * Saves what has been changed of the voyage's links, with a new version of the voyage and its revision. Answers the header of
 * the change.
 */
export async function saveLinks(
  em: EntityManager,
  statements: Statements,
  voyage: Voyage,
  { changedBy, others = [], work }: LinkChange,
): Promise<Record<string, string>> {
  const before = await snapshotOf(statements, 'voyage', voyage.id);
  await em.flush();
  await work?.();
  const touched = await statements.row<Version>('voyage-touch', TOUCH, [voyage.id]);
  const own: NewRevision = { kind: 'voyage', slug: voyage.slug, action: 'update', before };
  await writeRevisions(statements, [own, ...others], { changedBy });
  return voyageTag(touched ?? voyage);
}

/**
 * Header of a change of a voyage's links: what `If-Match` takes from now on, for who has the voyage open. What changes nothing has
 * none: the version may be somebody else's work.
 */
export const voyageTag = (voyage: Version) => ({ 'x-voyage-etag': recordTag(versionOf(voyage)) });
