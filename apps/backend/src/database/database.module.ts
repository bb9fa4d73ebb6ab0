import { Global, Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Health, HealthError, Liveness, Metrics } from '../common/index.ts';
import { CONFIG, type Config } from '../config/index.ts';
import { col } from './columns.ts';
import { Database } from './database.ts';
import { driverOptions, poolerOptions, databaseOptions } from './driver-options.ts';
import { migrations } from './migrations/index.ts';
import { NewerSchemaError, requireKnownSchema } from './schema-contract.ts';
import { ReadReplica } from './read-replica.ts';
import { statement } from './statement.ts';

/**
 * Number of missed statement deadlines, without a completed statement, after which the process ends. Lost connections are replaced after
 * one.
 */
const RECOVERY_TIMEOUTS = 4;

const APPLIED = statement('migrations-applied', 'select count(*) as count from migration where name = any($1)', {
  count: col.int,
});

@Global()
@Module({
  imports: [
    MikroOrmModule.forRootAsync({
      driver: PostgreSqlDriver,
      inject: [CONFIG],
      useFactory: ({ database: { url, poolerUrl, poolMax, statementMs } }: Config) => ({
        ...databaseOptions(poolerUrl ?? url, poolMax),
        driverOptions: poolerUrl ? poolerOptions(poolerUrl, statementMs) : driverOptions(url, statementMs),
        // The operator creates the database, and it may not respond yet when the program starts.
        ensureDatabase: false,
        // Nothing uses an entity manager per request.
        registerRequestContext: false,
      }),
    }),
  ],
  providers: [{ provide: Database, useFactory: (orm: MikroORM) => Database.create(orm), inject: [MikroORM] }],
  exports: [Database],
})
export class DatabaseModule implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    health: Health,
    liveness: Liveness,
    metrics: Metrics,
    @Inject(CONFIG) config: Config,
  ) {
    measureConnections(database, metrics);
    const reads = metrics.counter({
      name: 'database_replica_reads_total',
      help: 'Reads that may use the replica: answered by it, or by the primary because the replica was behind, busy or failed',
      labelNames: ['outcome'],
    });
    const { readUrl, poolMax, statementMs } = config.database;
    if (readUrl !== undefined) {
      const replica = new ReadReplica(readUrl, poolMax, database.fastPath, (outcome) => reads.inc({ outcome }));
      database.readFrom(replica);
      health.warn(async () =>
        replica.isFailing ? 'The read replica is unavailable. The primary answers in its place.' : undefined,
      );
    }
    liveness.watch({
      reason: 'No database connection of this process works, although the database answers new ones.',
      limitMs: RECOVERY_TIMEOUTS * statementMs,
      works: () => database.checkPool(),
      worksOnNewConnection: () => database.pingOnNewConnection(),
    });
    const migrationNames = migrations.map(({ name }) => name);
    health.watch('database', async () => {
      await database.ping();
      const applied = await database.row(APPLIED, [migrationNames]).catch(() => undefined);
      if (applied?.count !== migrationNames.length)
        throw new HealthError('The database schema is older than this program. Run the migrations.');
    });
  }

  /**
   * Checks the schema without awaiting it, because the database may start after the program. If the schema is newer, the process ends as
   * after an uncaught error.
   */
  onApplicationBootstrap(): void {
    void this.#rejectNewerSchema();
  }

  async #rejectNewerSchema(): Promise<void> {
    await this.database.untilReachable();
    try {
      await requireKnownSchema(this.database.pool);
    } catch (error) {
      if (error instanceof NewerSchemaError) throw error;
    }
  }
}

function measureConnections(database: Database, metrics: Metrics): void {
  const connections = metrics.gauge({
    name: 'database_connections',
    help: 'Connections of this process to PostgreSQL: in use and idle, and requests waiting for one',
    labelNames: ['state'],
  });
  const limit = metrics.gauge({
    name: 'database_connections_max',
    help: 'Maximum number of connections of this process to PostgreSQL',
  });
  metrics.watch('the connection pool', [], async () => {
    const { inUse, idle, waiting, max } = database.connections;
    connections.set({ state: 'in_use' }, inUse);
    connections.set({ state: 'idle' }, idle);
    connections.set({ state: 'waiting' }, waiting);
    limit.set(max);
  });
}
