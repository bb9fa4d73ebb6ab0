import { presidentOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { PresidentCommands } from './president-commands.ts';

@Controller()
export class PresidentCommandsController {
  readonly #commands: PresidentCommands;

  constructor(commands: PresidentCommands) {
    this.#commands = commands;
  }

  @Contract(presidentOperations.create)
  create({ body }: OperationInput<typeof presidentOperations.create>, @Write() write: WriteRequest) {
    return this.#commands.create(body, write);
  }

  @Contract(presidentOperations.update)
  update({ params, body }: OperationInput<typeof presidentOperations.update>, @Write() write: WriteRequest) {
    return this.#commands.update(params.president_slug, body, write);
  }

  @Contract(presidentOperations.remove)
  remove({ params }: OperationInput<typeof presidentOperations.remove>, @Write() write: WriteRequest) {
    return this.#commands.remove(params.president_slug, write);
  }
}
