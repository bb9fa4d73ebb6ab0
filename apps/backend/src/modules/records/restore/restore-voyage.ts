import { mediaLinkFields, passengerFields, voyageFields } from '@archive/contracts';
import { displayTitle } from '@archive/voyage-document';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import { reinsertBaseline } from '../baselines.repository.ts';
import type { ChangeSet } from '../change-set.ts';
import { replaceMedia } from '../media-links.repository.ts';
import { replacePassengers } from '../passengers.repository.ts';
import { reinsertVoyage, updateVoyages } from '../voyages.repository.ts';
import {
  cannotRestore,
  type IdsBySlug,
  lockRecordOfSlug,
  nextVersion,
  requireAll,
  restoredValues,
} from '../restore-requirements.ts';
import { type AlbumSnapshot, restoreAlbumsOfVoyage } from './restore-album.ts';

interface VoyageSnapshot {
  president_name: string | null;
  passengers?: { person_slug: string; full_name: string; voyage_notes?: string | null }[];
  media?: { media_slug: string; title: string; sort_order: number }[];
  albums?: AlbumSnapshot[];
  created_at: string;
  keys: {
    voyage: number;
    president: number | null;
    people: IdsBySlug;
    media: IdsBySlug;
    albums?: IdsBySlug;
    album_media?: IdsBySlug;
    ingest_record?: { key: string } | null;
  };
}

const LOCK_PRESIDENT = statement(
  'restore-lock-president',
  'select 1 from president where person_id = $1 for key share',
);
const IMPORTED_AGAIN = statement(
  'restore-imported-again',
  'select v.title from ingest_record r join voyage v on v.id = r.voyage_id where r.key = $1',
  { title: col.text },
);

/** Restores a voyage with its people, media and albums. If it was deleted, restores its import baseline as well. */
export async function restoreVoyage(changes: ChangeSet, slug: string, snapshot: VoyageSnapshot): Promise<void> {
  const { executor } = changes;
  const { keys, passengers = [], media = [], albums } = snapshot;
  const recordExists = await lockRecordOfSlug(executor, 'voyage', slug, keys.voyage);
  await requireParts(executor, snapshot);
  const stored = restoredValues(voyageFields, snapshot);
  const row = { ...stored, title: stored.title || displayTitle(stored), id: keys.voyage, president_id: keys.president };
  if (recordExists) await updateVoyages(changes, [row]);
  else {
    const version = await nextVersion(executor, 'voyage', slug);
    await reinsertVoyage(changes, { ...row, slug, version, created_at: snapshot.created_at });
  }
  changes.restored('voyage', keys.voyage, slug);
  const aboard = passengers.map(({ voyage_notes = null, ...passenger }) => ({
    ...restoredValues(passengerFields, { ...passenger, notes: voyage_notes }),
    person_id: keys.people[passenger.person_slug] ?? 0,
  }));
  await replacePassengers(changes, [{ voyage_id: keys.voyage, aboard }]);
  const links = media.map((link) => ({
    ...restoredValues(mediaLinkFields, link),
    media_id: keys.media[link.media_slug] ?? 0,
    sort_order: link.sort_order,
  }));
  await replaceMedia(changes, keys.voyage, links);
  // Revisions from before albums were part of a version have none.
  if (albums)
    await restoreAlbumsOfVoyage(changes, albums, {
      voyage: keys.voyage,
      albums: keys.albums ?? {},
      media: keys.album_media ?? {},
    });
  if (!recordExists && keys.ingest_record) await restoreImportRecord(changes.executor, keys.voyage, keys.ingest_record);
}

async function requireParts(
  executor: StatementExecutor,
  { keys, passengers = [], media = [], albums = [], president_name }: VoyageSnapshot,
): Promise<void> {
  if (keys.president !== null) {
    const president = await executor.row(LOCK_PRESIDENT, [keys.president]);
    if (!president)
      throw cannotRestore(
        `Can’t restore: ${president_name} is no longer listed as a president or owner. Add the president or owner again first.`,
      );
  }
  const people = new Map(passengers.map(({ person_slug, full_name }) => [person_slug, full_name]));
  await requireAll(executor, {
    table: 'person',
    keys: keys.people,
    nameOf: (slug) => people.get(slug) ?? slug,
    relation: 'on this voyage',
  });
  const titles = new Map(
    [...media, ...albums.flatMap((album) => album.media)].map((item) => [item.media_slug, item.title]),
  );
  await requireAll(executor, {
    table: 'media',
    keys: { ...keys.media, ...keys.album_media },
    nameOf: (slug) => `“${titles.get(slug) ?? slug}”`,
    relation: 'media of this voyage',
  });
}

async function restoreImportRecord(
  executor: StatementExecutor,
  voyage: number,
  record: { key: string },
): Promise<void> {
  const existing = await executor.row(IMPORTED_AGAIN, [record.key]);
  if (existing) throw cannotRestore(`Can’t restore: this voyage was imported again as “${existing.title}”.`);
  await reinsertBaseline(executor, voyage, record);
}
