import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './manifest.ts';

const COMPILER_OPTIONS = { lib: ['es2024', 'dom'], jsx: 'react-jsx', types: ['node'] };

let folder: string;

/** A project that exposes one component, with packages as in this repository. */
beforeEach(() => {
  const parent = path.join(ROOT, 'tools/packages/test-results');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(path.join(parent, 'exposed-types-'));
  mkdirSync(path.join(folder, 'src'));
  write('package.json', JSON.stringify({ name: 'people', version: '1.0.0', type: 'module' }));
  write(
    'tsconfig.json',
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions: COMPILER_OPTIONS }),
  );
  write(
    'rspack.config.mjs',
    "import { remote } from '@archive/rspack-config';\nexport default remote({ name: 'people', exposes: { './person-picker': './src/picker.tsx' } });\n",
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

function publish(): Promise<{ status: number; output: string }> {
  const rspack = path.join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const env = { ...process.env, NODE_ENV: 'production', FRONTENDS_OUT: path.join(folder, 'dist') };
  return new Promise((resolve) => {
    execFile(process.execPath, [rspack, 'build'], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

test('a published build contains the types of the components that others use, and of what they mention', async () => {
  write('src/name.ts', 'export interface Name { first: string }\n');
  write('src/unused.ts', 'export const unused = 1;\n');
  write(
    'src/picker.tsx',
    `import type { PersonPickerProps } from '@archive/shell-api';
import type { Name } from './name.ts';
import { unused } from './unused.ts';
export const component = (_props: PersonPickerProps) => <p>{unused}</p>;
export type { Name };
`,
  );
  expect(await publish()).toEqual({ status: 0, output: expect.stringContaining('compiled') });
  const typesOf = (file: string) => readFileSync(path.join(folder, 'dist/people/1.0.0/@mf-types', file), 'utf8');
  expect(typesOf('person-picker.d.ts')).toBe("export * from './src/picker.js';\n");
  expect(typesOf('src/picker.d.ts')).toContain('PersonPickerProps');
  expect(typesOf('src/name.d.ts')).toContain('first: string');
  expect(() => typesOf('src/unused.d.ts')).toThrow('ENOENT');
});

test('a component that does not accept the promised props is not built for publishing', async () => {
  write('src/picker.tsx', 'export const component = (props: { heading: string }) => <p>{props.heading}</p>;\n');
  const { status, output } = await publish();
  expect([status, output]).toEqual([1, expect.stringContaining("'PersonPickerProps'")]);
});
