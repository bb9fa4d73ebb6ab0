import { availableParallelism } from 'node:os';
import { jestConfig } from '@archive/jest-config';

export default jestConfig({
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // These suites spend half their time waiting for processes and for the delays under test.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
});
