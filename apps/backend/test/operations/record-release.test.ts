import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createDatabase } from '@archive/postgres';
import { albumOperations, mediaOperations } from '@archive/contracts';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { declaredStatements } from '../../src/database/index.ts';
import { databaseOptions } from '../../src/database/driver-options.ts';
import { aMedia } from '../builders/index.ts';
import { startApi } from '../support/api.ts';
import { archiveDocument, ingest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { send } from '../writing/send.ts';

/** Records this version for `upgrade.test.ts` of later ones: `RECORD_RELEASE=1.1.0` when 1.1.0 is released. */
const VERSION = process.env['RECORD_RELEASE'];
const SOURCE = path.resolve(import.meta.dirname, '../../src');
const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');
/** Tables that belong to one installation and are not recorded. */
const EXCLUDED_TABLES = [
  'session',
  'worker',
  'login_attempt',
  'record_editor',
  'confirmation',
  'idempotency_key',
  'security_event',
  'device_key',
];

/** The statements that change the schema, in the order in which the migrations run them. */
async function schemaOf(url: string): Promise<string[]> {
  const schema: string[] = [];
  const { prototype } = pg.Client;
  const original = prototype.query;
  prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [query] = parameters as [string | { text?: string }];
    const text = typeof query === 'string' ? query : (query.text ?? '');
    const isOther = /^\s*(?:select|with|begin|commit|savepoint|release|rollback|set|show)\b/i.test(text);
    if (!isOther && !/"migration"/.test(text)) schema.push(text);
    return Reflect.apply(original, this, parameters) as unknown;
  } as typeof original;
  const orm = await MikroORM.init({ ...databaseOptions(url, 2), logger: () => undefined });
  await orm.migrator.up();
  await orm.close(true);
  prototype.query = original;
  return schema;
}

async function statementsOfProgram() {
  for (const file of await readdir(SOURCE, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const place = path.join(SOURCE, file);
    if (/\b(?:filteredStatement|statement)\(/.test(await readFile(place, 'utf8')))
      await import(pathToFileURL(place).href);
  }
  return [...declaredStatements()].map(({ name, sql }) => ({ name: name ?? '', sql }));
}

async function rowsOfArchive(): Promise<Record<string, unknown[]>> {
  const api = await startApi();
  const worker = await startWorker(api);
  const curator = await api.signIn();
  await ingest(curator, await archiveDocument());
  const { rows: voyages } = await api.database.pool.query<{ slug: string }>(
    'select slug from voyage order by id limit 1',
  );
  const voyage_slug = voyages[0]?.slug ?? '';
  const { body: album } = await send(curator, albumOperations.create, { body: { title: 'First', voyage_slug } });
  for (const title of ['Crew', 'Deck', 'Menu']) {
    const { slug: media_slug } = await aMedia(title).outside(`https://example.org/${title}.jpg`).save(api.database);
    await send(curator, mediaOperations.link, { body: { media_slug, voyage_slug } });
    const params = { album_slug: album.album_slug };
    await send(curator, albumOperations.addMedia, { params, body: { media_slug } });
  }
  await worker.close();
  const client = new pg.Client(api.config.database.url);
  await client.connect();
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const tables: Record<string, unknown[]> = {};
  for (const { name } of names.filter((table) => !EXCLUDED_TABLES.includes(table.name))) {
    const { rows } = await client.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`);
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  await client.end();
  await api.close();
  return tables;
}

(VERSION === undefined ? test.skip : test)('records the release', async () => {
  const fresh = await createDatabase(process.env['TEST_CLUSTER_URL'] ?? '');
  const release = {
    version: VERSION,
    schema: await schemaOf(fresh.url),
    tables: await rowsOfArchive(),
    statements: await statementsOfProgram(),
  };
  await fresh.drop();
  const packed = gzipSync(JSON.stringify(release), { level: 9 });
  expect(packed.length).toBeLessThan(500_000);
  await writeFile(path.join(FIXTURES, `release-${VERSION}.json.gz`), packed);
});
