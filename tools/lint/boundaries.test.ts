import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BOUNDARIES, LAYERS, MODULES, anyExcept } from './boundaries.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** File, its import, and whether the boundary allows it. */
const CASES: [file: string, code: string, passes: boolean][] = [
  ['libs/contracts/src/a.ts', `import 'zod';`, true],
  ['libs/contracts/src/b.ts', `import 'zodiac';`, false],
  ['libs/contracts/src/c.ts', `import 'node:fs';`, false],
  ['libs/voyage-document/src/a.ts', `import './dates.ts';`, true],
  ['libs/voyage-document/src/b.ts', `import 'node:fs';`, false],
  ['libs/router/src/a.ts', `import 'react-router/dom';`, true],
  ['libs/router/src/b.ts', `import 'react';`, false],
  ['libs/query/src/a.ts', `import '@tanstack/react-query';`, true],
  ['libs/query/src/b.ts', `import '@tanstack/react-virtual';`, false],
  ['libs/ui/src/a.ts', `import 'radix-ui';`, true],
  ['libs/ui/src/d.ts', `import '@archive/contracts';`, false],
  ['libs/ui/src/e.ts', `import '@archive/contracts/format';`, true],
  ['libs/api-client/src/a.ts', `import '@archive/query';`, true],
  ['libs/api-client/src/c.ts', `import type { Voyage } from '@archive/contracts';\nexport type X = Voyage;`, true],
  [
    'libs/api-client/src/d.ts',
    `import { voyageCalls } from '@archive/contracts';\nexport const x = voyageCalls;`,
    false,
  ],
  ['libs/shell-api/src/a.ts', `import '@archive/ui';`, true],
  ['libs/shell-api/src/b.ts', `import '@module-federation/enhanced/runtime';`, false],
  ['libs/editing/src/a.ts', `import '@archive/ui';`, true],
  ['libs/editing/src/c.ts', `import 'react-router';`, false],
  ['apps/voyages-mfe/src/a.ts', `import '@archive/router';`, true],
  ['apps/voyages-mfe/src/b.ts', `import 'react-router';`, false],
  ['apps/people-mfe/src/a.ts', `import '@module-federation/enhanced';`, false],
  ['apps/people-mfe/src/b.ts', `import 'zod';`, false],
  ['apps/media-mfe/src/a.ts', `import '@tanstack/react-query';`, false],
  ['apps/shell/src/a.ts', `import '@module-federation/enhanced/runtime';`, true],
  ['apps/shell/src/b.ts', `import 'react-router';`, false],
  ['apps/backend/src/queues/a.ts', `import '@archive/contracts';`, true],
  ['apps/backend/src/common/c.ts', `export const x = process.env.PORT;`, false],
  ['apps/backend/src/config/c.ts', `export const x = process.env.PORT;`, true],
  ['apps/backend/src/modules/people/shared.ts', `import '../../common/problem.ts';`, true],
  ['apps/backend/src/modules/ingest/plan/deep.ts', `import '../writer.ts';`, true],
  ['apps/backend/src/modules/ingest/plan/deeper.ts', `import '../../people/person.entity.ts';`, false],
];

for (const [index, layer] of LAYERS.entries()) {
  const folder = `apps/backend/src/${layer}`;
  CASES.push([`${folder}/sees-module.ts`, `import '../modules/people/index.ts';`, false]);
  for (const [otherAt, other] of LAYERS.entries())
    if (other !== layer) CASES.push([`${folder}/sees-${other}.ts`, `import '../${other}/index.ts';`, otherAt < index]);
}

for (const [name, allowed] of Object.entries(MODULES))
  for (const other of Object.keys(MODULES).filter((module) => module !== name)) {
    const folder = `apps/backend/src/modules/${name}`;
    CASES.push([`${folder}/sees-${other}.ts`, `import '../${other}/index.ts';`, allowed.includes(other)]);
    CASES.push([`${folder}/opens-${other}.ts`, `import '../${other}/${other}.service.ts';`, false]);
  }

let workspace: string;
const rejected = new Set<string>();

beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), 'boundaries-'));
  await cp(path.join(root, 'oxlint.config.ts'), path.join(workspace, 'oxlint.config.ts'));
  await cp(path.join(root, 'tools/lint/boundaries.ts'), path.join(workspace, 'tools/lint/boundaries.ts'));
  await writeFile(path.join(workspace, 'package.json'), '{ "type": "module" }');
  await symlink(path.join(root, 'node_modules'), path.join(workspace, 'node_modules'));
  for (const [file, code] of CASES) {
    await mkdir(path.dirname(path.join(workspace, file)), { recursive: true });
    await writeFile(path.join(workspace, file), `${code}\n`);
  }
  const command = [
    path.join(root, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    'oxlint.config.ts',
    '-f',
    'json',
    'apps',
    'libs',
  ];
  const { stdout } = await run(process.execPath, command, { cwd: workspace }).catch(
    (error: { stdout: string }) => error,
  );
  const report = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  for (const { filename, code } of report.diagnostics)
    if (/no-restricted-imports|no-process-env/.test(code)) rejected.add(filename);
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

describe('module boundaries', () => {
  test.each(CASES)('%s with %j', (file, _, passes) => {
    expect(rejected.has(file)).toBe(!passes);
  });

  test('every boundary has a deliberate violation', () => {
    const broken = CASES.filter(([, , passes]) => !passes).map(([file]) => file);
    const untested = BOUNDARIES.flatMap((boundary) => boundary.files).filter(
      (glob) => !broken.some((file) => path.matchesGlob(file, glob)),
    );
    expect(untested).toEqual([]);
  });
});

test.each([
  [['zod'], 'zod', false],
  [['zod'], 'zod/mini', false],
  [['zod'], 'zo', true],
  [['zod'], 'zodiac', true],
  [['zod'], 'yup', true],
  [['contracts', 'query'], 'contract', true],
  [['contracts', 'query'], 'query', false],
  [[], 'anything', true],
])('a pattern that excludes %j: %s is %s', (names, text, other) => {
  expect(new RegExp(`^${anyExcept(names)}`).test(text)).toBe(other);
});
