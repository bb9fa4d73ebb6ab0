export { createDatabase, type Database } from './databases.ts';
export { takeLock, type Lock } from './lock.ts';
export { endProcess, processBirth, processEnded, watchOver } from './processes.ts';
export { Refusal } from './refusal.ts';
export { makePassage } from './server-user.ts';
export { removePostgres, startPostgres, type Postgres } from './start-postgres.ts';
export { startTestCluster, type TestCluster } from './test-cluster.ts';
