import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** A library with one error, and an application with one error of each kind that imports it. */
const SOURCES = {
  'libs/shapes/src/index.ts': `export type Shape = 'circle' | 'square';\nexport const size: number = 'large';\n`,
  'apps/draw/src/floating.ts': `const save = async () => undefined;\nexport const close = () => {\n  save();\n};\n`,
  'apps/draw/src/unused.ts': `import { size } from '../../../libs/shapes/src/index.ts';\nconst unused = size;\n`,
  'apps/draw/src/switch.ts': `import type { Shape } from '../../../libs/shapes/src/index.ts';
export function corners(shape: Shape): number | undefined {
  switch (shape) {
    case 'circle':
      return 0;
  }
  return undefined;
}\n`,
};

let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), 'type-aware-'));
  for (const file of ['oxlint.config.ts', 'tools/lint/boundaries.ts', 'tsconfig.base.json'])
    await cp(path.join(root, file), path.join(workspace, file));
  await writeFile(path.join(workspace, 'package.json'), '{ "type": "module" }');
  await symlink(path.join(root, 'node_modules'), path.join(workspace, 'node_modules'));
  for (const [file, code] of Object.entries(SOURCES)) {
    const project = path.join(workspace, path.dirname(file), '..');
    await mkdir(path.join(project, 'src'), { recursive: true });
    await writeFile(path.join(workspace, file), code);
    await writeFile(
      path.join(project, 'tsconfig.json'),
      '{ "extends": "../../tsconfig.base.json", "include": ["src"] }',
    );
  }
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

async function problemsIn(project: string): Promise<string[]> {
  const args = ['-c', 'oxlint.config.ts', '--type-aware', '--type-check', '-f', 'json', project];
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await run(process.execPath, [oxlint, ...args], { cwd: workspace }).catch(
    (error: { stdout: string }) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  return diagnostics.map(({ filename, code }) => `${path.basename(filename)} ${code}`).toSorted();
}

test('a floating promise, a switch that misses a case and an unused variable are errors', async () => {
  expect(await problemsIn('apps/draw')).toEqual([
    'floating.ts typescript(no-floating-promises)',
    'switch.ts typescript(switch-exhaustiveness-check)',
    'unused.ts eslint(no-unused-vars)',
    'unused.ts typescript(TS6133)',
  ]);
});

test('a type error is reported in its own project only', async () => {
  expect(await problemsIn('libs/shapes')).toEqual([expect.stringMatching(/^index\.ts typescript\(TS2322\)$/)]);
});
