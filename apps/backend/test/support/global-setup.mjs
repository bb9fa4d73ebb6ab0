import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import './typescript.mjs';
import { createDatabase, startTestCluster } from '@archive/postgres';

const TEMPLATE = 'archive_template';

/** One PostgreSQL for all suites, with a migrated database that each suite copies. */
export default async function setUp() {
  compileBeforehand();
  const cluster = await startTestCluster();
  globalThis.__cluster = cluster;
  const template = await createDatabase(cluster.url, { name: TEMPLATE });
  const { databaseOptions } = await import('../../src/database/driver-options.ts');
  const { MikroORM } = await import('@mikro-orm/postgresql');
  const orm = await MikroORM.init({ ...databaseOptions(template.url, 2), logger: () => {} });
  await orm.migrator.up();
  const { createQueueTables, QUEUE_SCHEMA } = await import('../../src/queues/queue-tables.ts');
  const { grantApplicationRole } = await import('../../src/database/application-role.ts');
  const role = { name: 'archive_app', password: randomBytes(12).toString('hex') };
  const owner = await (await orm.em.getConnection().getNativeClient()).connect();
  await createQueueTables(owner);
  await grantApplicationRole(owner, role, ['public', QUEUE_SCHEMA]);
  owner.release();
  await orm.close(true);
  process.env.TEST_CLUSTER_URL = cluster.url;
  process.env.TEST_TEMPLATE = TEMPLATE;
  process.env.TEST_APPLICATION_ROLE = `${role.name}:${role.password}`;
}

/**
 * Tests start many programs, and each would spend a second compiling the same files. One process compiles for all while
 * the first suites run; a program that starts earlier compiles its files itself.
 */
function compileBeforehand() {
  globalThis.__compiled = mkdtempSync(path.join(tmpdir(), 'archive-compiled-'));
  process.env.TEST_TRANSPILED = globalThis.__compiled;
  process.env.NODE_COMPILE_CACHE = path.join(globalThis.__compiled, 'v8');
  const load = `await Promise.all([import('./src/worker.module.ts'), import('./src/api.ts')]); process.exit()`;
  const loader = path.join(import.meta.dirname, 'typescript.mjs');
  // Built programs need no compiling.
  if (process.env.TEST_PROGRAMS === 'built') return;
  globalThis.__compiling = spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', load], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: 'ignore',
  });
}
