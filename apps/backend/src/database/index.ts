export { UnavailableError, isDatabaseUnavailable } from '../common/index.ts';
export {
  type Condition,
  type Conditions,
  type Statement,
  conditions,
  declaredStatements,
  filteredStatement,
  statement,
  statementsFor,
} from './statement.ts';
export { col, type Columns, type ColumnsOf, fieldColumns, type RowOf } from './columns.ts';
export { Database } from './database.ts';
export { deadlineOptions, extendDeadline, LONG_STATEMENT_MS } from './deadlines.ts';
export { DatabaseModule } from './database.module.ts';
export { type StatementExecutor, executorOn } from './statement-executor.ts';
export { allowReplicaReads } from './read-replica.ts';
export { freeSlug } from './free-slug.ts';
export { SCHEMA_VERSION } from './schema-contract.ts';
export { afterCommit } from './transaction-context.ts';
export { REFRESH_SEARCH_WORDS } from './voyage-search.ts';
