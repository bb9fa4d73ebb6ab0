export { copyPostgres } from './binaries.ts';
export { createDatabase, type Database } from './databases.ts';
export { freePort } from './server.ts';
export { acquireLock, type Lock, lockHolder } from './lock.ts';
export { terminateProcess, processStartTime, waitForExit, startWatchdog } from './processes.ts';
export { UserError } from './user-error.ts';
export { ensureTraversableDir } from './server-user.ts';
export { removePostgres, runningPostgres, startPostgres, type Postgres } from './start-postgres.ts';
export { startTestCluster, type TestCluster } from './test-cluster.ts';
