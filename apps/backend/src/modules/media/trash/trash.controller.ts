import { trashOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { Trash, TrashQueries } from './trash.ts';

@Controller()
export class TrashController {
  constructor(
    private readonly queries: TrashQueries,
    private readonly trash: Trash,
  ) {}

  @Contract(trashOperations.list)
  list({ query }: OperationInput<typeof trashOperations.list>) {
    return this.queries.list(query);
  }

  @Contract(trashOperations.restore)
  restore({ body }: OperationInput<typeof trashOperations.restore>, @Username() username: string) {
    return this.trash.restore(body.media_slugs, username);
  }

  @Contract(trashOperations.remove)
  remove({ body }: OperationInput<typeof trashOperations.remove>, @Username() username: string) {
    return this.trash.remove(body.media_slugs, username);
  }

  @Contract(trashOperations.empty)
  empty({ body }: OperationInput<typeof trashOperations.empty>, @Username() username: string) {
    return this.trash.empty(body.until, username);
  }
}
