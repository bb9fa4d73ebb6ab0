import path from 'node:path';

/** The backend directory, in which all programs run. */
export const PROJECT = path.resolve(import.meta.dirname, '../..');

/** Node options that run the project's TypeScript, including decorators. */
export const LOADER = ['--import', path.join(PROJECT, 'test/support/typescript.mjs')];

const { PATH, NODE_COMPILE_CACHE, TEST_TRANSPILED, TEST_PROGRAMS } = process.env;

/**
 * The file of a program: the build in a full test run, because it starts with a third of the processor time; otherwise the source, which
 * is never out of date.
 */
export const programFile = (name: 'main' | 'migrate' | 'worker' | 'backup' | 'restore') =>
  TEST_PROGRAMS === 'built' ? `dist/${name}.js` : `src/${name}.ts`;

/** Environment of all programs in a test run, without this process's variables. They share a cache of transpiled files. */
export const PROGRAM_ENVIRONMENT = {
  PATH,
  NODE_COMPILE_CACHE,
  TEST_TRANSPILED,
  NODE_NO_WARNINGS: '1',
  NODE_ENV: 'test',
  DISK_RESERVE_MB: '0',
};
