import { albumOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { IdempotencyKey, type IdempotentRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { AlbumReads } from './album-reads.ts';
import { AlbumWrites } from './album-writes.ts';

@Controller()
export class AlbumsController {
  readonly #reads: AlbumReads;
  readonly #writes: AlbumWrites;

  constructor(reads: AlbumReads, writes: AlbumWrites) {
    this.#reads = reads;
    this.#writes = writes;
  }

  @Contract(albumOperations.byVoyage)
  byVoyage({ params }: OperationInput<typeof albumOperations.byVoyage>) {
    return this.#reads.byVoyage(params.voyage_slug);
  }

  @Contract(albumOperations.get)
  get({ params }: OperationInput<typeof albumOperations.get>) {
    return this.#reads.get(params.album_slug);
  }

  @Contract(albumOperations.create)
  create(
    { body }: OperationInput<typeof albumOperations.create>,
    @Username() username: string,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(albumOperations.update)
  update(
    { params, body }: OperationInput<typeof albumOperations.update>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.update(params.album_slug, body, username, expected);
  }

  @Contract(albumOperations.remove)
  remove(
    { params }: OperationInput<typeof albumOperations.remove>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.remove(params.album_slug, username, expected);
  }

  @Contract(albumOperations.setMedia)
  setMedia(
    { params, body }: OperationInput<typeof albumOperations.setMedia>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.setMedia(params.album_slug, body, username, expected);
  }

  @Contract(albumOperations.addMedia)
  addMedia(
    { params, body }: OperationInput<typeof albumOperations.addMedia>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @IdempotencyKey() once?: IdempotentRequest,
  ) {
    return this.#writes.add(params.album_slug, body, username, expected, once);
  }

  @Contract(albumOperations.removeMedia)
  removeMedia(
    { params }: OperationInput<typeof albumOperations.removeMedia>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.take(params.album_slug, params.media_slug, username, expected);
  }
}
