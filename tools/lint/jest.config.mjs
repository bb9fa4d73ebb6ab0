import { jestConfig } from '@archive/jest-config';

export default jestConfig({ testMatch: ['<rootDir>/**/*.test.ts'] });
