import { peopleOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { PersonCommands } from './person-commands.ts';

@Controller()
export class PersonCommandsController {
  readonly #commands: PersonCommands;

  constructor(commands: PersonCommands) {
    this.#commands = commands;
  }

  @Contract(peopleOperations.create)
  create({ body }: OperationInput<typeof peopleOperations.create>, @Write() write: WriteRequest) {
    return this.#commands.create(body, write);
  }

  @Contract(peopleOperations.update)
  update({ params, body }: OperationInput<typeof peopleOperations.update>, @Write() write: WriteRequest) {
    return this.#commands.update(params.person_slug, body, write);
  }

  @Contract(peopleOperations.remove)
  remove({ params }: OperationInput<typeof peopleOperations.remove>, @Write() write: WriteRequest) {
    return this.#commands.remove(params.person_slug, write);
  }
}
