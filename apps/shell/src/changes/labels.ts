import type { HistoryKind } from '@archive/api-client';
import type { RecordChange } from '@archive/contracts';
import { collectionHref } from '../search/search-url.ts';

export const KINDS: Record<HistoryKind, { singular: string; plural: string }> = {
  voyage: { singular: 'Voyage', plural: 'Voyages' },
  person: { singular: 'Person', plural: 'People' },
  president: { singular: 'President/Owner', plural: 'Presidents/Owners' },
  media: { singular: 'Media', plural: 'Media' },
  album: { singular: 'Album', plural: 'Albums and collections' },
};

export const ACTIONS: Record<RecordChange['action'], string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
};

/** The label of a record's kind. An album without a voyage is called a collection. */
export const kindLabel = ({ kind, voyage_slug }: RecordChange): string =>
  kind === 'album' && voyage_slug === null ? 'Collection' : KINDS[kind].singular;

/** URL of a record's page. If the record was deleted, the page says so. */
export function pageOf({ kind, slug, voyage_slug }: RecordChange): string {
  if (kind === 'voyage') return `/voyages/${slug}`;
  if (kind === 'album') return voyage_slug ? `/voyages/${voyage_slug}` : collectionHref(slug);
  return kind === 'media' ? `/media/${slug}` : `/people/${slug}`;
}
