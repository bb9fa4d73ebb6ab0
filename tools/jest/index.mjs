import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Jest in ESM over SWC. `environment` is `node` for libraries and servers, `jsdom` for components.
 * The one place where test settings live; a project's jest.config.mjs is one line over it.
 */
export function jestConfig({ environment = 'node', ...rest } = {}) {
  const browser = environment === 'jsdom';
  return {
    // What is slow on a busy machine is not wrong.
    testTimeout: 120_000,
    // A worker keeps something of each suite, and every collection of garbage goes through all of it.
    workerIdleMemoryLimit: '600MB',
    // Suites of servers mostly wait, for a database or a process, and leave the processor to each other.
    maxWorkers: browser ? '50%' : '100%',
    testEnvironment: browser ? here('./jsdom-environment.mjs') : 'node',
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    testMatch: ['<rootDir>/{src,test}/**/*.test.{ts,tsx}', '<rootDir>/*.test.ts'],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    moduleNameMapper: { '\\.(css|svg|woff2)$': here('./empty-module.mjs') },
    transformIgnorePatterns: ['/node_modules/'],
    transform: {
      '^.+\\.tsx?$': [
        '@swc/jest',
        {
          module: { type: 'es6' },
          jsc: {
            target: 'es2024',
            parser: { syntax: 'typescript', tsx: browser, decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
          },
        },
      ],
    },
    ...(browser ? { setupFilesAfterEnv: [here('./jsdom-setup.mjs')] } : {}),
    ...rest,
  };
}
