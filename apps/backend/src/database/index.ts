// DatabaseModule is not here: it knows the entities, and so every module; only the entry files import it.
export { AwayError, isDatabaseAway } from './away.ts';
export { type Condition, type Conditions, conditions } from './conditions.ts';
export { Database, type Statements, statementsOn } from './database.ts';
export { freeSlug } from './free-slug.ts';
export { afterCommit } from './transaction-context.ts';
