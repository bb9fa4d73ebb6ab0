import { mediaFields, type PictureRegion } from '@archive/contracts';
import { col, statement } from '../../../database/index.ts';
import { type Caption, replaceCaptions } from '../captions.repository.ts';
import type { ChangeSet } from '../change-set.ts';
import { existingMarks, replaceMarks } from '../media-people.repository.ts';
import { takeFromTrash } from '../media-trash.repository.ts';
import { type MediaTexts, reinsertMedia, updateMedia } from '../media.repository.ts';
import { reattachMedia, requireAttachments, type AttachmentSnapshot } from './reattach-media.ts';
import {
  cannotRestore,
  type IdsBySlug,
  lockRecordOfSlug,
  nextVersion,
  restoredValues,
} from '../restore-requirements.ts';

interface Derivative {
  kind: string;
  storage_key: string | null;
}

export interface MediaSnapshot extends AttachmentSnapshot, Partial<MediaTexts> {
  title: string;
  created_at: string;
  /** Absent in snapshots of earlier versions. */
  people?: { person_slug: string; region: PictureRegion | null }[];
  /** Absent in snapshots of earlier versions. */
  captions?: Caption[];
  keys: AttachmentSnapshot['keys'] & {
    people?: IdsBySlug;
    president: number | null;
    file: { storage_key: string | null };
    derivatives?: Derivative[];
  };
}

const FILES = statement('media-files-of-restored', 'select id, storage_key from media where id = any($1::bigint[])', {
  id: col.int,
  storage_key: col.text.nullable(),
});

/** Whether storage still has a file. */
export type FileExists = (storageKey: string) => Promise<boolean>;

/** Restores a media item with its links. If it was deleted, restores its file as well. */
export async function restoreMedia(
  changes: ChangeSet,
  slug: string,
  snapshot: MediaSnapshot,
  fileExists: FileExists,
): Promise<void> {
  const { keys } = snapshot;
  await requireAttachments(changes.executor, [snapshot]);
  if (await lockRecordOfSlug(changes.executor, 'media', slug, keys.media)) await updateExisting(changes, [snapshot]);
  else await reinsert(changes, slug, snapshot, fileExists);
  // Registered only now, because a deleted record has no version before it is inserted.
  changes.restored('media', keys.media, slug);
  await restorePeople(changes, snapshot);
  await restoreCaptions(changes, snapshot);
  await reattachMedia(changes, [snapshot]);
}

/**
 * Restores existing, locked media items, in a few statements.
 * @throws Problem 409 if a voyage or album that an item was attached to no longer exists
 */
export async function restoreExistingMedia(
  changes: ChangeSet,
  media: readonly { slug: string; snapshot: MediaSnapshot }[],
): Promise<void> {
  if (media.length === 0) return;
  const snapshots = media.map(({ snapshot }) => snapshot);
  await requireAttachments(changes.executor, snapshots);
  await updateExisting(changes, snapshots);
  for (const snapshot of snapshots) {
    await restorePeople(changes, snapshot);
    await restoreCaptions(changes, snapshot);
  }
  for (const { slug, snapshot } of media) changes.restored('media', snapshot.keys.media, slug);
  await reattachMedia(changes, snapshots);
}

/** Marks the people of a snapshot who still exist. The survivor of a merge replaces the merged person. */
async function restorePeople(changes: ChangeSet, { people, keys }: MediaSnapshot): Promise<void> {
  if (!people) return;
  const marks = people.map(({ person_slug, region }) => ({ person_slug, id: keys.people?.[person_slug] ?? 0, region }));
  await replaceMarks(changes, keys.media, await existingMarks(changes.executor, marks));
}

async function restoreCaptions(changes: ChangeSet, { captions, keys }: MediaSnapshot): Promise<void> {
  if (captions) await replaceCaptions(changes, keys.media, captions);
}

/** Updates existing media items. If a file was replaced since, keeps the current file and its name. */
async function updateExisting(changes: ChangeSet, snapshots: readonly MediaSnapshot[]): Promise<void> {
  const ids = snapshots.map(({ keys }) => keys.media);
  const files = new Map((await changes.executor.rows(FILES, [ids])).map(({ id, storage_key }) => [id, storage_key]));
  const rows = snapshots.map((snapshot) => {
    const { original_filename, ...row } = rowOf(snapshot);
    const { media, file } = snapshot.keys;
    return files.get(media) === file.storage_key ? { ...row, original_filename } : row;
  });
  await updateMedia(changes, rows);
}

const rowOf = (snapshot: MediaSnapshot) => ({
  ...restoredValues(mediaFields, snapshot),
  id: snapshot.keys.media,
  president_id: snapshot.keys.president,
  ...(snapshot.text_corrections !== undefined && { text_corrections: snapshot.text_corrections }),
});

async function reinsert(changes: ChangeSet, slug: string, snapshot: MediaSnapshot, fileExists: FileExists) {
  await takeFromTrash(changes.executor, slug);
  const { file, derivatives = [] } = snapshot.keys;
  if (file.storage_key !== null && !(await fileExists(file.storage_key)))
    throw cannotRestore(`Can’t restore: the file of “${snapshot.title}” has been deleted from storage.`);
  const version = await nextVersion(changes.executor, 'media', slug);
  const row = { ...rowOf(snapshot), ...file, slug, version, created_at: snapshot.created_at };
  await reinsertMedia(changes, row, await existingDerivatives(derivatives, fileExists));
}

/** The derivatives whose files still exist. The other ones are regenerated. */
async function existingDerivatives(derivatives: Derivative[], fileExists: FileExists): Promise<Derivative[]> {
  const files = await Promise.all(
    derivatives.map(({ storage_key }) => storage_key === null || fileExists(storage_key)),
  );
  return derivatives.filter((_, index) => files[index]);
}
