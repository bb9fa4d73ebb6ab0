import { voyageOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { VoyageCommands } from './voyage-commands.ts';

@Controller()
export class VoyageCommandsController {
  readonly #commands: VoyageCommands;

  constructor(commands: VoyageCommands) {
    this.#commands = commands;
  }

  @Contract(voyageOperations.create)
  create({ body }: OperationInput<typeof voyageOperations.create>, @Write() write: WriteRequest) {
    return this.#commands.create(body, write);
  }

  @Contract(voyageOperations.update)
  update({ params, body }: OperationInput<typeof voyageOperations.update>, @Write() write: WriteRequest) {
    return this.#commands.update(params.voyage_slug, body, write);
  }

  @Contract(voyageOperations.remove)
  remove({ params }: OperationInput<typeof voyageOperations.remove>, @Write() write: WriteRequest) {
    return this.#commands.remove(params.voyage_slug, write);
  }
}
