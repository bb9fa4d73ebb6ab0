import type { MediaUpload, MediaValues } from '@archive/contracts';
import { Problem, invalidFields } from '../../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import type { FileKind } from './file-kind.ts';
import { mediaSlugOf, storageKeyOf } from '../media-names.ts';

type MediaType = MediaValues['media_type'];

/** The records that an upload refers to, its slug and its storage key. */
export interface UploadTarget {
  slug: string;
  key: string;
  mediaType: MediaType;
  voyageId: number | undefined;
  /** The id of the named president or owner; null for other people. */
  presidentId: number | null;
}

const VOYAGE = statement(
  'upload-voyage',
  `
  select v.id, owner.full_name owner from voyage v left join person owner on owner.id = v.president_id where v.slug = $1`,
  { id: col.int, owner: col.text.nullable() },
);

const OWNER = statement(
  'upload-owner',
  `
  select p.full_name, r.person_id president_id from person p left join president r on r.person_id = p.id where p.slug = $1`,
  { full_name: col.text, president_id: col.int.nullable() },
);

/** Slugs of deleted records stay reserved, so that the records can be restored. */
const RESERVED_SLUG = `
  select 1 from media where slug = $1 union all select 1 from history where kind = 'media' and slug = $1`;
const IS_TAKEN = statement('media-slug-taken', RESERVED_SLUG);

/** Also includes the slugs of uploads in progress: two files with the same slug but different extensions have different keys. */
const TAKEN_OR_LEASED = statement(
  'media-slug-taken-or-leased',
  `
  ${RESERVED_SLUG} union all select 1 from storage_cleanup where due_at > now() and storage_key like '%/' || $1 || '.%' limit 1`,
);

const SLUG_LOCK = statement('media-slug-lock', `select pg_advisory_xact_lock(hashtextextended('media address', 0))`);

const MAX_ATTEMPTS = 50;

/** Serializes the choice of a slug until the transaction ends, so that the next upload sees the reservation. */
export async function lockMediaSlugs(executor: StatementExecutor): Promise<void> {
  await executor.row(SLUG_LOCK);
}

/** @throws Problem 409 for a slug that a media record has or had */
export async function rejectTakenSlug(executor: StatementExecutor, slug: string): Promise<void> {
  if (!(await executor.row(IS_TAKEN, [slug]))) return;
  throw new Problem(409, `Another media record uses, or used, the address ${slug}. Choose a different address.`);
}

async function slugFor(executor: StatementExecutor, upload: MediaUpload, not: ReadonlySet<string>): Promise<string> {
  const { media_slug: requested, voyage_slug: voyageSlug, title, date } = upload;
  if (requested === 'auto') return freeMediaSlug(executor, { voyageSlug, title, date }, not);
  await rejectTakenSlug(executor, requested);
  return requested;
}

/** A slug that no media record has or had, made from voyage, title and date. */
export async function freeMediaSlug(
  executor: StatementExecutor,
  { voyageSlug, title, date }: { voyageSlug?: string | undefined; title: string; date: string | null },
  not: ReadonlySet<string> = new Set(),
): Promise<string> {
  const now = new Date();
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const slug = mediaSlugOf({ voyageSlug, title, date }, now, attempts);
    if (!not.has(slug) && !(await executor.row(TAKEN_OR_LEASED, [slug]))) return slug;
  }
  throw new Problem(409, 'There are too many media with this title and date. Use a different title.');
}

/** Kinds of content in a sentence. */
const CONTENT_NAMES = {
  image: 'an image',
  video: 'a video',
  audio: 'a recording',
  pdf: 'a PDF',
  document: 'a Word document',
};

/**
 * The media type of a new record: the stated one, which may describe the use of the file (article, logbook), or the one of its content.
 * @throws Problem 422 for a stated type that the content contradicts: a recording as an image
 */
function checkedMediaType(stated: MediaType | undefined, kind: FileKind): MediaType {
  const content = kind.mediaType;
  if (stated === undefined || stated === content) return stated ?? content;
  // The containers of films also hold recordings.
  const mayBeRecording = stated === 'audio' && content === 'video';
  if (!['image', 'video', 'audio', 'pdf'].includes(stated) || mayBeRecording) return stated;
  const name = Object.hasOwn(CONTENT_NAMES, content)
    ? CONTENT_NAMES[content as keyof typeof CONTENT_NAMES]
    : 'another file';
  throw invalidFields([{ path: 'media_type', message: `This file is ${name}. Choose another media type.` }]);
}

/**
 * Resolves the target of an upload, excluding the slugs in `excluded`.
 * @throws Problem 422 for an unknown voyage or president, and 409 for a slug in use
 */
export async function resolveTarget(
  executor: StatementExecutor,
  upload: MediaUpload,
  kind: FileKind,
  not: ReadonlySet<string>,
): Promise<UploadTarget> {
  const { voyage_slug: voyageSlug, president_slug: presidentSlug } = upload;
  const voyage = voyageSlug === undefined ? undefined : await executor.row(VOYAGE, [voyageSlug]);
  if (voyageSlug !== undefined && !voyage) throw invalidFields([{ path: 'voyage_slug', message: 'Voyage not found.' }]);
  const row = presidentSlug === undefined ? undefined : await executor.row(OWNER, [presidentSlug]);
  if (presidentSlug !== undefined && !row)
    throw invalidFields([{ path: 'president_slug', message: 'President/Owner not found.' }]);
  const mediaType = checkedMediaType(upload.media_type, kind);
  const slug = await slugFor(executor, upload, not);
  const owner = row?.full_name ?? voyage?.owner ?? undefined;
  const key = storageKeyOf({ owner, voyageSlug, mediaType, slug, extension: kind.extension });
  return { slug, key, mediaType, voyageId: voyage?.id, presidentId: row?.president_id ?? null };
}
