import type { MediaUpload } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, type KeyedRequest, notFound, Problem } from '../../../common/index.ts';
import { type IncomingFile, IncomingFiles } from '../intake/incoming-files.ts';
import { fingerprinted, MediaIntake } from '../intake/media-intake.ts';
import { UploadPieces } from './upload-pieces.ts';
import { type ResumableUpload, UploadRows } from './upload-rows.ts';

/** Makes a media record of an upload that has come whole, by the same intake as every other file. */
@Injectable()
export class FinishUpload {
  readonly #rows: UploadRows;
  readonly #pieces: UploadPieces;
  readonly #incoming: IncomingFiles;
  readonly #intake: MediaIntake;

  constructor(rows: UploadRows, pieces: UploadPieces, incoming: IncomingFiles, intake: MediaIntake) {
    this.#rows = rows;
    this.#pieces = pieces;
    this.#incoming = incoming;
    this.#intake = intake;
  }

  /** @throws the 409 of a file that the library has: the upload stays, and can be finished with `allow_duplicate` */
  async finish(id: string, upload: MediaUpload, username: string, keyed?: KeyedRequest): Promise<JsonText> {
    const once = keyed && fingerprinted(keyed, upload, Buffer.from(id));
    // The upload itself is gone when its record has been made.
    const earlier = await this.#intake.earlierAnswer(once);
    if (earlier) return earlier;
    const resumable = await this.#rows.find(id, username);
    if (!resumable) throw notFound('There is no such upload any more. Please begin it again.');
    if (resumable.received < resumable.size) throw new Problem(409, 'The upload has not come whole yet.');
    const file = await this.#receive(resumable);
    const kept = await this.#intake.keep(upload, file, { changedBy: username }, once);
    // What storage cannot remove now is removed when its time is over.
    await this.#pieces.remove(resumable).catch(() => undefined);
    return kept;
  }

  async #receive(upload: ResumableUpload): Promise<IncomingFile> {
    try {
      return await this.#incoming.receive(this.#pieces.bytes(upload));
    } catch (error) {
      // A file that is not taken is not wanted for anything else.
      if (error instanceof Problem) await this.#pieces.remove(upload).catch(() => undefined);
      throw error;
    }
  }
}
