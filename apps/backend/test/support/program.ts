import path from 'node:path';

/** Where this project lies, and where its programs run. */
export const PROJECT = path.resolve(import.meta.dirname, '../..');

/** What Node takes before the program's own file: this project's TypeScript, decorators and all. */
export const LOADER = ['--import', path.join(PROJECT, 'test/support/typescript.mjs')];

const { PATH, NODE_COMPILE_CACHE, TEST_TRANSPILED } = process.env;

/** Variables that every program of a test has, and no others of this process. What one of them has compiled the next one finds. */
export const PROGRAM_ENVIRONMENT = {
  PATH,
  NODE_COMPILE_CACHE,
  TEST_TRANSPILED,
  NODE_NO_WARNINGS: '1',
  NODE_ENV: 'test',
};
