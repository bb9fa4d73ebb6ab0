import type { Statements } from '../../../database/index.ts';
import type { HistoryKind } from '../snapshots.ts';
import type { NewRevision } from '../write-revisions.ts';
import { restoreAlbum } from './restore-album.ts';
import { type FileThere, restoreMedia } from './restore-media.ts';
import { restorePerson, restorePresident } from './restore-person.ts';
import { restoreVoyage } from './restore-voyage.ts';
import { cannot } from './restoring.ts';

type Restorer = (
  statements: Statements,
  slug: string,
  // Each knows the shape that `snapshotOf` gives to its kind.
  snapshot: never,
  fileThere: FileThere,
) => Promise<NewRevision[]>;

const RESTORERS: Record<HistoryKind, Restorer> = {
  voyage: restoreVoyage,
  person: restorePerson,
  president: restorePresident,
  media: restoreMedia,
  album: restoreAlbum,
};

/**
 * Puts a record back as a snapshot says it was, under its old address and key, with its links. The revisions of what has changed
 * are answered, the record's own first.
 * @throws the 409 that says why it could not be whole
 */
export function restoreRecord(
  statements: Statements,
  kind: HistoryKind,
  slug: string,
  before: unknown,
  fileThere: FileThere,
): Promise<NewRevision[]> {
  if (before === null) throw cannot('There was no record before this change: it was the one that made it.');
  return RESTORERS[kind](statements, slug, before as never, fileThere);
}
