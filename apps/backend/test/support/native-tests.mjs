import { registerHooks } from 'node:module';
import { addEventHandler } from 'jest-circus';
import './typescript.mjs';

/** A busy machine is slow, not wrong. */
const TIMEOUT_MS = 120_000;

process.setSourceMapsEnabled(true);

registerHooks({
  resolve(specifier, context, next) {
    const isGlobals = specifier === '@jest/globals';
    return next(isGlobals ? new URL('jest-globals.mjs', import.meta.url).href : specifier, context);
  },
});

/** The runner waits for a test forever, and ignores the time limit that a test declares. */
function limited(run, timeout = TIMEOUT_MS) {
  return async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${timeout} ms`)), timeout);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      // Also when `run` throws at once: a late rejection would end the process, and with it another file.
      clearTimeout(timer);
    }
  };
}

// Circus has added the test or hook when it calls this.
addEventHandler((event, { currentDescribeBlock: { children, hooks } }) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  const added = event.name === 'add_test' ? children.at(-1) : hooks.at(-1);
  if (added.fn) added.fn = limited(added.fn, event.timeout);
});
