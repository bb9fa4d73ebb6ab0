import { peopleCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { PeopleReads } from './people-reads.ts';
import { PresidentGroups } from './president-groups.ts';

@Controller()
export class PeopleController {
  readonly #reads: PeopleReads;
  readonly #groups: PresidentGroups;

  constructor(reads: PeopleReads, groups: PresidentGroups) {
    this.#reads = reads;
    this.#groups = groups;
  }

  @Contract(peopleCalls.list)
  list({ query }: CallInput<typeof peopleCalls.list>) {
    return this.#reads.list(query);
  }

  @Contract(peopleCalls.stats)
  stats() {
    return this.#reads.stats();
  }

  @Contract(peopleCalls.roles)
  roles({ query }: CallInput<typeof peopleCalls.roles>) {
    return this.#reads.roles(query.q);
  }

  @Contract(peopleCalls.byPresident)
  byPresident({ query }: CallInput<typeof peopleCalls.byPresident>) {
    return this.#groups.read(query);
  }

  @Contract(peopleCalls.byVoyage)
  byVoyage({ params }: CallInput<typeof peopleCalls.byVoyage>) {
    return this.#reads.byVoyage(params.slug);
  }

  @Contract(peopleCalls.get)
  get({ params }: CallInput<typeof peopleCalls.get>) {
    return this.#reads.get(params.slug);
  }

  @Contract(peopleCalls.search)
  search({ query }: CallInput<typeof peopleCalls.search>) {
    return this.#reads.pick(query.q);
  }
}
