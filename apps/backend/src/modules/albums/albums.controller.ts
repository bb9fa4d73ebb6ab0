import { albumOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
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
  create({ body }: OperationInput<typeof albumOperations.create>, @Write() write: WriteRequest) {
    return this.#writes.create(body, write);
  }

  @Contract(albumOperations.update)
  update({ params, body }: OperationInput<typeof albumOperations.update>, @Write() write: WriteRequest) {
    return this.#writes.update(params.album_slug, body, write);
  }

  @Contract(albumOperations.remove)
  remove({ params }: OperationInput<typeof albumOperations.remove>, @Write() write: WriteRequest) {
    return this.#writes.remove(params.album_slug, write);
  }

  @Contract(albumOperations.setMedia)
  setMedia({ params, body }: OperationInput<typeof albumOperations.setMedia>, @Write() write: WriteRequest) {
    return this.#writes.setMedia(params.album_slug, body, write);
  }

  @Contract(albumOperations.addMedia)
  addMedia({ params, body }: OperationInput<typeof albumOperations.addMedia>, @Write() write: WriteRequest) {
    return this.#writes.addMedia(params.album_slug, body, write);
  }

  @Contract(albumOperations.removeMedia)
  removeMedia({ params }: OperationInput<typeof albumOperations.removeMedia>, @Write() write: WriteRequest) {
    return this.#writes.removeMedia(params.album_slug, params.media_slug, write);
  }
}
