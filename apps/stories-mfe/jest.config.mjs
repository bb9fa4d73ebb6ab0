import { jestConfig } from '@archive/jest-config';

export default jestConfig({ environment: 'jsdom' });
