import { mediaPeopleOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { MediaPeopleCommands, MediaPeopleQueries } from './media-people-commands.ts';

type Operations = typeof mediaPeopleOperations;

@Controller()
export class MediaPeopleController {
  readonly #queries: MediaPeopleQueries;
  readonly #commands: MediaPeopleCommands;

  constructor(queries: MediaPeopleQueries, commands: MediaPeopleCommands) {
    this.#queries = queries;
    this.#commands = commands;
  }

  @Contract(mediaPeopleOperations.get)
  get({ params }: OperationInput<Operations['get']>) {
    return this.#queries.get(params.media_slug);
  }

  @Contract(mediaPeopleOperations.set)
  set({ params, body }: OperationInput<Operations['set']>, @Write() write: WriteRequest) {
    return this.#commands.set(params.media_slug, body, write);
  }
}
