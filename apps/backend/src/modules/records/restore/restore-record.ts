import type { ChangeSet } from '../change-set.ts';
import type { HistoryKind } from '../snapshots.ts';
import { cannotRestore } from '../restore-requirements.ts';
import { restoreAlbum } from './restore-album.ts';
import { type FileExists, restoreMedia } from './restore-media.ts';
import { restorePerson, restorePresident } from './restore-person.ts';
import { STORIES } from '../record-table.ts';
import { restorePlace } from './restore-place.ts';
import { restoreVoyage } from './restore-voyage.ts';

type Restorer = (
  changes: ChangeSet,
  slug: string,
  // Each restorer knows the snapshots of its kind.
  snapshot: never,
  fileExists: FileExists,
) => Promise<void>;

const RESTORERS: Record<HistoryKind, Restorer> = {
  voyage: restoreVoyage,
  person: restorePerson,
  president: restorePresident,
  media: restoreMedia,
  album: restoreAlbum,
  place: restorePlace,
  story: (changes, slug, snapshot: { created_at: string; keys: { story: number } }) =>
    STORIES.restore(changes, slug, snapshot.keys.story, snapshot),
};

/**
 * Restores a record from a snapshot, under its old slug and id, with its links.
 * @throws Problem 409 with the reason if it can't be restored completely
 */
export function restoreRecord(
  changes: ChangeSet,
  kind: HistoryKind,
  slug: string,
  before: unknown,
  fileExists: FileExists,
): Promise<void> {
  if (before === null) throw cannotRestore('Can’t restore: this change created the record.');
  return RESTORERS[kind](changes, slug, before as never, fileExists);
}
