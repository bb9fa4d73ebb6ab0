import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { pino } from 'pino';
import { createApi } from '../../src/api.ts';
import type { ResponseCache } from '../../src/common/response-cache.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { Database } from '../../src/database/index.ts';
import { aDatabase } from './database.ts';
import { Browser } from './browser.ts';

export interface TestApi {
  url: string;
  app: NestFastifyApplication;
  config: Config;
  database: Database;
  /** Sends SQL as the owner of the API's own database, because the application may not change the schema. */
  asOwner(sql: string): Promise<void>;
  /** A client without a session. */
  visitor(): Browser;
  /** A signed-in client. */
  signIn(): Promise<Browser>;
  close(): Promise<void>;
}

interface Options {
  /** Additional environment variables. */
  environment?: Record<string, string>;
  /** An existing database; a new one by default, which the API uses with the privileges of the application. */
  databaseUrl?: string;
  cache?: ResponseCache;
}

/** Credentials of all test servers. */
export const CURATOR = { username: 'curator', password: 'a password for tests' };

/** The API as in production, in this process, on a free port, with its own database and data directory. */
export async function startApi({ environment = {}, databaseUrl, cache }: Options = {}): Promise<TestApi> {
  const own = databaseUrl === undefined ? await aDatabase() : undefined;
  const directory = await mkdtemp(path.join(tmpdir(), 'archive-'));
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl ?? own?.applicationUrl,
    DATABASE_POOL_MAX: '4',
    DATA_DIR: directory,
    // Temporary folders may be small.
    DISK_RESERVE_MB: '0',
    INGEST_FETCH_MEDIA: 'false',
    FRONTENDS_DIR: path.join(directory, 'no-builds'),
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
    ...environment,
  });
  const app = await createApi(config, pino({ level: config.logLevel }), cache);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const visitor = () => new Browser(url);
  return {
    url,
    app,
    config,
    database: app.get(Database),
    asOwner: async (sql) => {
      const owner = new Client(own?.url);
      await owner.connect();
      await owner.query(sql).finally(() => owner.end());
    },
    visitor,
    signIn: async () => {
      const browser = visitor();
      const { status } = await browser.post('/api/auth/login', CURATOR);
      if (status !== 200) throw new Error(`Sign-in failed with ${status}`);
      return browser;
    },
    close: async () => {
      // Otherwise a connection with an unread response would delay closing until its timeout.
      (app.getHttpServer() as Server).closeAllConnections();
      await app.close();
      await own?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
