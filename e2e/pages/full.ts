const { E2E_VIEWPORT, TEST_FULL } = process.env;

/** Whether long cases run too: in `npm run test:full`, and when tests are named. */
export const IS_FULL = E2E_VIEWPORT === undefined || TEST_FULL === '1';

/** Whether cases have their full size. The run at phone width repeats them smaller, because sizes don't depend on the screen. */
export const IS_FULL_SIZE = IS_FULL && E2E_VIEWPORT !== 'phone';
