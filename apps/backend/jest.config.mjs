import { availableParallelism } from 'node:os';
import { jestConfig } from '@archive/jest-config';

export default jestConfig({
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Half of the time of these suites is waiting, for processes and for pauses that are what is tested.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
});
