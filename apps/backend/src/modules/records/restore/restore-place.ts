import type { PlaceValues } from '@archive/contracts';
import type { ChangeSet } from '../change-set.ts';
import { PLACES, requireUnusedNames, wholesOf } from '../places.repository.ts';
import { PLACE_REDIRECTS } from '../redirects.ts';
import { cannotRestore } from '../restore-requirements.ts';

type PlaceSnapshot = PlaceValues & {
  created_at: string;
  /** `redirects` are the addresses that led to a deleted place. Absent in other versions. */
  keys: { place: number; redirects?: string[] };
};

/** Restores a place. A merged one is no longer part of the other, and gets its addresses back. */
export async function restorePlace(changes: ChangeSet, slug: string, snapshot: PlaceSnapshot): Promise<void> {
  const { executor } = changes;
  const { place: id, redirects = [] } = snapshot.keys;
  await requireUnusedNames(executor, snapshot, id);
  if (snapshot.part_of !== null && (await wholesOf(executor, snapshot.part_of)).includes(slug))
    throw cannotRestore(`Can’t restore: ${snapshot.name} would be part of itself.`);
  await PLACES.restore(changes, slug, id, snapshot);
  await PLACE_REDIRECTS.return(executor, { id, slug }, redirects);
}
