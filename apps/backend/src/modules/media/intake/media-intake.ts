import { createHash } from 'node:crypto';
import type { MediaUpload } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, Problem, withHeaders } from '../../../common/index.ts';
import { type IdempotentRequest, runOnce } from '../../idempotency/index.ts';
import { Database, type StatementExecutor } from '../../../database/index.ts';
import { type Author, ChangeSet } from '../../records/index.ts';
import { FileLeases, Storage } from '../../storage/index.ts';
import { DerivativeTasks } from '../derivatives/derivative-tasks.ts';
import { attachToRecords } from './attach-media.ts';
import { type IncomingFile, IncomingFiles } from './incoming-files.ts';
import { insertUpload, lockFileHash, rejectDuplicateFile, savedMedia } from './save-media.ts';
import { resolveTarget, rejectTakenSlug, lockMediaSlugs, type UploadTarget } from './upload-target.ts';

/** Binds an idempotency key to one file (by hash or upload id) and its metadata. */
export const withFileFingerprint = (
  idempotency: IdempotentRequest,
  upload: MediaUpload,
  file: Buffer,
): IdempotentRequest => ({
  ...idempotency,
  fingerprint: createHash('sha256')
    .update(idempotency.fingerprint)
    .update(file)
    .update(JSON.stringify(upload))
    .digest(),
});

class FirstRequest extends Error {}

/**
 * Creates media records from received files. The file is stored first; record, link, revision and preview task follow in one transaction.
 */
@Injectable()
export class MediaIntake {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly incoming: IncomingFiles,
    private readonly tasks: DerivativeTasks,
  ) {}

  /**
   * Saves a file with its record. Leaves no file behind on any error.
   * @throws Problem 409 with the `media_slug` of the existing record if the library already has the file, unless duplicates are allowed
   */
  async store(
    upload: MediaUpload,
    file: IncomingFile,
    author: Author,
    idempotency?: IdempotentRequest,
  ): Promise<JsonText> {
    try {
      const earlier = await this.earlierResponse(idempotency);
      if (earlier) return earlier;
      if (!upload.allow_duplicate) await rejectDuplicateFile(this.database, file.sha256);
      const target = await this.#reserve(upload, file);
      return await this.#storeAt(target, upload, file, author, idempotency);
    } finally {
      await this.incoming.discard(file);
    }
  }

  #reserve(upload: MediaUpload, file: IncomingFile): Promise<UploadTarget> {
    return this.database.transaction(async (executor) => {
      await lockMediaSlugs(executor);
      for (const usedSlugs = new Set<string>(); ;) {
        const target = await resolveTarget(executor, upload, file.kind, usedSlugs);
        if (await this.leases.acquireIn(executor, target.key)) return target;
        if (upload.media_slug !== 'auto')
          throw new Problem(
            409,
            `The address ${target.slug} is already in use in storage. Choose a different address.`,
          );
        usedSlugs.add(target.slug);
      }
    });
  }

  async #storeAt(
    target: UploadTarget,
    upload: MediaUpload,
    file: IncomingFile,
    author: Author,
    idempotency: IdempotentRequest | undefined,
  ): Promise<JsonText> {
    let isClaimed = false;
    try {
      if (!(await this.storage.move(file.keys, target.key, file.kind.type)))
        throw new Problem(503, 'The upload failed. Try again.');
      return await this.database.transaction(async (executor) => {
        isClaimed = false;
        return runOnce(executor, idempotency, async () => {
          isClaimed = true;
          return this.#record(executor, target, upload, file, author);
        });
      });
    } catch (error) {
      isClaimed = false;
      throw error;
    } finally {
      if (!isClaimed) await this.leases.abandon([target.key]);
    }
  }

  async #record(
    executor: StatementExecutor,
    target: UploadTarget,
    upload: MediaUpload,
    file: IncomingFile,
    author: Author,
  ): Promise<JsonText> {
    await lockFileHash(executor, file.sha256);
    if (!upload.allow_duplicate) await rejectDuplicateFile(executor, file.sha256);
    await rejectTakenSlug(executor, target.slug);
    const changes = new ChangeSet(executor, author);
    const id = await insertUpload(changes, upload, target, file);
    const { voyageId } = target;
    const headers = await attachToRecords(changes, id, { ...upload, voyageId });
    await changes.save();
    await this.leases.confirm(executor, [target.key]);
    await this.tasks.request(executor, id, file.kind.type);
    const saved = await savedMedia(executor, id, voyageId !== undefined);
    return withHeaders(saved, { location: `/api/media/${target.slug}`, ...headers });
  }

  /**
   * Returns the response to an earlier request with the same key. Call it first, because the record of that request would now cause a
   * conflict.
   */
  async earlierResponse(idempotency: IdempotentRequest | undefined): Promise<JsonText | undefined> {
    if (!idempotency) return undefined;
    try {
      return await this.database.transaction((executor) =>
        runOnce(executor, idempotency, () => {
          throw new FirstRequest();
        }),
      );
    } catch (error) {
      if (error instanceof FirstRequest) return undefined;
      throw error;
    }
  }
}
