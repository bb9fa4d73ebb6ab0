import { fileURLToPath } from 'node:url';

// SWC unpacks its binary there instead of the home folder.
process.env.XDG_CACHE_HOME ??= fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

const compiled = (tsx) => [
  '@swc/jest',
  {
    module: { type: 'es6' },
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
  },
];

/**
 * Jest configuration for ES modules, compiled by SWC. `environment` is `node` for libraries and servers, `jsdom` for components. Each project's
 * jest.config.mjs only calls this function.
 */
export function jestConfig({ environment = 'node', ...rest } = {}) {
  const browser = environment === 'jsdom';
  return {
    // Suites take longer on a busy machine.
    testTimeout: 120_000,
    reporters: ['default', pathOf('./events-reporter.mjs')],
    // Workers accumulate memory with each suite, which slows down garbage collection.
    workerIdleMemoryLimit: '600MB',
    maxWorkers: Number(process.env.TEST_WORKERS) || '100%',
    testEnvironment: browser ? pathOf('./jsdom-environment.mjs') : 'node',
    extensionsToTreatAsEsm: ['.ts', '.tsx', '.md'],
    testMatch: ['<rootDir>/{src,test}/**/*.test.{ts,tsx}', '<rootDir>/*.test.ts'],
    // Long suites run with `npm run test:full`, and when they are named.
    testPathIgnorePatterns: ['/node_modules/', ...(process.env.TEST_FULL ? [] : ['\\.full\\.test\\.ts$'])],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    moduleNameMapper: { '\\.(css|svg|woff2)$': pathOf('./empty-module.mjs') },
    transformIgnorePatterns: ['/node_modules/'],
    transform: {
      '\\.md$': pathOf('./text-transform.mjs'),
      '^.+\\.ts$': compiled(false),
      '^.+\\.tsx$': compiled(true),
    },
    ...(browser ? { setupFilesAfterEnv: [pathOf('./jsdom-setup.mjs')] } : {}),
    ...rest,
  };
}
