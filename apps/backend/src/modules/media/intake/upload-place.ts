import type { MediaUpload } from '@archive/contracts';
import { Problem, refused } from '../../../common/index.ts';
import type { Statements } from '../../../database/index.ts';
import type { FileKind } from './file-kind.ts';
import { mediaSlugOf, storageKeyOf } from './media-names.ts';

/** Where an upload belongs: records that it names, its own address, and its key in storage. */
export interface UploadPlace {
  slug: string;
  key: string;
  mediaType: string;
  voyageId: number | undefined;
  /** Of the president or owner that was named; null for a person who is none. */
  presidentId: number | null;
}

const VOYAGE = `
  select v.id, owner.full_name owner from voyage v left join person owner on owner.id = v.president_id where v.slug = $1`;

const OWNER = `
  select p.full_name, r.person_id president_id from person p left join president r on r.person_id = p.id where p.slug = $1`;

/** The address of a deleted record is taken too, so that the record can come back. */
const TAKEN = `
  select 1 from media where slug = $1 union all select 1 from history where kind = 'media' and slug = $1`;

/** And that of a file on its way to storage. Its key alone says less: another kind of file has another one. */
const TAKEN_OR_COMING = `
  ${TAKEN} union all select 1 from storage_deletion where due_at > now() and storage_key like '%/' || $1 || '.%' limit 1`;

const TURN = `select pg_advisory_xact_lock(hashtextextended('media address', 0))`;

const TRIES = 50;

/** Who looks for a place does so alone until its transaction ends, and the next one sees what was reserved. */
export async function takeAddressTurn(statements: Statements): Promise<void> {
  await statements.row('media-address-turn', TURN);
}

/** @throws the 409 of an address that another media record has, or had */
export async function refuseTaken(statements: Statements, slug: string): Promise<void> {
  if (!(await statements.row('media-slug-taken', TAKEN, [slug]))) return;
  throw new Problem(409, `There is, or was, another media record with the address ${slug}.`);
}

async function slugFor(statements: Statements, upload: MediaUpload, not: ReadonlySet<string>): Promise<string> {
  const { media_slug: wanted, voyage_slug: voyageSlug, title, date } = upload;
  if (wanted === 'auto') return freeMediaSlug(statements, { voyageSlug, title, date }, not);
  await refuseTaken(statements, wanted);
  return wanted;
}

/** An address that no media record has or had, made of what it is to be known by. */
export async function freeMediaSlug(
  statements: Statements,
  { voyageSlug, title, date }: { voyageSlug?: string | undefined; title: string; date: string | null },
  not: ReadonlySet<string> = new Set(),
): Promise<string> {
  const now = new Date();
  for (let tried = 0; tried < TRIES; tried += 1) {
    const slug = mediaSlugOf({ voyageSlug, title, date }, now, tried);
    if (!not.has(slug) && !(await statements.row('media-slug-taken-or-coming', TAKEN_OR_COMING, [slug]))) return slug;
  }
  throw new Problem(409, 'Too many media of this title and day. Please give it another title.');
}

/**
 * The place of an upload, under none of the addresses `not`.
 * @throws the 422 of a voyage or a president that is not there, and the 409 of an address that is taken
 */
export async function placeOf(
  statements: Statements,
  upload: MediaUpload,
  kind: FileKind,
  not: ReadonlySet<string>,
): Promise<UploadPlace> {
  const { voyage_slug: voyageSlug, president_slug: presidentSlug } = upload;
  const voyage =
    voyageSlug === undefined
      ? undefined
      : await statements.row<{ id: number; owner: string | null }>('upload-voyage', VOYAGE, [voyageSlug]);
  if (voyageSlug !== undefined && !voyage)
    throw refused([{ path: 'voyage_slug', message: 'There is no such voyage.' }]);
  const named =
    presidentSlug === undefined
      ? undefined
      : await statements.row<{ full_name: string; president_id: number | null }>('upload-owner', OWNER, [
          presidentSlug,
        ]);
  if (presidentSlug !== undefined && !named)
    throw refused([{ path: 'president_slug', message: 'There is no such president or owner.' }]);
  const mediaType = upload.media_type ?? kind.mediaType;
  const slug = await slugFor(statements, upload, not);
  const owner = named?.full_name ?? voyage?.owner ?? undefined;
  const key = storageKeyOf({ owner, voyageSlug, mediaType, slug, extension: kind.extension });
  return { slug, key, mediaType, voyageId: voyage?.id, presidentId: named?.president_id ?? null };
}
