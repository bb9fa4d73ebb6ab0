import type { MediaAttach } from '@archive/contracts';
import { invalidFields, notFound, recordEtag } from '../../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import {
  addAlbumEntry,
  addMarks,
  attachMedia,
  type ChangeSet,
  hasAlbumEntry,
  isAttached,
  lockAlbum,
  lockVoyages,
  peopleToMark,
} from '../../records/index.ts';

const VOYAGE_VERSION = statement(
  'upload-voyage-version',
  `select id || '.' || version version from voyage where id = $1`,
  { version: col.text },
);
const MARKS = statement(
  'attach-marked',
  'select person_id, sort_order from media_person where media_id = $1 order by sort_order',
  { person_id: col.int, sort_order: col.int },
);

/** What a media item is attached to. */
interface Attachments extends Pick<MediaAttach, 'album_slug' | 'people' | 'batch_id' | 'batch_position'> {
  voyageId: number | undefined;
  media_category: MediaAttach['media_category'];
}

/**
 * Attaches a new or locked media item to a voyage, an album and people: at its place among the files of its batch, otherwise at the end of each
 * list. Existing links stay. Returns response headers with the voyage's new version.
 * @throws Problem 404 for an unknown voyage or album, 422 for an unknown person
 */
export async function attachToRecords(
  changes: ChangeSet,
  mediaId: number,
  { voyageId, media_category, album_slug: albumSlug, people, batch_id, batch_position }: Attachments,
): Promise<Record<string, string>> {
  const { executor } = changes;
  if (voyageId !== undefined) {
    if (!(await lockVoyages(executor, [voyageId])).has(voyageId)) throw notFound('Voyage not found');
    if (!(await isAttached(executor, voyageId, mediaId)))
      await attachMedia(changes, voyageId, mediaId, { media_category, notes: null, batch_id, batch_position });
  }
  if (albumSlug !== undefined) {
    const album = await lockAlbum(executor, albumSlug, undefined);
    if (!(await hasAlbumEntry(executor, album.id, mediaId)))
      await addAlbumEntry(changes, album.id, mediaId, { batch_id, batch_position });
  }
  if (people.length > 0) await markPeople(changes, mediaId, people);
  if (voyageId === undefined) return {};
  const voyage = await executor.row(VOYAGE_VERSION, [voyageId]);
  return { 'x-voyage-etag': recordEtag(voyage?.version ?? '') };
}

/** Marks people in a picture or video, without regions. */
async function markPeople(changes: ChangeSet, mediaId: number, slugs: readonly string[]): Promise<void> {
  const marks = await changes.executor.rows(MARKS, [mediaId]);
  const ids = await idsOfPeople(changes.executor, slugs);
  const newIds = ids.filter((id) => marks.every(({ person_id }) => person_id !== id));
  const last = marks.at(-1)?.sort_order ?? 0;
  await addMarks(
    changes,
    newIds.map((person_id, index) => ({ media_id: mediaId, person_id, region: null, sort_order: last + index + 1 })),
  );
}

async function idsOfPeople(executor: StatementExecutor, slugs: readonly string[]): Promise<number[]> {
  const idBySlug = await peopleToMark(executor, slugs);
  return slugs.map((slug) => {
    const id = idBySlug.get(slug);
    if (id === undefined) throw invalidFields([{ path: 'people', message: `Person not found: ${slug}` }]);
    return id;
  });
}
