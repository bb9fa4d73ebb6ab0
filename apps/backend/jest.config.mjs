import { jestConfig } from '@archive/jest-config';

export default jestConfig({
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
});
