import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

const OURS = new URL('../../', import.meta.url).href;

/**
 * Runs this project's TypeScript, decorators and all, in plain Node: `node --import ./test/support/typescript.mjs src/main.ts`.
 * For tests that need whole processes, without a build before them.
 */
registerHooks({
  load(url, context, next) {
    if (!url.startsWith(OURS) || !url.endsWith('.ts')) return next(url, context);
    const { code } = transformFileSync(fileURLToPath(url), {
      swcrc: false,
      sourceMaps: 'inline',
      module: { type: 'es6' },
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
