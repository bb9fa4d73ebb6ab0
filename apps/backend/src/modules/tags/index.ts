import { tagOperations } from '@archive/contracts';
import { Controller, Module } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { TagCommands, TagQueries } from './tag-commands.ts';

@Controller()
class TagsController {
  constructor(
    private readonly queries: TagQueries,
    private readonly commands: TagCommands,
  ) {}

  @Contract(tagOperations.list)
  list() {
    return this.queries.list();
  }

  @Contract(tagOperations.rename)
  rename({ body }: OperationInput<typeof tagOperations.rename>, @Username() username: string) {
    return this.commands.rename(body, username);
  }

  @Contract(tagOperations.undo)
  undo({ body }: OperationInput<typeof tagOperations.undo>, @Username() username: string) {
    return this.commands.undo(body, username);
  }
}

@Module({ controllers: [TagsController], providers: [TagQueries, TagCommands] })
export class TagsHttpModule {}
