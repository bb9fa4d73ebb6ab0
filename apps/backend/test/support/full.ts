/** Whether long cases run too: in `npm run test:full`, and when a test file is named. */
export const IS_FULL = process.env['TEST_FULL'] === '1';
