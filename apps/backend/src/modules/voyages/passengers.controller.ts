import { peopleOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { PassengerCommands } from './passenger-commands.ts';

@Controller()
export class PassengersController {
  readonly #commands: PassengerCommands;

  constructor(commands: PassengerCommands) {
    this.#commands = commands;
  }

  @Contract(peopleOperations.link)
  link({ body }: OperationInput<typeof peopleOperations.link>, @Write() write: WriteRequest) {
    return this.#commands.link(body, write);
  }

  @Contract(peopleOperations.relink)
  relink({ body }: OperationInput<typeof peopleOperations.relink>, @Write() write: WriteRequest) {
    return this.#commands.update(body, write);
  }

  @Contract(peopleOperations.unlink)
  unlink({ query }: OperationInput<typeof peopleOperations.unlink>, @Write() write: WriteRequest) {
    return this.#commands.unlink(query, write);
  }

  @Contract(peopleOperations.reorder)
  reorder({ query }: OperationInput<typeof peopleOperations.reorder>, @Write() write: WriteRequest) {
    return this.#commands.reorder(query, query.direction, write);
  }

  @Contract(peopleOperations.setOrder)
  setOrder({ body }: OperationInput<typeof peopleOperations.setOrder>, @Write() write: WriteRequest) {
    return this.#commands.setOrder(body, write);
  }
}
