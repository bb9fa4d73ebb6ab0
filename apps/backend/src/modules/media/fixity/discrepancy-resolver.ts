import { mediaUploadSchema } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { type JsonText, notFound, Problem, withHeaders } from '../../../common/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { ChangeSet, type LockedMediaFile, lockMediaFile, type MediaFile, setMediaFile } from '../../records/index.ts';
import { FileLeases, setFormerFile, Storage } from '../../storage/index.ts';
import { contentTypeOf } from '../content-types.ts';
import { DerivativeTasks } from '../derivatives/derivative-tasks.ts';
import { HEAD_BYTES, kindOfHead } from '../intake/file-kind.ts';
import { UNATTACHED } from '../media-names.ts';
import { insertUpload, lockFileHash } from '../intake/save-media.ts';
import { freeMediaSlug } from '../intake/upload-target.ts';
import { MediaQueries } from '../media-queries.ts';

const DISCREPANCY_ROW = {
  id: col.int,
  kind: col.text.as<'unknown_file' | 'missing_file' | 'changed_file'>(),
  storage_key: col.text,
  media_id: col.int.nullable(),
  size: col.int.nullable(),
  sha256: col.bytes.nullable(),
  etag: col.text.nullable(),
  content_type: col.text.nullable(),
  rejection: col.text.nullable(),
  former: col.json<{ storage_key: string; size: number | null; sha256: string | null }>().nullable(),
};
type DiscrepancyRow = RowOf<typeof DISCREPANCY_ROW>;

const FIND = statement(
  'discrepancy-lock',
  `
  select id, kind, storage_key, media_id, size, sha256, etag, content_type, rejection, former
  from storage_discrepancy where id = $1 for update`,
  DISCREPANCY_ROW,
);
const UNKNOWN = statement(
  'discrepancy-unknown-file',
  `select size, sha256, etag from storage_discrepancy where kind = 'unknown_file' and storage_key = $1 for update`,
  { size: col.int.nullable(), sha256: col.bytes.nullable(), etag: col.text.nullable() },
);
/** The folder of a president's or owner's media is named after that person. */
const OWNER = statement(
  'discrepancy-folder-owner',
  `
  select r.person_id from president r join person p on p.id = r.person_id
  where regexp_replace(lower(btrim(p.full_name)), '\\s+', '-', 'g') = $1 order by r.person_id limit 1`,
  { person_id: col.int },
);

const IS_KNOWN = statement('discrepancy-file-is-known', 'select 1 where is_known_file($1)');

export const fileChanged = () =>
  new Problem(409, 'The file has changed since the last storage check. Check storage again.');
export const alreadyResolved = () => new Problem(409, 'This was already resolved.');

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);
const titleOf = (key: string) =>
  nameOf(key)
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();

