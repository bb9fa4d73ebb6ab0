import { expect, test } from '@jest/globals';
import { failingPart } from './nx.ts';

const output = `
 NX   Running target test for 2 projects

> nx run @archive/ui:test

all is well
> nx run @archive/shell:test  [local cache]

the login is broken

 NX   Running target test for 2 projects failed

Failed tasks:

- @archive/shell:test

  Run duration: 1s
`;

test('of a long output only what belongs to the failed projects is shown', () => {
  expect(failingPart(output)).toBe('> nx run @archive/shell:test  [local cache]\n\nthe login is broken\n\n');
});

test('an output that names no failed project is shown whole', () => {
  expect(failingPart('no such target')).toBe('no such target');
});
