import type { PlaceValues } from '@archive/contracts';
import type { ChangeSet } from '../change-set.ts';
import { endPlaceRedirect, PLACES, requireUnusedNames } from '../places.repository.ts';

type PlaceSnapshot = PlaceValues & { created_at: string; keys: { place: number } };

/** Restores a place. A merged one is no longer part of the other, and gets its address back. */
export async function restorePlace(changes: ChangeSet, slug: string, snapshot: PlaceSnapshot): Promise<void> {
  const id = snapshot.keys.place;
  await requireUnusedNames(changes.executor, snapshot, id);
  await PLACES.restore(changes, slug, id, snapshot);
  await endPlaceRedirect(changes.executor, slug);
}
