import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BACKEND_URL = new URL('../../', import.meta.url).href;
/** Cache directory of transpiled files, shared by the programs of a test run. */
const { TEST_TRANSPILED } = process.env;
const require = createRequire(import.meta.url);

function transpiled(file) {
  const { code } = require('@swc/core').transformFileSync(file, {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: file.endsWith('.tsx'), decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
  });
  return code;
}

function readOrTranspile(file) {
  if (!TEST_TRANSPILED) return transpiled(file);
  const name = createHash('sha1')
    .update(`${file} ${statSync(file).mtimeMs}`)
    .digest('hex');
  const cached = path.join(TEST_TRANSPILED, name);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const code = transpiled(file);
    writeFileSync(`${cached}.${process.pid}`, code);
    renameSync(`${cached}.${process.pid}`, cached);
    return code;
  }
}

/**
 * Runs the project's TypeScript, including decorators and the components of libraries, in plain Node:
 * `node --import ./test/support/typescript.mjs src/main.ts`. For tests that start processes without a build.
 */
registerHooks({
  load(url, context, next) {
    const [file] = url.split('?');
    if (!file.endsWith('.tsx') && !(file.startsWith(BACKEND_URL) && file.endsWith('.ts'))) return next(url, context);
    return { format: 'module', source: readOrTranspile(fileURLToPath(file)), shortCircuit: true };
  },
});
