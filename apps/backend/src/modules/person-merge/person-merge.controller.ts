import { personMergeOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { MergeQueries } from './merge-queries.ts';
import { MergeCommands } from './merge-commands.ts';
import { NotDuplicates } from './not-duplicates.ts';

@Controller()
export class PersonMergeController {
  readonly #queries: MergeQueries;
  readonly #commands: MergeCommands;
  readonly #notDuplicates: NotDuplicates;

  constructor(queries: MergeQueries, commands: MergeCommands, notDuplicates: NotDuplicates) {
    this.#queries = queries;
    this.#commands = commands;
    this.#notDuplicates = notDuplicates;
  }

  @Contract(personMergeOperations.duplicateCandidates)
  duplicateCandidates({ query }: OperationInput<typeof personMergeOperations.duplicateCandidates>) {
    return this.#queries.duplicateCandidates(query);
  }

  @Contract(personMergeOperations.notDuplicates)
  notDuplicates({ query }: OperationInput<typeof personMergeOperations.notDuplicates>) {
    return this.#notDuplicates.list(query);
  }

  @Contract(personMergeOperations.dismissDuplicate)
  dismissDuplicate(
    { params }: OperationInput<typeof personMergeOperations.dismissDuplicate>,
    @Username() username: string,
  ) {
    return this.#notDuplicates.dismiss(params.person_slug, params.other_slug, username);
  }

  @Contract(personMergeOperations.undoDismissal)
  undoDismissal({ params }: OperationInput<typeof personMergeOperations.undoDismissal>) {
    return this.#notDuplicates.undoDismissal(params.person_slug, params.other_slug);
  }

  @Contract(personMergeOperations.merges)
  merges({ params }: OperationInput<typeof personMergeOperations.merges>) {
    return this.#queries.merges(params.person_slug);
  }

  @Contract(personMergeOperations.merge)
  merge({ params, body }: OperationInput<typeof personMergeOperations.merge>, @Write() write: WriteRequest) {
    return this.#commands.merge({ slug: params.person_slug, ...body }, write);
  }

  @Contract(personMergeOperations.undo)
  undo({ params }: OperationInput<typeof personMergeOperations.undo>, @Username() username: string) {
    return this.#commands.undo(params.person_slug, params.merge, username);
  }
}
