import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OURS = new URL('../../', import.meta.url).href;
/** The directory in which the programs of one test run keep for each other what they have transpiled. */
const { TEST_TRANSPILED } = process.env;
const require = createRequire(import.meta.url);

function transpiled(file) {
  const { code } = require('@swc/core').transformFileSync(file, {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
  });
  return code;
}

function keptOrTranspiled(file) {
  if (!TEST_TRANSPILED) return transpiled(file);
  const name = createHash('sha1')
    .update(`${file} ${statSync(file).mtimeMs}`)
    .digest('hex');
  const kept = path.join(TEST_TRANSPILED, name);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const code = transpiled(file);
    writeFileSync(`${kept}.${process.pid}`, code);
    renameSync(`${kept}.${process.pid}`, kept);
    return code;
  }
}

/**
 * Runs this project's TypeScript, decorators and all, in plain Node: `node --import ./test/support/typescript.mjs src/main.ts`.
 * For tests that need whole processes, without a build before them.
 */
registerHooks({
  load(url, context, next) {
    if (!url.startsWith(OURS) || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: keptOrTranspiled(fileURLToPath(url)), shortCircuit: true };
  },
});
