import { afterEach, expect } from '@jest/globals';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';

expect.extend(matchers);
afterEach(cleanup);
// Queries wait longer on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
