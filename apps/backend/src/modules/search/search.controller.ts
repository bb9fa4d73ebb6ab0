import { searchOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { ArchiveSearch } from './archive-search.ts';

@Controller()
export class SearchController {
  readonly #search: ArchiveSearch;

  constructor(search: ArchiveSearch) {
    this.#search = search;
  }

  @Contract(searchOperations.all)
  all({ query }: OperationInput<typeof searchOperations.all>) {
    return this.#search.find(query.q, query.limit);
  }
}
