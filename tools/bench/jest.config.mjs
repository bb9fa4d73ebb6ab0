import { jestConfig } from '@archive/jest-config';

export default jestConfig({ testTimeout: 60_000 });
