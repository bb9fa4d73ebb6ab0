import type {
  MediaLinkValues,
  MergedMedia,
  OperationBody,
  PictureRegion,
  similarMediaOperations,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, jsonText, notFound, Problem } from '../../../common/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import type { WriteRequest } from '../../idempotency/index.ts';
import {
  addAlbumEntry,
  addMarks,
  attachMedia,
  ChangeSet,
  changeRecordsOnce,
  deleteMedia,
  detachMedia,
  hasAlbumEntry,
  isAttached,
  lockAlbum,
  lockVoyages,
  markRegion,
  removeAlbumEntry,
  replaceMarks,
  swapMediaFiles,
  unlinkMedia,
} from '../../records/index.ts';
import { FileLeases } from '../../storage/index.ts';
import { DerivativeTasks } from '../derivatives/derivative-tasks.ts';
import { MediaQueries } from '../media-queries.ts';
import { restoreTrashed } from '../trash/trash.ts';

type Operations = typeof similarMediaOperations;

const MEDIA = {
  id: col.int,
  slug: col.text,
  title: col.text,
  storage_key: col.text.nullable(),
  sha256: col.text.nullable(),
  content_type: col.text.nullable(),
};
type Media = RowOf<typeof MEDIA>;
const LOCK = statement(
  'media-merge-lock',
  `select id, slug, title, storage_key, encode(sha256, 'hex') sha256, content_type from media
   where slug = any($1::text[]) order by id for update`,
  MEDIA,
);
const CONTENT_TYPE = statement('media-merge-content-type', 'select content_type from media where id = $1', {
  content_type: col.text.nullable(),
});

const PLACE = { sort_order: col.int, batch_id: col.text.nullable(), batch_position: col.int.nullable() };
const VOYAGES = statement(
  'media-merge-voyages',
  `select v.id, v.slug, l.media_category, l.notes, l.sort_order, l.batch_id, l.batch_position
   from media m join voyage_media l on l.media_id = m.id
   join voyage v on v.id = l.voyage_id where m.slug = $1 order by v.id`,
  {
    id: col.int,
    slug: col.text,
    media_category: col.text.as<MediaLinkValues['media_category']>(),
    notes: col.text.nullable(),
    ...PLACE,
  },
);
const ALBUMS = statement(
  'media-merge-albums',
  `select a.slug, e.sort_order, e.batch_id, e.batch_position from album_media e join album a on a.id = e.album_id where e.media_id = $1 order by a.id`,
  { slug: col.text, ...PLACE },
);
const MARKS = statement(
  'media-merge-marks',
  `select l.person_id, p.slug, l.sort_order, ${markRegion('l')} region
   from media_person l join person p on p.id = l.person_id where l.media_id = $1 order by l.sort_order`,
  { person_id: col.int, slug: col.text, sort_order: col.int, region: col.json<PictureRegion | null>() },
);
const PORTRAIT = statement('media-merge-portrait', 'select full_name from person where portrait = $1 limit 1', {
  full_name: col.text,
});
const VOYAGES_BY_SLUG = statement('media-merge-voyages-named', 'select id from voyage where slug = any($1::text[])', {
  id: col.int,
});

