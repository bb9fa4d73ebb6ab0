import { searchCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { ArchiveSearch } from './archive-search.ts';

@Controller()
export class SearchController {
  readonly #search: ArchiveSearch;

  constructor(search: ArchiveSearch) {
    this.#search = search;
  }

  @Contract(searchCalls.all)
  all({ query }: CallInput<typeof searchCalls.all>) {
    return this.#search.find(query.q, query.limit);
  }
}
