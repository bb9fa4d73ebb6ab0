import { jestConfig } from '@archive/jest-config';

export default jestConfig({
  environment: 'jsdom',
  // The same constant as in the shell's build.
  globals: { __VERSION__: 'test', __DEVELOPMENT__: false, FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true },
});