/** Merges a media item into another one that shows the same subject, and undoes the merge. Each runs in one transaction. */
@Injectable()
export class MediaMerge {
  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
    private readonly tasks: DerivativeTasks,
    private readonly queries: MediaQueries,
  ) {}

  /** @throws Problem 404 if one of the records doesn't exist, 409 if the merged one is the portrait of a person or a file is missing */
  merge(slug: string, { into, keep_file }: OperationBody<Operations['merge']>, write: WriteRequest): Promise<JsonText> {
    if (slug === into) throw invalidFields([{ path: 'into', message: 'Choose another media item.' }]);
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyages = await executor.rows(VOYAGES, [slug]);
      await lockVoyages(
        executor,
        voyages.map(({ id }) => id),
      );
      const [merged, survivor] = await lockBoth(executor, slug, into);
      await rejectPortrait(executor, slug);
      if (keep_file === 'new') await this.#swap(executor, merged, survivor, write.changedBy);
      const attached = await attachLike(changes, survivor.id, merged);
      await changes.takeSnapshots('media', [merged.id], { deleting: true });
      await detachMedia(changes, [merged.id], 'everything');
      await deleteMedia(changes, [merged.id], 'trash');
      const file_sha256 = keep_file === 'new' ? merged.sha256 : null;
      return jsonText(JSON.stringify({ media_slug: slug, into, file_sha256, ...attached } satisfies MergedMedia));
    });
  }

  /** @throws Problem 404 if the remaining record doesn't exist, 409 if the other one isn't in the trash or the file was replaced since */
  undo(slug: string, merged: OperationBody<Operations['undoMerge']>, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyages = await executor.rows(VOYAGES_BY_SLUG, [merged.voyages]);
      await lockVoyages(
        executor,
        voyages.map(({ id }) => id),
      );
      const [survivor] = await executor.rows(LOCK, [[merged.into]]);
      if (!survivor) throw notFound('Media not found in database.');
      if (merged.file_sha256 !== null && merged.file_sha256 !== survivor.sha256)
        throw new Problem(409, `The file of “${survivor.title}” has been replaced since, so this can’t be undone.`);
      // Doesn't remove it from the voyages' albums: it may have been in them before the merge, without being attached to the voyages.
      for (const { id } of voyages) await unlinkMedia(changes, [survivor.id], id);
      for (const albumSlug of merged.albums) {
        const album = await lockAlbum(executor, albumSlug, undefined);
        if (await hasAlbumEntry(executor, album.id, survivor.id))
          await removeAlbumEntry(changes, album.id, survivor.id);
      }
      await removePeople(changes, survivor.id, merged.people);
      if (!(await restoreTrashed(changes, this.leases, slug)))
        throw new Problem(409, 'It’s no longer in the trash, so this can’t be undone.');
      if (merged.file_sha256 !== null) {
        await changes.save();
        const [restored] = await lockBoth(executor, slug, merged.into);
        await this.#swap(executor, restored, survivor, write.changedBy);
      }
      return this.queries.get(slug, executor);
    });
  }

  /** Swaps the files as a separate change. Regenerates the previews, because some may have been missing. */
  async #swap(executor: StatementExecutor, first: Media, second: Media, changedBy: string): Promise<void> {
    for (const { storage_key, title } of [first, second])
      if (storage_key === null) throw new Problem(409, `“${title}” has no file in storage.`);
    const changes = new ChangeSet(executor, { changedBy });
    await swapMediaFiles(changes, first.id, second.id);
    await changes.save();
    const type = (await executor.row(CONTENT_TYPE, [second.id]))?.content_type;
    if (type) await this.tasks.request(executor, second.id, type, `-${Date.now()}`);
  }
}

async function lockBoth(executor: StatementExecutor, first: string, second: string): Promise<[Media, Media]> {
  const rows = await executor.rows(LOCK, [[first, second]]);
  const of = (slug: string) => {
    const media = rows.find((row) => row.slug === slug);
    if (!media) throw notFound('Media not found in database.');
    return media;
  };
  return [of(first), of(second)];
}

async function rejectPortrait(executor: StatementExecutor, slug: string): Promise<void> {
  const person = await executor.row(PORTRAIT, [slug]);
  if (person)
    throw new Problem(409, `This is the portrait of ${person.full_name}. Choose another portrait there first.`);
}

/** Attaches a media item to everything that another one is attached to, directly after it. Returns the added voyages, albums and people. */
async function attachLike(
  changes: ChangeSet,
  id: number,
  other: Media,
): Promise<Pick<MergedMedia, 'voyages' | 'albums' | 'people'>> {
  const { executor } = changes;
  const added: Pick<MergedMedia, 'voyages' | 'albums' | 'people'> = { voyages: [], albums: [], people: [] };
  for (const { id: voyage, slug, ...link } of await executor.rows(VOYAGES, [other.slug])) {
    if (await isAttached(executor, voyage, id)) continue;
    await attachMedia(changes, voyage, id, link, link.sort_order + 1);
    added.voyages.push(slug);
  }
  for (const { slug, sort_order, ...place } of await executor.rows(ALBUMS, [other.id])) {
    const album = await lockAlbum(executor, slug, undefined);
    if (await hasAlbumEntry(executor, album.id, id)) continue;
    await addAlbumEntry(changes, album.id, id, { position: sort_order + 1, ...place });
    added.albums.push(slug);
  }
  const marked = await executor.rows(MARKS, [id]);
  const missing = (await executor.rows(MARKS, [other.id])).filter(
    (mark) => !marked.some(({ person_id }) => person_id === mark.person_id),
  );
  const last = marked.at(-1)?.sort_order ?? 0;
  await addMarks(
    changes,
    missing.map(({ person_id, region }, index) => ({ media_id: id, person_id, region, sort_order: last + index + 1 })),
  );
  added.people = missing.map(({ slug }) => slug);
  return added;
}

async function removePeople(changes: ChangeSet, id: number, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  const marks = await changes.executor.rows(MARKS, [id]);
  await replaceMarks(
    changes,
    id,
    marks.filter(({ slug }) => !people.includes(slug)),
  );
}
