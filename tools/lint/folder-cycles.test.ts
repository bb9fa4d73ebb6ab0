import { expect, test } from '@jest/globals';
import { fileCycles, folderCycles, importsOf } from './imports.ts';

const cyclesOf = (sources: Record<string, string>) =>
  folderCycles(importsOf(Object.keys(sources), '/nowhere', (file) => sources[file]!)).map(
    ({ folder, children }) => `${folder}: ${children.toSorted().join(' ↔ ')}`,
  );

test('folders that import each other are a cycle, even when their files are not', () => {
  const sources = {
    'libs/x/src/common/a.ts': `import { d } from '../database/d.ts';`,
    'libs/x/src/common/b.ts': 'export const b = 1;',
    'libs/x/src/database/c.ts': `export { b } from '../common/b.ts';`,
    'libs/x/src/database/d.ts': 'export const d = 1;',
  };
  expect(cyclesOf(sources)).toEqual(['libs/x/src: common ↔ database']);
});

test('a cycle through a third folder and through types is found', () => {
  const sources = {
    'apps/y/src/a/a.ts': `import '../b/b.ts';`,
    'apps/y/src/b/b.ts': `import type { C } from '../c/c.ts';`,
    'apps/y/src/c/c.ts': `import '../a/a.ts'; export type C = 1;`,
  };
  expect(cyclesOf(sources)).toEqual(['apps/y/src: a ↔ b ↔ c']);
});

test('a folder may use files beside it, and an index may use the folder', () => {
  const sources = {
    'libs/x/src/index.ts': `export * from './menu/menu.ts';`,
    'libs/x/src/menu/menu.ts': `import { size } from '../tokens.ts';`,
    'libs/x/src/tokens.ts': 'export const size = 1;',
  };
  expect(cyclesOf(sources)).toEqual([]);
});

test('files that load each other on demand are a circle', () => {
  const sources: Record<string, string> = {
    'apps/y/src/page.tsx': `import { tools } from './tools.tsx';`,
    'apps/y/src/tools.tsx': `const load = () => import('./dialog.tsx');`,
    'apps/y/src/dialog.tsx': `import { page } from './page.tsx';`,
  };
  const read = (file: string) => sources[file]!;
  expect(fileCycles(importsOf(Object.keys(sources), '/nowhere', read)).length).toBe(0);
  expect(fileCycles(importsOf(Object.keys(sources), '/nowhere', read, true)).map((files) => files.toSorted())).toEqual([
    Object.keys(sources).toSorted(),
  ]);
});
