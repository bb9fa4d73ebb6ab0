export { excerptRuns, MATCH_END, MATCH_START } from './excerpt.ts';
export { SearchQueries } from './search-queries.ts';
export { nameQuery, peopleNamed } from './name-query.ts';
export { type ListQuery, ListSearch } from './list-search.ts';
export { IN_DIRECTORY, mediaMatching, peopleMatching } from './matching.ts';
export { SearchHttpModule, SearchModule, SearchWorkerModule } from './search.module.ts';
