import { jestConfig } from '@archive/jest-config';

export default jestConfig({
  environment: 'jsdom',
  // As in the build of the shell.
  globals: { __VERSION__: 'test', __DEVELOPMENT__: false, FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true },
});
