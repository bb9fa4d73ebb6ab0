import { presidentOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { PresidentCommands } from './president-commands.ts';
import { PresidentQueries } from './president-queries.ts';

@Controller()
export class PresidentsController {
  constructor(private readonly queries: PresidentQueries) {}

  @Contract(presidentOperations.list)
  list({ query }: OperationInput<typeof presidentOperations.list>) {
    return this.queries.list(query.limit, query.offset);
  }

  @Contract(presidentOperations.get)
  get({ params }: OperationInput<typeof presidentOperations.get>) {
    return this.queries.get(params.slug);
  }
}

@Controller()
export class PresidentCommandsController {
  constructor(private readonly commands: PresidentCommands) {}

  @Contract(presidentOperations.create)
  create({ body }: OperationInput<typeof presidentOperations.create>, @Write() write: WriteRequest) {
    return this.commands.create(body, write);
  }

  @Contract(presidentOperations.update)
  update({ params, body }: OperationInput<typeof presidentOperations.update>, @Write() write: WriteRequest) {
    return this.commands.update(params.president_slug, body, write);
  }

  @Contract(presidentOperations.remove)
  remove({ params }: OperationInput<typeof presidentOperations.remove>, @Write() write: WriteRequest) {
    return this.commands.remove(params.president_slug, write);
  }
}
