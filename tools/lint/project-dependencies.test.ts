import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isTest } from './language/sources.ts';
import { declarationProblems, importProblems, type Project, readProjects, TAG_RULES } from './imports.ts';

const root = path.resolve(import.meta.dirname, '../..');
const projects = readProjects(root);

const aProject = (name: string, tags: string[], overrides: Partial<Project> = {}): Project => ({
  name: `@archive/${name}`,
  folder: `libs/${name}`,
  tags,
  dependencies: [],
  devDependencies: [],
  ...overrides,
});

describe('an import of another project', () => {
  test.each([
    ['apps/people-mfe/src/a.ts', `import '@archive/ui';`, undefined],
    ['apps/people-mfe/src/a.ts', `import '@archive/editing';`, undefined],
    ['apps/people-mfe/src/a.ts', `import '@archive/media-mfe';`, 'scope:people'],
    ['apps/people-mfe/src/a.ts', `import '../../voyages-mfe/src/routes.tsx';`, 'scope:people'],
    ['apps/people-mfe/src/a.ts', `export const page = () => import('../../shell/src/index.ts');`, 'scope:people'],
    ['apps/people-mfe/src/a.ts', `import type { Voyage } from '../../backend/src/x.ts';`, 'scope:people'],
    ['apps/people-mfe/src/a.ts', `import '@archive/testing';`, 'type:remote'],
    ['apps/people-mfe/src/a.test.ts', `import '@archive/testing';`, undefined],
    ['apps/people-mfe/jest.config.mjs', `import '@archive/jest-config';`, undefined],
    ['apps/shell/src/a.ts', `export * from '@archive/editing';`, 'scope:shell'],
    ['apps/backend/src/a.ts', `import '@archive/contracts';`, undefined],
    ['apps/backend/src/a.ts', `import '@archive/ui';`, 'scope:backend'],
    ['apps/backend/src/a.ts', `import '@archive/postgres';`, 'scope:backend'],
    ['apps/backend/test/a.ts', `import '@archive/postgres';`, undefined],
    ['libs/contracts/src/a.ts', `import '@archive/voyage-document';`, 'scope:shared'],
    ['libs/ui/src/a.ts', `import '@archive/api-client';`, 'type:ui'],
    ['libs/api-client/src/a.ts', `import '@archive/ui';`, 'type:data-access'],
    ['libs/shell-api/src/a.ts', `import '@archive/editing';`, 'scope:browser'],
    ['e2e/specs/a.spec.ts', `import '@archive/contracts';`, 'type:e2e'],
  ])('%s with %j', (file, code, brokenRule) => {
    const problems = importProblems(projects, [file], isTest, () => code);
    expect(problems).toEqual(brokenRule ? [expect.stringContaining(`but ${brokenRule} may depend on`)] : []);
  });

  test('must be listed in package.json', () => {
    const projects = [
      aProject('one', ['scope:browser', 'type:feature']),
      aProject('two', ['scope:browser', 'type:ui']),
    ];
    const check = (file: string) => importProblems(projects, [file], isTest, () => `import '@archive/two';`);
    const problem = 'imports @archive/two, but libs/one/package.json does not list @archive/two.';
    expect(check('libs/one/src/a.ts')).toEqual([`libs/one/src/a.ts: ${problem}`]);
    projects[0] = { ...projects[0]!, devDependencies: ['@archive/two'] };
    expect(check('libs/one/src/a.ts')).toEqual([`libs/one/src/a.ts: ${problem}`]);
    expect(check('libs/one/src/a.test.ts')).toEqual([]);
  });
});

describe('package.json', () => {
  test('may list only what the tags allow', () => {
    const ui = aProject('ui', ['scope:browser', 'type:ui'], { dependencies: ['@archive/client', '@archive/gone'] });
    const client = aProject('client', ['scope:browser', 'type:data-access']);
    expect(declarationProblems([ui, client])).toEqual([
      'libs/ui/package.json: depends on @archive/client, but type:ui may depend on type:util only, and @archive/client is scope:browser, type:data-access.',
      'libs/ui/package.json: depends on @archive/gone, but there is no such project.',
    ]);
  });

  test('has one known tag of each kind', () => {
    expect(declarationProblems([aProject('x', ['type:ui', 'type:util', 'scope:nowhere'])])).toEqual([
      'libs/x/package.json: nx.tags needs one tag that starts with type:',
      'libs/x/package.json: tools/lint/tags.ts has no rule for scope:nowhere',
    ]);
  });
});

test('every rule belongs to a project and allows tags that exist', () => {
  const used = new Set(projects.flatMap(({ tags }) => tags));
  expect(Object.keys(TAG_RULES).toSorted()).toEqual([...used].toSorted());
  expect(Object.values(TAG_RULES).flatMap((allowed) => allowed.filter((tag) => !used.has(tag)))).toEqual([]);
});