/** Resolves discrepancies that a storage check found. */
@Injectable()
export class DiscrepancyResolver {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly tasks: DerivativeTasks,
    private readonly queries: MediaQueries,
  ) {}

  /** Adds an unrecorded file to the library. The file is not moved. */
  addToLibrary(id: number, title: string | null, changedBy: string): Promise<JsonText> {
    return this.database.transaction(async (executor) => {
      const { storage_key: key, size, sha256, ...discrepancy } = await lockDiscrepancy(executor, id, 'unknown_file');
      if (discrepancy.rejection !== null) throw new Problem(415, discrepancy.rejection);
      if (sha256 === null || size === null) throw fileChanged();
      await lockFileHash(executor, sha256);
      await this.#claimUnrecordedFile(executor, key, discrepancy.etag);
      const head = await this.#readHead(key);
      const contentType = contentTypeOf(key);
      const fileKind = await kindOfHead(head);
      const kind = fileKind ?? { ...contentType, type: discrepancy.content_type ?? contentType.type, extension: '' };
      const upload = mediaUploadSchema.parse({ title: title ?? (titleOf(key) || nameOf(key)) });
      const slug = await freeMediaSlug(executor, upload);
      const owner = await this.#owner(executor, key);
      const place = { slug, key, mediaType: kind.mediaType, voyageId: undefined, presidentId: owner };
      const file = { kind, size, sha256 };
      const changes = new ChangeSet(executor, { changedBy });
      const media = await insertUpload(changes, upload, place, file);
      await changes.save();
      await this.tasks.request(executor, media, kind.type);
      return withHeaders(await this.queries.get(slug, executor), { location: `/api/media/${slug}` });
    });
  }

  /** Links a record to an unrecorded file with the same hash as its original. */
  relink(id: number, path: string, changedBy: string): Promise<JsonText> {
    return this.database.transaction(async (executor) => {
      const { discrepancy, media } = await this.#lockRecord(executor, id);
      const row = await executor.row(UNKNOWN, [path]);
      if (!row) throw notFound('There’s no file without a record at this path.');
      if (!row.sha256 || !media.sha256?.equals(row.sha256))
        throw new Problem(409, 'This isn’t the record’s original file.');
      await this.#claimUnrecordedFile(executor, path, row.etag);
      const file = { storage_key: path, size: row.size, sha256: media.sha256 };
      return this.#setFile(executor, discrepancy.id, media, file, changedBy);
    });
  }

  /** Keeps a changed file as the new version of the record's file. */
  keepChangedFile(id: number, changedBy: string): Promise<JsonText> {
    return this.database.transaction(async (executor) => {
      const { discrepancy, media } = await this.#lockRecord(executor, id);
      if (discrepancy.kind !== 'changed_file' || discrepancy.sha256 === null) throw alreadyResolved();
      if (discrepancy.rejection !== null) throw new Problem(415, discrepancy.rejection);
      if (discrepancy.content_type !== media.content_type)
        throw new Problem(415, 'The file’s type differs from the type on the record.');
      if ((await this.storage.stat(discrepancy.storage_key))?.etag !== discrepancy.etag) throw fileChanged();
      const { storage_key, size, sha256 } = discrepancy;
      return this.#setFile(executor, discrepancy.id, media, { storage_key, size, sha256 }, changedBy);
    });
  }

  /** Undoes `relink` or `keep_changed_file` if the record still has the file that the operation set. */
  undo(id: number, changedBy: string): Promise<JsonText> {
    return this.database.transaction(async (executor) => {
      const discrepancy = await executor.row(FIND, [id]);
      if (!discrepancy?.former || discrepancy.media_id === null) throw notFound('There’s nothing to undo.');
      const media = await lockMediaFile(executor, discrepancy.media_id);
      const { storage_key, size, sha256 } = discrepancy.former;
      const previousFile = { storage_key, size, sha256: sha256 === null ? null : Buffer.from(sha256, 'hex') };
      const response = await this.#setFile(executor, id, media, previousFile, changedBy);
      await setFormerFile(executor, id, null);
      return response;
    });
  }

  async #lockRecord(
    executor: StatementExecutor,
    id: number,
  ): Promise<{ discrepancy: DiscrepancyRow; media: LockedMediaFile }> {
    const discrepancy = await lockDiscrepancy(executor, id, 'missing_file', 'changed_file');
    const media = await lockMediaFile(executor, discrepancy.media_id ?? 0);
    const isResolved =
      discrepancy.kind === 'changed_file' && discrepancy.sha256 !== null && media.sha256?.equals(discrepancy.sha256);
    if (media.storage_key !== discrepancy.storage_key || isResolved) throw alreadyResolved();
    return { discrepancy, media };
  }

  /** Reserves an unrecorded file for a record. Fails if the file has changed since the check. */
  async #claimUnrecordedFile(executor: StatementExecutor, key: string, etag: string | null): Promise<void> {
    if (await executor.row(IS_KNOWN, [key])) throw alreadyResolved();
    if (!(await this.leases.reclaim(executor, key))) throw fileChanged();
    if ((await this.storage.stat(key))?.etag !== etag) throw fileChanged();
  }

  async #setFile(
    executor: StatementExecutor,
    discrepancy: number,
    media: LockedMediaFile,
    { storage_key, size, sha256 }: MediaFile,
    changedBy: string,
  ): Promise<JsonText> {
    const changes = new ChangeSet(executor, { changedBy });
    await setMediaFile(changes, media.id, { storage_key, size, sha256 });
    await changes.save();
    const previousFile = {
      storage_key: media.storage_key,
      size: media.size,
      sha256: media.sha256?.toString('hex') ?? null,
    };
    await setFormerFile(executor, discrepancy, previousFile);
    const isSameContent = media.sha256 !== null && sha256 !== null && media.sha256.equals(sha256);
    if (!isSameContent && media.content_type !== null) await this.tasks.request(executor, media.id, media.content_type);
    return this.queries.get(media.slug, executor);
  }

  async #readHead(key: string): Promise<Buffer> {
    const stat = await this.storage.stat(key);
    const end = Math.min(HEAD_BYTES, stat?.size ?? 0) - 1;
    const stream = end < 0 ? undefined : await this.storage.open(key, { start: 0, end });
    if (!stream) throw fileChanged();
    return buffer(stream);
  }

  async #owner(executor: StatementExecutor, key: string): Promise<number | null> {
    const [folder = ''] = key.split('/');
    if (folder === UNATTACHED) return null;
    return (await executor.row(OWNER, [folder]))?.person_id ?? null;
  }
}

async function lockDiscrepancy(
  executor: StatementExecutor,
  id: number,
  ...kinds: DiscrepancyRow['kind'][]
): Promise<DiscrepancyRow> {
  const discrepancy = await executor.row(FIND, [id]);
  if (!discrepancy || !kinds.includes(discrepancy.kind)) throw notFound('Discrepancy not found.');
  return discrepancy;
}
