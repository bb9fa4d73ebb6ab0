export { excerptRuns, MATCH_END, MATCH_START } from './excerpt.ts';
export { SearchQueries } from './search-queries.ts';
export { nameQuery, peopleNamed } from './name-query.ts';
export { type ListQuery, ListSearch } from './list-search.ts';
export { IN_DIRECTORY, peopleMatching } from './people-matching.ts';
export { mediaMatching } from './media-matching.ts';
export { SearchHttpModule } from './search-http.module.ts';
export { SearchModule, SearchWorkerModule } from './search.module.ts';
