import { fileTextOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { FileTextCommands, FileTextQueries } from './file-text-commands.ts';

type Operations = typeof fileTextOperations;

@Controller()
export class FileTextController {
  constructor(
    private readonly queries: FileTextQueries,
    private readonly commands: FileTextCommands,
  ) {}

  @Contract(fileTextOperations.get)
  get({ params, query }: OperationInput<Operations['get']>) {
    return this.queries.get(params.media_slug, query.page, query.q);
  }

  @Contract(fileTextOperations.correct)
  correct({ params, body }: OperationInput<Operations['correct']>, @Username() username: string) {
    return this.commands.correct(params.media_slug, params.page, body.text, body.previous, username);
  }

  @Contract(fileTextOperations.read)
  read({ params }: OperationInput<Operations['read']>) {
    return this.commands.read(params.media_slug);
  }
}
