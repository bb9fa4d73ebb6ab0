import { albumOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Proposals } from '../proposals/index.ts';
import { AlbumQueries } from './album-queries.ts';
import { AlbumCommands } from './album-commands.ts';

@Controller()
export class AlbumsController {
  constructor(
    private readonly queries: AlbumQueries,
    private readonly commands: AlbumCommands,
    private readonly proposals: Proposals,
  ) {
    proposals.handle('album', {
      create: commands.create.bind(commands),
      update: commands.update.bind(commands),
    });
  }

  @Contract(albumOperations.byVoyage)
  byVoyage({ params }: OperationInput<typeof albumOperations.byVoyage>) {
    return this.queries.byVoyage(params.voyage_slug);
  }

  @Contract(albumOperations.collections)
  collections() {
    return this.queries.collections();
  }

  @Contract(albumOperations.get)
  get({ params }: OperationInput<typeof albumOperations.get>) {
    return this.queries.get(params.album_slug);
  }

  @Contract(albumOperations.create)
  create({ body }: OperationInput<typeof albumOperations.create>, @Write() write: WriteRequest) {
    return this.proposals.save('album', null, body, write);
  }

  @Contract(albumOperations.update)
  update({ params, body }: OperationInput<typeof albumOperations.update>, @Write() write: WriteRequest) {
    return this.proposals.save('album', params.album_slug, body, write);
  }

  @Contract(albumOperations.remove)
  remove({ params }: OperationInput<typeof albumOperations.remove>, @Write() write: WriteRequest) {
    return this.commands.remove(params.album_slug, write);
  }

  @Contract(albumOperations.setMedia)
  setMedia({ params, body }: OperationInput<typeof albumOperations.setMedia>, @Write() write: WriteRequest) {
    return this.commands.setMedia(params.album_slug, body, write);
  }

  @Contract(albumOperations.addMedia)
  addMedia({ params, body }: OperationInput<typeof albumOperations.addMedia>, @Write() write: WriteRequest) {
    return this.commands.addMedia(params.album_slug, body, write);
  }

  @Contract(albumOperations.removeMedia)
  removeMedia({ params }: OperationInput<typeof albumOperations.removeMedia>, @Write() write: WriteRequest) {
    return this.commands.removeMedia(params.album_slug, params.media_slug, write);
  }
}
