import { createHash } from 'node:crypto';
import type { MediaUpload } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, type KeyedRequest, onceOnly, Problem, withHeaders } from '../../../common/index.ts';
import { Database, type Statements } from '../../../database/index.ts';
import type { Author } from '../../history/index.ts';
import { FileClaims, Storage } from '../../storage/index.ts';
import { DerivativeTasks } from '../derivatives/derivative-tasks.ts';
import { type IncomingFile, IncomingFiles } from './incoming-files.ts';
import { pictureData } from './picture-data.ts';
import { insertMedia, refuseSame, savedMedia, showWithVoyage, takeTurn } from './save-media.ts';
import { placeOf, refuseTaken, takeAddressTurn, type UploadPlace } from './upload-place.ts';

/** A key belongs to one file, by its hash or its upload's id, under one description. */
export const fingerprinted = (keyed: KeyedRequest, upload: MediaUpload, file: Buffer): KeyedRequest => ({
  ...keyed,
  fingerprint: createHash('sha256').update(keyed.fingerprint).update(file).update(JSON.stringify(upload)).digest(),
});

class NotYet extends Error {}

/** Makes media records of files that have come in: the file under its key, then record, link, revision and task as one. */
@Injectable()
export class MediaIntake {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #claims: FileClaims;
  readonly #incoming: IncomingFiles;
  readonly #tasks: DerivativeTasks;

  constructor(
    database: Database,
    storage: Storage,
    claims: FileClaims,
    incoming: IncomingFiles,
    tasks: DerivativeTasks,
  ) {
    this.#database = database;
    this.#storage = storage;
    this.#claims = claims;
    this.#incoming = incoming;
    this.#tasks = tasks;
  }

  /**
   * Keeps a file with its record. When it is refused, or anything fails, no file stays either.
   * @throws the 409 of a file that the library has, with its `media_slug`, unless a duplicate is allowed
   */
  async keep(upload: MediaUpload, file: IncomingFile, author: Author, once?: KeyedRequest): Promise<JsonText> {
    try {
      const earlier = await this.earlierAnswer(once);
      if (earlier) return earlier;
      if (!upload.allow_duplicate) await refuseSame(this.#database, file.sha256);
      const place = await this.#reserve(upload, file);
      return await this.#keepAt(place, upload, file, author, once);
    } finally {
      await this.#incoming.discard(file);
    }
  }

  #reserve(upload: MediaUpload, file: IncomingFile): Promise<UploadPlace> {
    return this.#database.transaction(async (statements) => {
      await takeAddressTurn(statements);
      for (const refused = new Set<string>(); ;) {
        const place = await placeOf(statements, upload, file.kind, refused);
        if (await this.#claims.reserveIn(statements, place.key)) return place;
        if (upload.media_slug !== 'auto')
          throw new Problem(
            409,
            `Storage has a file of the address ${place.slug} already, or will in a moment. Please choose another address.`,
          );
        refused.add(place.slug);
      }
    });
  }

  async #keepAt(
    place: UploadPlace,
    upload: MediaUpload,
    file: IncomingFile,
    author: Author,
    once: KeyedRequest | undefined,
  ): Promise<JsonText> {
    let claimed = false;
    try {
      if (!(await this.#storage.move(file.key, place.key, file.kind.type)))
        throw new Problem(503, 'The file was lost on its way to storage. Please try again.');
      return await this.#database.transaction(async (statements) => {
        claimed = false;
        return onceOnly(statements, once, async () => {
          claimed = true;
          return this.#record(statements, place, upload, file, author);
        });
      });
    } catch (error) {
      claimed = false;
      throw error;
    } finally {
      if (!claimed) await this.#claims.abandon([place.key]);
    }
  }

  async #record(
    statements: Statements,
    place: UploadPlace,
    upload: MediaUpload,
    file: IncomingFile,
    author: Author,
  ): Promise<JsonText> {
    await takeTurn(statements, file.sha256);
    if (!upload.allow_duplicate) await refuseSame(statements, file.sha256);
    await refuseTaken(statements, place.slug);
    const suggested = file.kind.mediaType === 'image' ? pictureData(file.head) : null;
    const id = await insertMedia(statements, upload, place, file, suggested, author);
    const { voyageId } = place;
    const linked = voyageId !== undefined;
    const shown = linked ? await showWithVoyage(statements, voyageId, id, upload.media_category, author) : {};
    await this.#claims.claim(statements, [place.key]);
    await this.#tasks.ask(statements, id, file.kind.type);
    const saved = await savedMedia(statements, id, linked);
    return withHeaders(saved, { location: `/api/media/${place.slug}`, ...shown });
  }

  /** What the same request was answered before. It is looked for first, because its record is what would stand in the way now. */
  async earlierAnswer(once: KeyedRequest | undefined): Promise<JsonText | undefined> {
    if (!once) return undefined;
    try {
      return await this.#database.transaction((statements) =>
        onceOnly(statements, once, () => {
          throw new NotYet();
        }),
      );
    } catch (error) {
      if (error instanceof NotYet) return undefined;
      throw error;
    }
  }
}
