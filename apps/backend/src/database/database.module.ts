import { Global, Module } from '@nestjs/common';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Health, HealthError } from '../common/health.ts';
import { Metrics } from '../common/metrics.ts';
import { CONFIG, type Config } from '../config/index.ts';
import { Database } from './database.ts';
import { driverOptions } from './driver-options.ts';
import { databaseOptions } from './mikro-orm.config.ts';
import { migrations } from './migrations/index.ts';

@Global()
@Module({
  imports: [
    MikroOrmModule.forRootAsync({
      driver: PostgreSqlDriver,
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...databaseOptions(config.database.url, config.database.poolMax),
        driverOptions: driverOptions(config.database.url),
        // The database is made by who runs the server; at start it may not even answer.
        ensureDatabase: false,
        // Units of work are made by Database.write; a read needs none, and would pay for one at each request.
        registerRequestContext: false,
      }),
    }),
  ],
  providers: [{ provide: Database, useFactory: (orm: MikroORM) => Database.over(orm), inject: [MikroORM] }],
  exports: [Database],
})
export class DatabaseModule {
  constructor(database: Database, health: Health, metrics: Metrics) {
    measureConnections(database, metrics);
    const known = migrations.map(({ name }) => name);
    health.watch('database', async () => {
      await database.ping();
      const made = await database
        .row<{ made: number }>('health-migrations', 'select count(*) as made from migration where name = any($1)', [
          known,
        ])
        .catch(() => undefined);
      if (made?.made !== known.length)
        throw new HealthError('Its tables are older than this program: run the migrations.');
    });
  }
}

function measureConnections(database: Database, metrics: Metrics): void {
  const connections = metrics.gauge({
    name: 'database_connections',
    help: 'Connections of this process to PostgreSQL: in use, idle, and requests that wait for one',
    labelNames: ['state'],
  });
  const most = metrics.gauge({
    name: 'database_connections_max',
    help: 'The most connections that this process opens',
  });
  metrics.watch('the pool', [], async () => {
    const { inUse, idle, waiting, most: max } = database.connections;
    connections.set({ state: 'in use' }, inUse);
    connections.set({ state: 'idle' }, idle);
    connections.set({ state: 'waiting' }, waiting);
    most.set(max);
  });
}
