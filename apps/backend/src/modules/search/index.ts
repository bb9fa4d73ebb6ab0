export { nameQuery, peopleNamed } from './name-query.ts';
export { IN_DIRECTORY, peopleMatching } from './people-matching.ts';
export { SearchHttpModule } from './search-http.module.ts';
export { SearchQueries, type SearchQuery } from './search-queries.ts';
export { SearchModule, SearchWorkerModule } from './search.module.ts';
