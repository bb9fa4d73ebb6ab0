import { registerHooks } from 'node:module';
import { addEventHandler } from 'jest-circus';
import './typescript.mjs';

/** Generous, because tests take longer on a busy machine. */
const TIMEOUT_MS = 240_000;

process.setSourceMapsEnabled(true);

const TESTS = new URL('../', import.meta.url).href;

const ownFile = (specifier, importer = '') => {
  if (specifier === '@jest/globals') return 'jest-globals.mjs';
  // A full run starts built programs.
  const isOfTests = importer.startsWith(TESTS) && specifier.endsWith('/paths.ts');
  return process.env.TEST_PROGRAMS === 'built' && isOfTests ? 'built-paths.ts' : undefined;
};

registerHooks({
  resolve(specifier, context, next) {
    const file = ownFile(specifier, context.parentURL);
    return next(file ? new URL(file, import.meta.url).href : specifier, context);
  },
});

/** Without this, the runner would wait for a test forever and ignore the time limit that the test declares. */
function limited(run, timeout = TIMEOUT_MS) {
  return async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${timeout} ms`)), timeout);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      // Even if `run` throws at once: a late rejection would end the process while it runs another file.
      clearTimeout(timer);
    }
  };
}

// Circus emits these events after it has added the test or hook.
addEventHandler((event, { currentDescribeBlock: { children, hooks } }) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  const added = event.name === 'add_test' ? children.at(-1) : hooks.at(-1);
  if (added.fn) added.fn = limited(added.fn, event.timeout);
});
