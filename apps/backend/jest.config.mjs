import { jestConfig } from '@archive/jest-config';

export default jestConfig({
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // The suites share the loaded modules of their worker: most of them start the whole API.
  runner: 'jest-light-runner/child-process',
  setupFiles: ['<rootDir>/test/support/native-tests.mjs'],
});
