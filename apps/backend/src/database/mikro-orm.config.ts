import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { Album, AlbumMedia } from '../modules/albums/index.ts';
import { Session } from '../modules/auth/index.ts';
import { FrontendRevision } from '../modules/frontends/index.ts';
import { Revision } from '../modules/history/index.ts';
import { IngestOperation, IngestProblem, IngestRecord } from '../modules/ingest/index.ts';
import { Derivative, Media } from '../modules/media/index.ts';
import { Person } from '../modules/people/index.ts';
import { President } from '../modules/presidents/index.ts';
import { Passenger, Voyage, VoyageMedia } from '../modules/voyages/index.ts';
import { migrations } from './migrations/index.ts';

export const entities = [
  Person,
  President,
  Media,
  Derivative,
  Voyage,
  Passenger,
  VoyageMedia,
  Album,
  AlbumMedia,
  IngestOperation,
  IngestProblem,
  IngestRecord,
  Revision,
  Session,
  FrontendRevision,
];

/** The one description of the database connection. Migrations are written by hand: the schema has more than entities can say. */
export function databaseOptions(url: string, poolMax: number): Options {
  return defineConfig({
    clientUrl: url,
    entities,
    namingStrategy: UnderscoreNamingStrategy,
    forceUtcTimezone: true,
    pool: { min: 0, max: poolMax },
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      tableName: 'migration',
      transactional: true,
      allOrNothing: true,
    },
  });
}
