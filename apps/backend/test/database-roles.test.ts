import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDatabase } from '@archive/postgres';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { grantApplicationRole } from '../src/database/application-role.ts';
import { declaredStatements } from '../src/database/index.ts';
import { migrations } from '../src/database/migrations/index.ts';
import { startApi } from './support/api.ts';
import { LOADER, PROGRAM_ENVIRONMENT, programFile, PROJECT } from './support/program.ts';
import { startWorker } from './support/worker.ts';
import { ingest } from './support/ingest.ts';

const cluster = process.env.TEST_CLUSTER_URL ?? '';
const APPLICATION = 'roles_app';

type Database = Awaited<ReturnType<typeof createDatabase>>;

let database: Database;
let owner: pg.Client;
let application: pg.Client;

const as = (url: string, role: string, password: string) =>
  Object.assign(new URL(url), { username: role, password }).href;
const applicationUrl = (password = 'first') => as(database.url, APPLICATION, password);

/** Runs the migrations as a program. */
async function migrate(environment: Record<string, string>) {
  const child = spawn(process.execPath, [...LOADER, programFile('migrate')], {
    cwd: PROJECT,
    env: { ...PROGRAM_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const [status] = (await once(child, 'exit')) as [number];
  return { status, output };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

const errorOf = (client: pg.Client, sql: string) =>
  client.query(sql).then(
    () => 'allowed',
    (error: Error) => error.message,
  );

beforeAll(async () => {
  database = await createDatabase(cluster);
  // An archive from before there were roles, when the application owned the database.
  const before = await migrate({ DATABASE_URL: database.url });
  expect(before).toMatchObject({ status: 0 });
  owner = await connect(database.url);
  const both = await migrate({ DATABASE_URL: applicationUrl(), DATABASE_OWNER_URL: database.url });
  expect(both).toEqual({ status: 0, output: 'The database is up to date.\n' });
  application = await connect(applicationUrl());
});
afterAll(async () => {
  await application.end();
  await owner.query(`drop owned by ${APPLICATION}; drop role ${APPLICATION}`);
  await owner.end();
  await database.drop();
});

describe("the application's role", () => {
  test.each([
    ['a table', 'create table mine (id int)'],
    ['a temporary table', 'create temporary table mine (id int)'],
    ['a table of the queues', 'create table bullmq.mine (id int)'],
    ['a schema', 'create schema mine'],
    ['a function', 'create function mine() returns int language sql as $$ select 1 $$'],
    [
      'a function of the owner',
      'create or replace function media_url(text) returns text language sql as $$ select 1 $$',
    ],
    ['a view', 'create view mine as select 1'],
    ['an index', 'create index on voyage (title)'],
    ['a column', 'alter table voyage add column mine int'],
    ['no trigger', 'alter table voyage disable trigger user'],
    ['no table', 'drop table voyage'],
    ['an extension', 'create extension pg_stat_statements'],
    ['a role', 'create role other login'],
    ['a database', 'create database mine'],
    ['its own privileges', `alter role ${APPLICATION} superuser`],
    ["the owner's role", 'set role archive'],
    ['a program', `copy voyage to program 'id'`],
    ['a file', `copy voyage from '/etc/passwd'`],
    ['a setting', 'alter system set log_statement = none'],
  ])('can’t change the database: %s', async (_, sql) => {
    expect(await errorOf(application, sql)).toMatch(/permission denied|must be|must have|not permitted/i);
  });

  test.each([
    ['passwords', 'select rolpassword from pg_authid'],
    ['files', `select pg_read_file('/etc/passwd')`],
    ['the log', 'select pg_ls_logdir()'],
  ])('can’t read %s', async (_, sql) => {
    expect(await errorOf(application, sql)).toContain('permission denied');
  });

  test.each([
    ['the security log', 'delete from security_event'],
    ['the security log', 'update security_event set kind = $$x$$'],
    ['the security log', 'truncate security_event'],
    ['the releases', 'delete from frontend_revision'],
    ['the releases', 'truncate frontend_revision'],
    ['the migrations', `insert into migration (name) values ('x')`],
    ['the contract of the schema', 'update schema_contract set required_migration = null'],
  ])('can’t rewrite %s: %s', async (_, sql) => {
    expect(await errorOf(application, sql)).toContain('permission denied');
  });

  test('can delete only events older than 90 days', async () => {
    await owner.query(`insert into security_event (kind, at) values ('login-failed', now() - interval '91 days'),
      ('login-failed', now() - interval '89 days')`);
    const { rows } = await application.query('select delete_expired_security_events() as removed');
    expect(rows).toEqual([{ removed: 1 }]);
  });

  test('collects statistics of tables', async () => {
    const notices: unknown[] = [];
    const listener = (notice: unknown) => void notices.push(notice);
    application.on('notice', listener);
    await application.query('analyze voyage, person');
    application.off('notice', listener);
    expect(notices).toEqual([]);
  });

  test('can run every declared statement', async () => {
    const source = path.join(PROJECT, 'src');
    for (const file of await readdir(source, { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const place = path.join(source, file);
      if (/\b(?:filteredStatement|statement)\(/.test(await readFile(place, 'utf8')))
        await import(pathToFileURL(place).href);
    }
    const problems: string[] = [];
    let count = 0;
    for (const { name, sql } of declaredStatements()) {
      // PostgreSQL can't explain these statements; the tests of imports and packages run them as this role.
      if (/^\s*(?:lock|truncate|set|do)\b/i.test(sql)) continue;
      count += 1;
      const problem = await errorOf(application, `explain (generic_plan) ${sql}`);
      if (problem !== 'allowed') problems.push(`${name}: ${problem}`);
    }
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });

  test('runs the archive with its queues', async () => {
    const api = await startApi({ databaseUrl: applicationUrl() });
    const worker = await startWorker(api);
    try {
      const curator = await api.signIn();
      const { status, plan } = await ingest(curator, '# Owner Sequoia Trust\n\n## 1978-01-01: Down the Potomac\n');
      expect([status, plan.create]).toEqual(['completed', 1]);
      expect((await api.visitor().get('/health/ready')).status).toBe(200);
    } finally {
      await worker.close();
      await api.close();
    }
  });
});

describe('the migrations', () => {
  test('set a new password for the role without sending it in a statement', async () => {
    const statements: unknown[] = [];
    const query = owner.query.bind(owner);
    const recorded = Object.assign(Object.create(owner) as pg.Client, {
      query: (...given: Parameters<typeof query>) => {
        statements.push(given);
        return query(...given);
      },
    });
    await grantApplicationRole(recorded, { name: APPLICATION, password: 'second' }, ['public']);
    expect(statements.length).toBeGreaterThan(5);
    expect(JSON.stringify(statements)).not.toContain('second');
    await expect(connect(applicationUrl('first'))).rejects.toThrow(/password authentication failed/);
    await (await connect(applicationUrl('second'))).end();
  });

  test('grant access to new tables', async () => {
    await owner.query('create table later_made (id int)');
    expect(await errorOf(application, 'select from later_made')).toContain('permission denied');
    await migrate({ DATABASE_URL: applicationUrl('second'), DATABASE_OWNER_URL: database.url });
    expect(await errorOf(application, 'select from later_made')).toBe('allowed');
    await owner.query('drop table later_made');
  });

  test.each([
    ['is a superuser', 'superuser', 'has the privileges of an administrator or of the owner'],
    ['may create roles', 'createrole', 'has the privileges of an administrator or of the owner'],
    ['belongs to the owner', 'in role archive', 'has the privileges of an administrator or of the owner'],
    ['may create schemas', '', 'may create tables', 'grant create on database %I to roles_strong'],
    ['owns tables', '', 'owns tables of the archive', 'alter table device_key owner to roles_strong'],
  ])('refuse a role that %s', async (_, options, reason, more = '') => {
    await owner.query(`create role roles_strong ${options} login password 'strong'`);
    if (more) await owner.query(more.replace('%I', owner.escapeIdentifier(database.name)));
    try {
      await expect(grantApplicationRole(owner, { name: 'roles_strong', password: 'x' }, ['public'])).rejects.toThrow(
        `The role "roles_strong" of DATABASE_URL ${reason}. Name a role for the application only, and the owner of the tables in DATABASE_OWNER_URL.`,
      );
      // The role is unchanged, including its password.
      await (await connect(as(database.url, 'roles_strong', 'strong'))).end();
    } finally {
      await owner.query('alter table device_key owner to archive; drop owned by roles_strong; drop role roles_strong');
    }
  });

  test('run as an ordinary owner; an administrator creates the role if the owner can’t', async () => {
    await owner.query(`create role roles_owner login password 'owner'`);
    const separateDatabase = await createDatabase(cluster);
    await owner.query(`alter database ${owner.escapeIdentifier(separateDatabase.name)} owner to roles_owner`);
    const environment = {
      DATABASE_URL: as(separateDatabase.url, 'roles_missing', 'x'),
      DATABASE_OWNER_URL: as(separateDatabase.url, 'roles_owner', 'owner'),
    };
    try {
      const { status, output } = await migrate(environment);
      expect([status, output.split('\n').at(-2)]).toEqual([
        1,
        'The role "roles_missing" of DATABASE_URL does not exist, and the role of DATABASE_OWNER_URL may not create it. ' +
          'Create it with a password and without other privileges.',
      ]);
      await owner.query(`create role roles_missing login password 'x'`);
      expect(await migrate(environment)).toMatchObject({ status: 0 });
      const made = await connect(environment.DATABASE_URL);
      const { rows } = await made.query('select count(*)::int as count from migration');
      expect(rows).toEqual([{ count: migrations.length }]);
      expect(await errorOf(made, 'create table mine (id int)')).toContain('permission denied');
      await made.end();
    } finally {
      await separateDatabase.drop();
      await owner.query('drop role if exists roles_missing; drop role roles_owner');
    }
  });
});
