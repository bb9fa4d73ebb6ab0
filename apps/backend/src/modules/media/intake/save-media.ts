import type { MediaUpload } from '@archive/contracts';
import { type JsonText, jsonText, notFound, Problem, recordTag } from '../../../common/index.ts';
import type { Statements } from '../../../database/index.ts';
import { type Author, snapshotOf, writeRevisions } from '../../history/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS } from '../media-columns.ts';
import type { IncomingFile } from './incoming-files.ts';
import type { Suggested } from './picture-data.ts';
import type { UploadPlace } from './upload-place.ts';

/** Two uploads of the same file come one after the other, and the second one finds the first. */
const TURN = `select pg_advisory_xact_lock(hashtextextended('file ' || encode($1, 'hex'), 0))`;
const SAME = 'select slug, title from media where sha256 = $1 order by id limit 1';

const INSERT = `
  insert into media (slug, title, media_type, storage_key, content_type, size, sha256, date, credit, description_markdown, alt_text,
    rights, rights_note, tags, president_id, suggested)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id`;

const HOLD_VOYAGE = 'select slug from voyage where id = $1 for update';
const LINK = `
  insert into voyage_media (voyage_id, media_id, media_category, sort_order)
  select $1, $2, $3, coalesce(max(sort_order), 0) + 1 from voyage_media where voyage_id = $1 and media_category = $3`;
const TOUCH_VOYAGE = `
  update voyage set version = version + 1, updated_at = now() where id = $1 returning id || '.' || version version`;

const SAVED = `
  select m.id || '.' || m.version version, row_to_json(shown)::text json
  from media m ${MEDIA_JOINS}
  cross join lateral (select ${MEDIA_COLUMNS}, $2::boolean linked_to_voyage) shown
  where m.id = $1`;

/** @throws the 409 of a file that the library has already */
export async function refuseSame(statements: Statements, sha256: Buffer): Promise<void> {
  const same = await statements.row<{ slug: string; title: string }>('media-same-file', SAME, [sha256]);
  if (!same) return;
  throw new Problem(409, `This file is already in the library as “${same.title}”.`, {
    members: { media_slug: same.slug },
  });
}

export async function takeTurn(statements: Statements, sha256: Buffer): Promise<void> {
  await statements.row('media-file-turn', TURN, [sha256]);
}

/** Writes the record of a file, with its revision, and answers its key. */
export async function insertMedia(
  statements: Statements,
  upload: MediaUpload,
  { slug, key, mediaType, presidentId }: UploadPlace,
  { kind, size, sha256 }: IncomingFile,
  suggested: Suggested | null,
  author: Author,
): Promise<number> {
  const { title, date, credit, description_markdown, alt_text, rights, rights_note, tags } = upload;
  const file = [key, kind.type, size, sha256];
  const described = [date, credit, description_markdown, alt_text, rights, rights_note, tags, presidentId];
  const row = await statements.row<{ id: number }>('media-insert', INSERT, [
    slug,
    title,
    mediaType,
    ...file,
    ...described,
    suggested && JSON.stringify(suggested),
  ]);
  if (!row) throw new Error('The media record was not written');
  await writeRevisions(statements, [{ kind: 'media', slug, action: 'create', before: null }], author);
  return row.id;
}

/**
 * Has a voyage show a new media record behind all others of its category: a change of the voyage, with its revision. Answers the
 * headers for who has the voyage open.
 */
export async function showWithVoyage(
  statements: Statements,
  voyageId: number,
  mediaId: number,
  category: MediaUpload['media_category'],
  author: Author,
): Promise<Record<string, string>> {
  const voyage = await statements.row<{ slug: string }>('upload-voyage-hold', HOLD_VOYAGE, [voyageId]);
  if (!voyage) throw notFound('Voyage not found');
  const before = await snapshotOf(statements, 'voyage', voyageId);
  await statements.change('upload-voyage-link', LINK, [voyageId, mediaId, category]);
  const touched = await statements.row<{ version: string }>('upload-voyage-touch', TOUCH_VOYAGE, [voyageId]);
  await writeRevisions(statements, [{ kind: 'voyage', slug: voyage.slug, action: 'update', before }], author);
  return { 'x-voyage-etag': recordTag(touched?.version ?? '') };
}

/** The record as the upload answers it. */
export async function savedMedia(statements: Statements, id: number, linked: boolean): Promise<JsonText> {
  const row = await statements.row<{ version: string; json: string }>('media-saved', SAVED, [id, linked]);
  if (!row) throw new Error('The media record has just been written');
  return jsonText(row.json, { version: row.version });
}
