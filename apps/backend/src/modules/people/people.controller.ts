import { peopleOperations } from '@archive/contracts';
import { proposeFilingName } from '@archive/voyage-document';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Proposals } from '../proposals/index.ts';
import { PeopleQueries } from './people-queries.ts';
import { PersonCommands } from './person-commands.ts';
import { PersonSearch } from './person-search.ts';
import { PresidentGroups } from './president-groups.ts';

@Controller()
export class PeopleController {
  readonly #queries: PeopleQueries;
  readonly #search: PersonSearch;
  readonly #groups: PresidentGroups;

  constructor(queries: PeopleQueries, search: PersonSearch, groups: PresidentGroups) {
    this.#queries = queries;
    this.#search = search;
    this.#groups = groups;
  }

  @Contract(peopleOperations.list)
  list({ query }: OperationInput<typeof peopleOperations.list>) {
    return this.#queries.list(query);
  }

  @Contract(peopleOperations.stats)
  stats() {
    return this.#queries.stats();
  }

  @Contract(peopleOperations.roles)
  roles({ query }: OperationInput<typeof peopleOperations.roles>) {
    return this.#queries.roles(query);
  }

  @Contract(peopleOperations.letters)
  letters({ query }: OperationInput<typeof peopleOperations.letters>) {
    return this.#queries.letters(query);
  }

  @Contract(peopleOperations.byPresident)
  byPresident({ query }: OperationInput<typeof peopleOperations.byPresident>) {
    return this.#groups.read(query);
  }

  @Contract(peopleOperations.byVoyage)
  byVoyage({ params }: OperationInput<typeof peopleOperations.byVoyage>) {
    return this.#queries.byVoyage(params.slug);
  }

  @Contract(peopleOperations.get)
  get({ params }: OperationInput<typeof peopleOperations.get>) {
    return this.#queries.get(params.slug);
  }

  @Contract(peopleOperations.search)
  search({ query }: OperationInput<typeof peopleOperations.search>) {
    return this.#search.pick(query.q);
  }

  @Contract(peopleOperations.filingName)
  filingName({ query }: OperationInput<typeof peopleOperations.filingName>) {
    return { filing_proposal: proposeFilingName(query.full_name) };
  }

  @Contract(peopleOperations.spellings)
  spellings({ params }: OperationInput<typeof peopleOperations.spellings>) {
    return this.#queries.spellings(params.person_slug);
  }

  @Contract(peopleOperations.candidates)
  candidates({ query }: OperationInput<typeof peopleOperations.candidates>) {
    return this.#search.candidates(query.full_name, query.wikipedia_url ?? null);
  }
}

@Controller()
export class PersonCommandsController {
  constructor(
    private readonly commands: PersonCommands,
    private readonly proposals: Proposals,
  ) {
    proposals.handle('person', {
      create: commands.create.bind(commands),
      update: commands.update.bind(commands),
    });
  }

  @Contract(peopleOperations.create)
  create({ body }: OperationInput<typeof peopleOperations.create>, @Write() write: WriteRequest) {
    return this.proposals.save('person', null, body, write);
  }

  @Contract(peopleOperations.update)
  update({ params, body }: OperationInput<typeof peopleOperations.update>, @Write() write: WriteRequest) {
    return this.proposals.save('person', params.person_slug, body, write);
  }

  @Contract(peopleOperations.removeSpelling)
  removeSpelling(
    { params, query }: OperationInput<typeof peopleOperations.removeSpelling>,
    @Write() write: WriteRequest,
  ) {
    return this.commands.removeSpelling(params.person_slug, query.name, write);
  }

  @Contract(peopleOperations.remove)
  remove({ params }: OperationInput<typeof peopleOperations.remove>, @Write() write: WriteRequest) {
    return this.commands.remove(params.person_slug, write);
  }
}
