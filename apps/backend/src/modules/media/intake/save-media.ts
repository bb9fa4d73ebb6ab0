import type { MediaUpload } from '@archive/contracts';
import { type JsonText, jsonText, Problem } from '../../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import { type ChangeSet, insertMedia } from '../../records/index.ts';
import { DELETION_OF_TRASHED, MEDIA_COLUMNS, MEDIA_JOINS } from '../media-columns.ts';
import type { IncomingFile } from './incoming-files.ts';
import type { UploadTarget } from './upload-target.ts';

/** Serializes uploads of the same file, so that the second one finds the first. */
const LOCK_HASH = statement(
  'media-file-hash-lock',
  `select pg_advisory_xact_lock(hashtextextended('file ' || encode($1, 'hex'), 0))`,
);
const SAME_FILE = statement('media-same-file', 'select slug, title from media where sha256 = $1 order by id limit 1', {
  slug: col.text,
  title: col.text,
});
const SAME_IN_TRASH = statement(
  'media-same-file-in-trash',
  `select t.slug, h.before ->> 'title' title from media_trash t ${DELETION_OF_TRASHED}
   where t.sha256 = $1 and t.emptied_at is null order by t.deleted_at desc limit 1`,
  { slug: col.text, title: col.text },
);

const SAVED_MEDIA = statement(
  'media-saved',
  `
  select m.id || '.' || m.version version, row_to_json(shown)::text json
  from media m ${MEDIA_JOINS}
  cross join lateral (select ${MEDIA_COLUMNS}, $2::boolean linked_to_voyage) shown
  where m.id = $1`,
  { version: col.text, json: col.text },
);

/** The oldest media item with the same file. */
export const sameFile = (executor: StatementExecutor, sha256: Buffer) => executor.row(SAME_FILE, [sha256]);

/** @throws Problem 409 when the library or its trash already has the file */
export async function rejectDuplicateFile(executor: StatementExecutor, sha256: Buffer): Promise<void> {
  const same = await sameFile(executor, sha256);
  if (same)
    throw new Problem(409, `This file is already in the media library as “${same.title}”.`, {
      members: { media_slug: same.slug },
    });
  const trashed = await executor.row(SAME_IN_TRASH, [sha256]);
  if (trashed)
    throw new Problem(409, `This file is in the trash as “${trashed.title}”. Restore it instead.`, {
      members: { trashed_slug: trashed.slug },
    });
}

export async function lockFileHash(executor: StatementExecutor, sha256: Buffer): Promise<void> {
  await executor.row(LOCK_HASH, [sha256]);
}

/** Inserts the media item of a received file. Returns its id. */
export function insertUpload(
  changes: ChangeSet,
  upload: MediaUpload,
  { slug, key, mediaType, presidentId }: UploadTarget,
  { kind, size, sha256 }: Pick<IncomingFile, 'kind' | 'size' | 'sha256'>,
): Promise<number> {
  const { title, date, credit, description_markdown, alt_text, rights, rights_note, tags } = upload;
  const { creator, place, identifier, provenance, original_filename } = upload;
  return insertMedia(changes, {
    slug,
    title,
    media_type: mediaType,
    date,
    credit,
    description_markdown,
    alt_text,
    rights,
    rights_note,
    creator,
    place,
    identifier,
    provenance,
    original_filename,
    tags,
    president_id: presidentId,
    storage_key: key,
    content_type: kind.type,
    size,
    sha256,
  });
}

/** The record in the shape that an upload responds with. */
export async function savedMedia(executor: StatementExecutor, id: number, linked: boolean): Promise<JsonText> {
  const row = await executor.row(SAVED_MEDIA, [id, linked]);
  if (!row) throw new Error('The saved media record was not found');
  return jsonText(row.json, { version: row.version });
}
