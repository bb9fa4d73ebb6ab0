import { Injectable } from '@nestjs/common';
import { type Expected, expectVersion, notFound, Problem } from '../../../common/index.ts';
import { Database, type Statements } from '../../../database/index.ts';
import { snapshotOf, writeRevisions } from '../../history/index.ts';
import { FileClaims, Storage } from '../../storage/index.ts';
import { detachMedia } from '../detach-media.ts';
import { MediaAddresses } from './media-addresses.ts';

const FIND = 'select id, version, storage_key from media where slug = $1 for update';
const PICTURES = 'select storage_key from derivative where media_id = $1 and storage_key is not null';
const DELETE = 'delete from media where id = $1';

const KNOWN = 'select slug, title from media where storage_key = any($1) order by slug limit 1';

/** Pictures of records that were deleted without their files, and could come back until now. */
const LEFT_PICTURES = `
  select picture ->> 'storage_key' storage_key
  from history h cross join jsonb_array_elements(h.before -> 'keys' -> 'derivatives') picture
  where h.kind = 'media' and h.action = 'delete' and h.before -> 'keys' -> 'file' ->> 'storage_key' = any($1)
    and picture ->> 'storage_key' is not null and not is_known_file(picture ->> 'storage_key')`;

const AT_ONCE = 16;

interface Keyed {
  storage_key: string;
}

interface Found {
  id: number;
  version: number;
  storage_key: string | null;
}

interface Removal {
  /** With its file. Without, the file stays, and the record can be brought back. */
  deleteFile: boolean;
  changedBy: string;
  expected: Expected;
}

/** Takes media records away, and files: these last, through the queue, when it is certain that no record knows them. */
@Injectable()
export class MediaRemoval {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #claims: FileClaims;
  readonly #addresses: MediaAddresses;

  constructor(database: Database, storage: Storage, claims: FileClaims, addresses: MediaAddresses) {
    this.#database = database;
    this.#storage = storage;
    this.#claims = claims;
    this.#addresses = addresses;
  }

  /** Deletes a record, off all voyages and out of all albums. */
  remove(slug: string, { deleteFile, changedBy, expected }: Removal): Promise<void> {
    return this.#database.transaction(async (statements) => {
      const media = await statements.row<Found>('media-removal-find', FIND, [slug]);
      if (!media) throw notFound('Media not found in database.');
      const { id, version, storage_key } = media;
      expectVersion(expected, `${id}.${version}`, 'media record');
      const before = await snapshotOf(statements, 'media', id, { deleting: true });
      const others = await detachMedia(statements, [id]);
      const pictures = await statements.rows<Keyed>('media-removal-pictures', PICTURES, [id]);
      await statements.change('media-removal-delete', DELETE, [id]);
      if (deleteFile)
        await this.#claims.release(statements, [...keysOf(pictures), ...(storage_key ? [storage_key] : [])]);
      await writeRevisions(statements, [{ kind: 'media', slug, action: 'delete', before }, ...others], { changedBy });
    });
  }

  /**
   * Deletes files that no record knows, all or none, and answers how many there were.
   * @throws the 403 of an address outside of the library, and the 409 of a file that has a record
   */
  async removeFiles(urls: readonly string[]): Promise<number> {
    const keys = [...new Set(urls.map((url) => this.#addresses.keyOf(url)))];
    await refuseKnown(this.#database, keys);
    const there = await this.#there(keys);
    await this.#database.transaction(async (statements) => {
      await refuseKnown(statements, there);
      const pictures = await statements.rows<Keyed>('media-files-pictures', LEFT_PICTURES, [there]);
      await this.#claims.release(statements, [...there, ...keysOf(pictures)]);
    });
    return there.length;
  }

  async #there(keys: readonly string[]): Promise<string[]> {
    const there: string[] = [];
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const some = keys.slice(at, at + AT_ONCE);
      const found = await Promise.all(
        some.map(async (key) => !(await this.#claims.isGoing(key)) && (await this.#storage.stat(key)) !== undefined),
      );
      there.push(...some.filter((_, index) => found[index]));
    }
    return there;
  }
}

const keysOf = (rows: readonly Keyed[]) => rows.map(({ storage_key }) => storage_key);

async function refuseKnown(statements: Statements, keys: readonly string[]): Promise<void> {
  const known = await statements.row<{ slug: string; title: string }>('media-files-known', KNOWN, [keys]);
  if (!known) return;
  throw new Problem(409, `One of the files belongs to the media record “${known.title}”. Delete that record instead.`, {
    members: { media_slug: known.slug },
  });
}
