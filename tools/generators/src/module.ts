import {
  after,
  afterLast,
  before,
  Changes,
  nameCases,
  migrationTime,
  type Workspace,
  migrationTimes,
  nextSteps,
} from './workspace.ts';

interface Options {
  name: string;
  record?: string;
}

/**
 * A backend module with its own table: contract and examples, migration, service, controller, registration and a test on a real
 * database. It starts with two operations, list and create, on records with a title.
 */
export default async function generateModule(workspace: Workspace, { name, record }: Options): Promise<() => void> {
  const plural = nameCases(name);
  const recordForms = nameCases(record ?? name.replace(/s$/, ''));
  if (recordForms.kebab === plural.kebab) throw new Error(`Name one record as well: --record is needed for "${name}".`);
  const changes = new Changes(workspace);
  const folder = `apps/backend/src/modules/${plural.kebab}`;
  const migration = `${migrationTime(migrationTimes(workspace))}-${plural.kebab}`;

  changes.add(
    `libs/contracts/src/${plural.kebab}.ts`,
    `import { z } from 'zod';
import { requiredTextSchema } from './common.ts';
import { defineOperation } from './operation.ts';

export const ${recordForms.camel}Schema = z.object({
  ${recordForms.snake}_id: z.number().int(),
  title: z.string(),
  created_at: z.string().meta({ description: 'Timestamp in UTC, ISO 8601.' }),
});
export type ${recordForms.Pascal} = z.output<typeof ${recordForms.camel}Schema>;

export const ${plural.camel}Operations = {
  list: defineOperation({
    id: '${plural.camel}.list',
    method: 'GET',
    path: '/api/${plural.kebab}',
    access: 'reader',
    summary: 'List ${plural.words}, newest first',
    response: z.array(${recordForms.camel}Schema),
  }),
  create: defineOperation({
    id: '${plural.camel}.create',
    method: 'POST',
    path: '/api/curator/${plural.kebab}',
    access: 'curator',
    summary: 'Create a ${recordForms.words}',
    body: z.strictObject({ title: requiredTextSchema(500, 'Enter a title.') }),
    response: ${recordForms.camel}Schema,
  }),
};
`,
  );
  changes.add(
    `libs/contracts/src/examples/${plural.kebab}.ts`,
    `import { ${plural.camel}Operations, type ${recordForms.Pascal} } from '../${plural.kebab}.ts';
import { exampleOf } from './example.ts';
import { CHANGED_AT } from './records.ts';

const example: ${recordForms.Pascal} = { ${recordForms.snake}_id: 1, title: 'Dinner for Pierre Trudeau', created_at: CHANGED_AT };

export const ${plural.camel}Examples = [
  exampleOf(${plural.camel}Operations.list, { response: [example] }),
  exampleOf(${plural.camel}Operations.create, { body: { title: example.title }, response: example }),
];
`,
  );
  changes.edit(
    'libs/contracts/src/index.ts',
    afterLast(/^export \* from .*\n/, `export * from './${plural.kebab}.ts';\n`),
  );
  changes.edit(
    'libs/contracts/src/examples/index.ts',
    afterLast(/^import .*\n/, `import { ${plural.camel}Examples } from './${plural.kebab}.ts';\n`),
    before(/^\]\);$/m, `  ...${plural.camel}Examples,\n`),
  );

  changes.add(
    `apps/backend/src/database/migrations/${migration}.ts`,
    `import { Migration } from '@mikro-orm/migrations';

export class ${plural.Pascal} extends Migration {
  override up(): void {
    this.addSql(\`
      create table ${recordForms.snake} (
        id int generated always as identity primary key,
        title text not null,
        created_at timestamptz not null default now(),
        created_by text not null
      )\`);
  }

  override down(): void {
    this.addSql('drop table ${recordForms.snake}');
  }
}
`,
  );
  changes.edit(
    'apps/backend/src/database/migrations/index.ts',
    afterLast(/^import .*\n/, `import { ${plural.Pascal} } from './${migration}.ts';\n`),
    before(/^\];$/m, `  { name: '${migration}', class: ${plural.Pascal} },\n`),
  );

  changes.add(
    `${folder}/${plural.kebab}.ts`,
    `import type { ${recordForms.Pascal} } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';

const NAMES = 'id as ${recordForms.snake}_id, title, created_at';
const COLUMNS = {
  ${recordForms.snake}_id: col.int,
  title: col.text,
  created_at: col.timestamp,
} satisfies ColumnsOf<${recordForms.Pascal}>;

const ALL = statement('${plural.kebab}', \`select \${NAMES} from ${recordForms.snake} order by id desc\`, COLUMNS);
const CREATE = statement(
  '${recordForms.kebab}-create',
  \`insert into ${recordForms.snake} (title, created_by) values ($1, $2) returning \${NAMES}\`,
  COLUMNS,
);

const toResponse = (row: ${recordForms.Pascal}): ${recordForms.Pascal} => ({ ...row, created_at: new Date(row.created_at).toISOString() });

/** The only writer of the table ${recordForms.snake}. */
@Injectable()
export class ${plural.Pascal} {
  constructor(private readonly database: Database) {}

  async list(): Promise<${recordForms.Pascal}[]> {
    return (await this.database.rows(ALL)).map(toResponse);
  }

  async create(title: string, by: string): Promise<${recordForms.Pascal}> {
    const row = await this.database.row(CREATE, [title, by]);
    if (!row) throw new Error('The insert returned no row');
    return toResponse(row);
  }
}
`,
  );
  changes.add(
    `${folder}/${plural.kebab}.controller.ts`,
    `import { ${plural.camel}Operations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { ${plural.Pascal} } from './${plural.kebab}.ts';

@Controller()
export class ${plural.Pascal}Controller {
  constructor(private readonly ${plural.camel}: ${plural.Pascal}) {}

  @Contract(${plural.camel}Operations.list)
  list() {
    return this.${plural.camel}.list();
  }

  @Contract(${plural.camel}Operations.create)
  create({ body }: OperationInput<typeof ${plural.camel}Operations.create>, @Username() username: string) {
    return this.${plural.camel}.create(body.title, username);
  }
}
`,
  );
  changes.add(
    `${folder}/index.ts`,
    `import { Module } from '@nestjs/common';
import { ${plural.Pascal}Controller } from './${plural.kebab}.controller.ts';
import { ${plural.Pascal} } from './${plural.kebab}.ts';

@Module({ controllers: [${plural.Pascal}Controller], providers: [${plural.Pascal}] })
export class ${plural.Pascal}HttpModule {}
`,
  );
  changes.edit(
    'apps/backend/src/api.module.ts',
    afterLast(
      /^import \{ \w+HttpModule \} from .*\n/,
      `import { ${plural.Pascal}HttpModule } from './modules/${plural.kebab}/index.ts';\n`,
    ),
    after('const HTTP_MODULES: Type[] = [', `\n  ${plural.Pascal}HttpModule,`),
  );
  changes.edit(
    'apps/backend/src/modules/operations/openapi.ts',
    after('const TAGS: Record<string, string> = {', `\n  ${plural.camel}: '${sentence(plural.words)}.',`),
  );
  changes.edit(
    'tools/lint/boundaries.ts',
    before(/^ {2}frontends: LEAF_MODULES,$/m, `  '${plural.kebab}': ['auth'],\n`),
  );
  changes.edit(
    'tools/lint/table-owners.ts',
    after('TABLE_OWNERS: Readonly<Record<string, string>> = {', `\n  ${recordForms.snake}: 'modules/${plural.kebab}',`),
  );

  const test = `apps/backend/test/${plural.kebab}.test.ts`;
  changes.add(
    test,
    `import { ${plural.camel}Operations } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestOk } from './reading/request.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { sendRejected, send } from './writing/send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

test('a ${recordForms.words} is listed after it is created, newest first', async () => {
  const { body: older } = await send(browser, ${plural.camel}Operations.create, { body: { title: 'Older' } });
  const { body: newer } = await send(browser, ${plural.camel}Operations.create, { body: { title: ' Newer ' } });
  expect(newer).toMatchObject({ title: 'Newer', created_at: expect.stringMatching(/Z$/) });
  expect((await requestOk(browser, ${plural.camel}Operations.list, {})).body).toEqual([newer, older]);
});

test('a blank title is rejected', async () => {
  const { errors } = await sendRejected(browser, ${plural.camel}Operations.create, { body: { title: ' ' } }, 422);
  expect(errors).toEqual([{ path: 'title', message: 'Enter a title.' }]);
});
`,
  );
  await changes.write();
  return nextSteps(`The module ${plural.kebab} is ready, with the test ${test}.`, [
    'npx nx run backend:openapi    writes docs/openapi.json',
    'WRITE_ENDPOINTS=1 npx nx run client:test    writes the paths of the operations',
  ]);
}

const sentence = (words: string) => words[0]?.toUpperCase() + words.slice(1);
