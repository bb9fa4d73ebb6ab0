import { UserError } from '@archive/postgres';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Steps } from '../steps.ts';
import { sourceFiles } from './template.ts';

/** Versions of the packages that a new project installs. */
export interface Libraries {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const COMPILER_OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: ['node', '@archive/rspack-config/globals', '@testing-library/jest-dom/jest-globals'],
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Writes a project with one micro-frontend into an empty or new folder. */
export function createProject(name: string, folder: string, libraries: Libraries, steps: Steps): void {
  if (existsSync(folder) && readdirSync(folder).some((file) => !file.startsWith('.')))
    throw new UserError(`${folder} is not empty. Name another folder: npx archive-mfe create ${name} <folder>`);
  const files = { ...projectFiles(name, libraries), ...sourceFiles({ name, path: `/${name}` }) };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const enter = relative(process.cwd(), folder) === '' ? '' : `cd ${folder} && `;
  steps.print(`${name} is in ${folder}. Start with: ${enter}npm install && npm run dev`);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const projectFiles = (name: string, libraries: Libraries) => ({
  'package.json': json({
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      dev: 'archive-mfe dev',
      test: 'archive-mfe test',
      typecheck: 'tsc',
      build: 'NODE_ENV=production rspack build',
    },
    ...libraries,
  }),
  'tsconfig.json': json({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }),
  '.gitignore': 'node_modules/\ndist/\n.env\n',
});
