import { albumCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import {
  type CallInput,
  Contract,
  type Expected,
  IdempotencyKey,
  IfMatch,
  type KeyedRequest,
} from '../../common/index.ts';
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

  @Contract(albumCalls.byVoyage)
  byVoyage({ params }: CallInput<typeof albumCalls.byVoyage>) {
    return this.#reads.byVoyage(params.voyage_slug);
  }

  @Contract(albumCalls.get)
  get({ params }: CallInput<typeof albumCalls.get>) {
    return this.#reads.get(params.album_slug);
  }

  @Contract(albumCalls.create)
  create(
    { body }: CallInput<typeof albumCalls.create>,
    @Username() username: string,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#writes.create(body, username, once);
  }

  @Contract(albumCalls.remove)
  remove({ params }: CallInput<typeof albumCalls.remove>, @Username() username: string, @IfMatch() expected: Expected) {
    return this.#writes.remove(params.album_slug, username, expected);
  }

  @Contract(albumCalls.addMedia)
  addMedia(
    { params, body }: CallInput<typeof albumCalls.addMedia>,
    @Username() username: string,
    @IfMatch() expected: Expected,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#writes.add(params.album_slug, body, username, expected, once);
  }

  @Contract(albumCalls.removeMedia)
  removeMedia(
    { params }: CallInput<typeof albumCalls.removeMedia>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.take(params.album_slug, params.media_slug, username, expected);
  }
}
