import { mediaUploadSchema } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { type JsonText, notFound, Problem, withHeaders } from '../../../common/index.ts';
import { Database, type Statements } from '../../../database/index.ts';
import { snapshotOf, writeRevisions } from '../../history/index.ts';
import { FileClaims, Storage } from '../../storage/index.ts';
import { contentTypeOf } from '../content-types.ts';
import { DerivativeTasks } from '../derivatives/derivative-tasks.ts';
import { HEAD_BYTES, kindOfHead } from '../intake/file-kind.ts';
import { UNATTACHED } from '../intake/media-names.ts';
import { pictureData } from '../intake/picture-data.ts';
import { insertMedia, takeTurn } from '../intake/save-media.ts';
import { freeMediaSlug } from '../intake/upload-place.ts';
import { MediaReads } from '../media-reads.ts';

interface Finding {
  id: number;
  kind: 'unknown_file' | 'missing_file' | 'changed_file';
  storage_key: string;
  media_id: number | null;
  size: number | null;
  sha256: Buffer | null;
  etag: string | null;
  content_type: string | null;
  refusal: string | null;
  former: { storage_key: string; size: number | null; sha256: string | null } | null;
}

interface Holder {
  id: number;
  slug: string;
  storage_key: string | null;
  size: number | null;
  sha256: Buffer | null;
  content_type: string | null;
}

const FIND = `
  select id, kind, storage_key, media_id, size, sha256, etag, content_type, refusal, former
  from storage_finding where id = $1 for update`;
const UNKNOWN = `select size, sha256, etag from storage_finding where kind = 'unknown_file' and storage_key = $1 for update`;
const HOLDER = 'select id, slug, storage_key, size, sha256, content_type from media where id = $1 for update';

/** Media of a president or owner lie in a folder of that name. */
const OWNER = `
  select r.person_id from president r join person p on p.id = r.person_id
  where regexp_replace(lower(btrim(p.full_name)), '\\s+', '-', 'g') = $1 order by r.person_id limit 1`;

const GIVE = `
  update media set storage_key = $2, size = $3, sha256 = $4, version = version + 1, updated_at = now() where id = $1`;

const SETTLE = `update storage_finding set former = $2 where id = $1`;

export const changed = () =>
  new Problem(409, 'The file is not as it was when storage was looked through. Look through it again.');
export const settled = () => new Problem(409, 'This has been settled already.');

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);
const titleOf = (key: string) =>
  nameOf(key)
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();

/** Settles what looking through storage has found. */
@Injectable()
export class Findings {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #claims: FileClaims;
  readonly #tasks: DerivativeTasks;
  readonly #reads: MediaReads;

  constructor(database: Database, storage: Storage, claims: FileClaims, tasks: DerivativeTasks, reads: MediaReads) {
    this.#database = database;
    this.#storage = storage;
    this.#claims = claims;
    this.#tasks = tasks;
    this.#reads = reads;
  }

