import { readFile } from 'node:fs/promises';
import { sharedModules } from '@archive/rspack-config/shared';
import { expect, test } from '@jest/globals';

const shared = sharedModules({ provides: true, development: false, directory: import.meta.dirname });

test('the shell imports every shared module, because it provides only those', async () => {
  const source = await readFile(new URL('shared.ts', import.meta.url), 'utf8');
  const imported = [...source.matchAll(/^import '(.+)';$/gm)].map(([, request]) => request);
  expect(imported.toSorted()).toEqual(Object.keys(shared).toSorted());
});

test('a remote gets each shared module from the shell and bundles none of them', () => {
  const taken = sharedModules({ provides: false, development: false, directory: import.meta.dirname });
  expect(Object.keys(taken)).toEqual(Object.keys(shared));
  expect(Object.values(taken).every((entry) => entry.import === false && entry.singleton && entry.strictVersion)).toBe(
    true,
  );
});
