/** Replaces `@jest/globals` where tests run in plain Node, in which Jest's functions are globals. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globalThis;

export const jest = {
  ...globalThis.jest,
  useFakeTimers() {
    throw new Error('Fake timers would stop the API and the time limits of tests.');
  },
};
