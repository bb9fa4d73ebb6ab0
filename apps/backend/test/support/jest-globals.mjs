/** What `@jest/globals` exports where tests run in plain Node, which has them as globals. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globalThis;