  /** Makes a record of a file that has none; the file stays where it lies. */
  adopt(id: number, title: string | null, changedBy: string): Promise<JsonText> {
    return this.#database.transaction(async (statements) => {
      const { storage_key: key, size, sha256, ...finding } = await find(statements, id, 'unknown_file');
      if (finding.refusal !== null) throw new Problem(415, finding.refusal);
      if (sha256 === null || size === null) throw changed();
      await takeTurn(statements, sha256);
      await this.#takeUnknown(statements, key, finding.etag);
      const head = await this.#head(key);
      const named = contentTypeOf(key);
      const found = await kindOfHead(head);
      const kind = found ?? { ...named, type: finding.content_type ?? named.type, extension: '' };
      const upload = mediaUploadSchema.parse({ title: title ?? (titleOf(key) || nameOf(key)) });
      const slug = await freeMediaSlug(statements, upload);
      const owner = await this.#owner(statements, key);
      const place = { slug, key, mediaType: kind.mediaType, voyageId: undefined, presidentId: owner };
      const suggested = kind.mediaType === 'image' ? pictureData(head) : null;
      const file = { key, kind, size, sha256, head };
      const media = await insertMedia(statements, upload, place, file, suggested, { changedBy });
      await this.#tasks.ask(statements, media, kind.type);
      return withHeaders(await this.#reads.get(slug, statements), { location: `/api/media/${slug}` });
    });
  }

  /** Gives a record a file without one that is, by its hash, what its own was. */
  relink(id: number, path: string, changedBy: string): Promise<JsonText> {
    return this.#database.transaction(async (statements) => {
      const { finding, media } = await this.#ofRecord(statements, id);
      const other = await statements.row<Pick<Finding, 'size' | 'sha256' | 'etag'>>('finding-unknown', UNKNOWN, [path]);
      if (!other) throw notFound('Storage has no such file without a record.');
      if (!other.sha256 || !media.sha256?.equals(other.sha256))
        throw new Problem(409, 'This is another file than the one that the record had.');
      await this.#takeUnknown(statements, path, other.etag);
      const given = { storage_key: path, size: other.size, sha256: media.sha256 };
      return this.#give(statements, finding.id, media, given, changedBy);
    });
  }

  /** Takes a changed file as the record's right one. */
  accept(id: number, changedBy: string): Promise<JsonText> {
    return this.#database.transaction(async (statements) => {
      const { finding, media } = await this.#ofRecord(statements, id);
      if (finding.kind !== 'changed_file' || finding.sha256 === null) throw settled();
      if (finding.refusal !== null) throw new Problem(415, finding.refusal);
      if (finding.content_type !== media.content_type)
        throw new Problem(415, 'By its content this is another kind of file than the one that the record had.');
      if ((await this.#storage.stat(finding.storage_key))?.etag !== finding.etag) throw changed();
      const { storage_key, size, sha256 } = finding;
      return this.#give(statements, finding.id, media, { storage_key, size, sha256 }, changedBy);
    });
  }

  /** Undoes `relink` or `accept`, as long as the record still has the file that it was given. */
  undo(id: number, changedBy: string): Promise<JsonText> {
    return this.#database.transaction(async (statements) => {
      const finding = await statements.row<Finding>('finding-find', FIND, [id]);
      if (!finding?.former || finding.media_id === null) throw notFound('There is nothing to undo.');
      const media = await holder(statements, finding.media_id);
      const { storage_key, size, sha256 } = finding.former;
      const former = { storage_key, size, sha256: sha256 === null ? null : Buffer.from(sha256, 'hex') };
      const answer = await this.#give(statements, id, media, former, changedBy);
      await statements.change('finding-settle', SETTLE, [id, null]);
      return answer;
    });
  }

  async #ofRecord(statements: Statements, id: number): Promise<{ finding: Finding; media: Holder }> {
    const finding = await find(statements, id, 'missing_file', 'changed_file');
    const media = await holder(statements, finding.media_id ?? 0);
    const same = finding.kind === 'changed_file' && finding.sha256 !== null && media.sha256?.equals(finding.sha256);
    if (media.storage_key !== finding.storage_key || same) throw settled();
    return { finding, media };
  }

  /** A file without a record becomes a record's: from now on it stays, and it is what it was when it was read. */
  async #takeUnknown(statements: Statements, key: string, etag: string | null): Promise<void> {
    if (await statements.row('finding-known', 'select 1 where is_known_file($1)', [key])) throw settled();
    if (!(await this.#claims.hold(statements, key))) throw changed();
    if ((await this.#storage.stat(key))?.etag !== etag) throw changed();
  }

  async #give(
    statements: Statements,
    finding: number,
    media: Holder,
    { storage_key, size, sha256 }: Pick<Holder, 'storage_key' | 'size' | 'sha256'>,
    changedBy: string,
  ): Promise<JsonText> {
    const before = await snapshotOf(statements, 'media', media.id);
    await statements.change('finding-give', GIVE, [media.id, storage_key, size, sha256]);
    const former = { storage_key: media.storage_key, size: media.size, sha256: media.sha256?.toString('hex') ?? null };
    await statements.change('finding-settle', SETTLE, [finding, JSON.stringify(former)]);
    await writeRevisions(statements, [{ kind: 'media', slug: media.slug, action: 'update', before }], { changedBy });
    const same = media.sha256 !== null && sha256 !== null && media.sha256.equals(sha256);
    if (!same && media.content_type !== null) await this.#tasks.ask(statements, media.id, media.content_type);
    return this.#reads.get(media.slug, statements);
  }

  async #head(key: string): Promise<Buffer> {
    const stat = await this.#storage.stat(key);
    const end = Math.min(HEAD_BYTES, stat?.size ?? 0) - 1;
    const stream = end < 0 ? undefined : await this.#storage.open(key, { start: 0, end });
    if (!stream) throw changed();
    return buffer(stream);
  }

  async #owner(statements: Statements, key: string): Promise<number | null> {
    const [folder = ''] = key.split('/');
    if (folder === UNATTACHED) return null;
    return (await statements.row<{ person_id: number }>('finding-owner', OWNER, [folder]))?.person_id ?? null;
  }
}

async function find(statements: Statements, id: number, ...kinds: Finding['kind'][]): Promise<Finding> {
  const finding = await statements.row<Finding>('finding-find', FIND, [id]);
  if (!finding || !kinds.includes(finding.kind)) throw notFound('Nothing of the kind was found in storage.');
  return finding;
}

async function holder(statements: Statements, id: number): Promise<Holder> {
  const media = await statements.row<Holder>('finding-holder', HOLDER, [id]);
  if (!media) throw notFound('Media not found in database.');
  return media;
}
