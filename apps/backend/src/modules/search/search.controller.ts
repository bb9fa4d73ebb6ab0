import { searchOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { ArchiveSearch } from './archive-search.ts';

@Controller()
export class SearchController {
  constructor(private readonly search: ArchiveSearch) {}

  @Contract(searchOperations.all)
  all({ query: { kind: kinds, sort, limit, offset, ...filters } }: OperationInput<typeof searchOperations.all>) {
    return this.search.find(filters, { kinds, sort, limit, offset });
  }

  @Contract(searchOperations.overview)
  overview({ query: { kind: kinds, ...filters } }: OperationInput<typeof searchOperations.overview>) {
    return this.search.overview(filters, kinds);
  }

  @Contract(searchOperations.suggestions)
  suggestions({ query }: OperationInput<typeof searchOperations.suggestions>) {
    return this.search.suggest(query.q, query.curator_notes);
  }
}
