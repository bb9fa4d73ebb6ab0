import { mergeCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract, type Expected, IfMatch } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { MergeReads } from './merge-reads.ts';
import { MergeWrites } from './merge-writes.ts';
import { PeopleApart } from './people-apart.ts';

@Controller()
export class MergingController {
  readonly #reads: MergeReads;
  readonly #writes: MergeWrites;

  readonly #apart: PeopleApart;

  constructor(reads: MergeReads, writes: MergeWrites, apart: PeopleApart) {
    this.#reads = reads;
    this.#writes = writes;
    this.#apart = apart;
  }

  @Contract(mergeCalls.lookAlikes)
  lookAlikes({ query }: CallInput<typeof mergeCalls.lookAlikes>) {
    return this.#reads.lookAlikes(query);
  }

  @Contract(mergeCalls.apart)
  apart({ query }: CallInput<typeof mergeCalls.apart>) {
    return this.#apart.list(query);
  }

  @Contract(mergeCalls.setApart)
  setApart({ params }: CallInput<typeof mergeCalls.setApart>, @Username() username: string) {
    return this.#apart.set(params.person_slug, params.other_slug, username);
  }

  @Contract(mergeCalls.takeApartBack)
  takeApartBack({ params }: CallInput<typeof mergeCalls.takeApartBack>) {
    return this.#apart.takeBack(params.person_slug, params.other_slug);
  }

  @Contract(mergeCalls.merges)
  merges({ params }: CallInput<typeof mergeCalls.merges>) {
    return this.#reads.merges(params.person_slug);
  }

  @Contract(mergeCalls.merge)
  merge(
    { params, body }: CallInput<typeof mergeCalls.merge>,
    @Username() username: string,
    @IfMatch() expected: Expected,
  ) {
    return this.#writes.merge({ slug: params.person_slug, ...body }, username, expected);
  }

  @Contract(mergeCalls.undo)
  undo({ params }: CallInput<typeof mergeCalls.undo>, @Username() username: string) {
    return this.#writes.undo(params.person_slug, params.merge, username);
  }
}
