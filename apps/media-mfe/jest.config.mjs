import { jestConfig } from '@archive/jest-config';

export default jestConfig({ environment: 'jsdom', globals: { __VERSION__: 'test' } });
