import { jestConfig } from '@archive/jest-config';

// All of its suites are long ones.
export default jestConfig({ passWithNoTests: true });
