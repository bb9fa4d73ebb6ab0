import { afterEach, expect } from '@jest/globals';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';

expect.extend(matchers);
afterEach(cleanup);
// A find that never succeeds fails all the same, only later; one on a busy machine does not.
configure({ asyncUtilTimeout: 10_000 });
