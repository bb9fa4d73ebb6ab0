import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  col,
  type Columns,
  declaredStatements,
  filteredStatement,
  statement,
  type StatementExecutor,
} from '../src/database/index.ts';
import { aDatabase } from './support/database.ts';

const SOURCE = path.resolve(import.meta.dirname, '../src');
const PARSER_ERROR = /syntax error/;

interface StatementDescription {
  fields: pg.FieldDef[];
  parameters: number;
}

/** Lets PostgreSQL describe a statement without running it. */
class Describe implements pg.Submittable {
  readonly #sql: string;
  readonly #described: StatementDescription = { fields: [], parameters: 0 };
  readonly done = Promise.withResolvers<StatementDescription>();

  constructor(sql: string) {
    this.#sql = sql;
  }

  submit(connection: pg.Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#described.parameters = dataTypeIDs.length;
    });
    connection.parse({ name: '', text: this.#sql, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#described.fields = fields;
  }

  handleError(error: Error): void {
    this.done.reject(error);
  }

  handleReadyForQuery(): void {
    this.done.resolve(this.#described);
  }
}

let database: Awaited<ReturnType<typeof aDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await aDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The problem of a statement; undefined if PostgreSQL accepts it and returns the declared columns. */
async function problemOf({ sql, columns }: { sql: string; columns?: Columns }): Promise<string | undefined> {
  const describing = new Describe(sql);
  client.query(describing);
  const described = await describing.done.promise.catch((error: Error) => error.message);
  if (typeof described === 'string') return described;
  const placeholders = new Set(sql.match(/\$\d+/g));
  if (placeholders.size !== described.parameters)
    return `${placeholders.size} placeholders, ${described.parameters} parameters`;
  if (columns === undefined) return undefined;
  const delivered = described.fields.map(({ name, dataTypeID }) => {
    const column = columns[name];
    if (!column) return `${name}: not declared`;
    return column.types.includes(dataTypeID)
      ? undefined
      : `${name}: declared ${column.name}, delivers type ${dataTypeID}`;
  });
  const missing = Object.keys(columns)
    .filter((name) => !described.fields.some((field) => field.name === name))
    .map((name) => `${name}: not delivered`);
  return [...delivered, ...missing].filter((problem) => problem !== undefined).join('; ') || undefined;
}

const DECLARES = /\b(?:filteredStatement|statement)\(/;

/** Imports every file that declares a statement. */
async function loadStatements(): Promise<void> {
  for (const file of await readdir(SOURCE, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const place = path.join(SOURCE, file);
    if (DECLARES.test(await readFile(place, 'utf8'))) await import(pathToFileURL(place).href);
  }
}

test('PostgreSQL accepts every declared statement and returns the declared columns', async () => {
  await loadStatements();
  const problems: Record<string, string> = {};
  let count = 0;
  for (const declared of declaredStatements()) {
    count += 1;
    const problem = await problemOf(declared);
    if (problem !== undefined) problems[declared.name ?? declared.sql] = problem;
  }
  expect(problems).toEqual({});
  expect(count).toBeGreaterThan(4);
}, 60_000);

describe('finds', () => {
  test.each([
    ['a misspelled column', 'select slgu from voyage', { slgu: col.text }, 'column "slgu" does not exist'],
    ['a wrong type', 'select version from voyage', { version: col.text }, /^version: declared text, delivers type 23$/],
    ['an undeclared column', 'select id, slug from voyage', { id: col.int }, 'slug: not declared'],
    ['a missing column', 'select id from voyage', { id: col.int, slug: col.text }, 'slug: not delivered'],
    ['a skipped parameter', 'select id from voyage where id = $2', { id: col.int }, /parameter \$1/],
    ['a wrong element type', 'select array[1] ids', { ids: col.array(col.text) }, /^ids: declared text\[\]/],
    ['a syntax error without columns', 'delete voyage', undefined, PARSER_ERROR],
  ])('%s', async (_, sql, columns, problem) => {
    expect(await problemOf({ sql, columns })).toMatch(problem);
  });
});

test('every type is parsed as declared', async () => {
  const columns = {
    flag: col.bool,
    size: col.int,
    share: col.number,
    name: col.text,
    key: col.uuid,
    day: col.date,
    hour: col.time,
    at: col.timestamp,
    bytes: col.bytes,
    list: col.json<string[]>(),
    days: col.array(col.date),
  };
  const sql = `select true flag, 8::bigint size, 0.5 share, 'x' name, gen_random_uuid() key, date '1946-01-02' as day, time '06:30' as hour,
    now() as at, '\\x00'::bytea bytes, '["a"]'::jsonb list, array[date '1946-01-02'] days`;
  expect(await problemOf({ sql, columns })).toBeUndefined();
});

test('statement names are unique', () => {
  statement('test-twice', 'select 1');
  expect(() => statement('test-twice', 'select 2')).toThrow('test-twice');
});

test('a filtered statement is checked without conditions, with each one, and with all', () => {
  const table = { slug: { code: 's', sql: (p: string) => `slug = ${p}` }, open: { code: 'o', sql: 'true' } };
  filteredStatement('test-filtered', table, ({ where }) => `select id from voyage ${where}`, { id: col.int });
  const texts = [...declaredStatements()].filter(({ name }) => name?.startsWith('test-filtered'));
  expect(texts.map(({ sql }) => sql)).toEqual([
    'select id from voyage ',
    'select id from voyage where slug = $1',
    'select id from voyage where true',
    'select id from voyage where slug = $1 and true',
  ]);
});

test('only declared statements compile, and only with the columns that they have', () => {
  const found = statement('test-compiled', 'select slug from voyage', { slug: col.text });
  // Never called: `@ts-expect-error` fails the type check if the compiler reports no error there.
  const uses = async (executor: StatementExecutor) => {
    const row = await executor.row(found);
    // @ts-expect-error a misspelled column
    void row?.slgu;
    // @ts-expect-error a column of another type
    void (row?.slug satisfies number | undefined);
    // @ts-expect-error a name and a string
    void executor.rows('voyages', 'select slug from voyage');
    // @ts-expect-error an object that nothing checks
    void executor.rows({ name: 'voyages', sql: 'select slug from voyage', columns: undefined });
    return row?.slug;
  };
  expect(uses).toHaveLength(1);
});
