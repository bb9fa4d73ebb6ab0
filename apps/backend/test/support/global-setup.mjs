import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import './typescript.mjs';
import { createDatabase, startTestCluster } from '@archive/postgres';

const TEMPLATE = 'archive_template';

/** One PostgreSQL for all suites, with a migrated database that each suite's own is a copy of. */
export default async function setUp() {
  const cluster = await startTestCluster();
  globalThis.__cluster = cluster;
  const template = await createDatabase(cluster.url, { name: TEMPLATE });
  const { databaseOptions } = await import('../../src/database/mikro-orm.config.ts');
  const { MikroORM } = await import('@mikro-orm/postgresql');
  const orm = await MikroORM.init({ ...databaseOptions(template.url, 2), logger: () => {} });
  await orm.migrator.up();
  await orm.close(true);
  globalThis.__compiled = mkdtempSync(path.join(tmpdir(), 'archive-compiled-'));
  process.env.TEST_TRANSPILED = globalThis.__compiled;
  process.env.NODE_COMPILE_CACHE = path.join(globalThis.__compiled, 'v8');
  process.env.TEST_CLUSTER_URL = cluster.url;
  process.env.TEST_TEMPLATE = TEMPLATE;
}
