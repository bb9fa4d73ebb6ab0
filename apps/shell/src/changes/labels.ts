import type { HistoryKind } from '@archive/api-client';
import type { RecordChange } from '@archive/contracts';
import { collectionHref } from '../search/search-url.ts';

export const KINDS: Record<HistoryKind, { one: string; many: string }> = {
  voyage: { one: 'Voyage', many: 'Voyages' },
  person: { one: 'Person', many: 'People' },
  president: { one: 'President/Owner', many: 'Presidents/Owners' },
  media: { one: 'Media', many: 'Media' },
  album: { one: 'Album', many: 'Albums' },
};

export const ACTIONS: Record<RecordChange['action'], string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
};

/** Page of a record, which says so if the record was deleted. */
export function pageOf({ kind, slug, voyage_slug }: RecordChange): string {
  if (kind === 'voyage') return `/voyages/${slug}`;
  if (kind === 'album') return voyage_slug ? `/voyages/${voyage_slug}` : collectionHref(slug);
  return kind === 'media' ? `/media/${slug}` : `/people/${slug}`;
}
