import { personMergeOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Username } from '../auth/index.ts';
import { MergeReads } from './merge-reads.ts';
import { MergeWrites } from './merge-writes.ts';
import { NotDuplicates } from './not-duplicates.ts';

@Controller()
export class PersonMergeController {
  readonly #reads: MergeReads;
  readonly #writes: MergeWrites;
  readonly #notDuplicates: NotDuplicates;

  constructor(reads: MergeReads, writes: MergeWrites, notDuplicates: NotDuplicates) {
    this.#reads = reads;
    this.#writes = writes;
    this.#notDuplicates = notDuplicates;
  }

  @Contract(personMergeOperations.duplicateCandidates)
  duplicateCandidates({ query }: OperationInput<typeof personMergeOperations.duplicateCandidates>) {
    return this.#reads.duplicateCandidates(query);
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
    return this.#reads.merges(params.person_slug);
  }

  @Contract(personMergeOperations.merge)
  merge({ params, body }: OperationInput<typeof personMergeOperations.merge>, @Write() write: WriteRequest) {
    return this.#writes.merge({ slug: params.person_slug, ...body }, write);
  }

  @Contract(personMergeOperations.undo)
  undo({ params }: OperationInput<typeof personMergeOperations.undo>, @Username() username: string) {
    return this.#writes.undo(params.person_slug, params.merge, username);
  }
}
