import { expect, test } from '@jest/globals';
import { prettyFolderName } from './texts.tsx';

test.each([
  ['image', 'Images'],
  ['pdf', 'PDFs'],
  ['audio', 'Audio'],
  ['harry-s-truman', 'Harry S Truman'],
  ['harry-s.-truman', 'Harry S. Truman'],
  ['u.s.-navy', 'U.S. Navy'],
  ['potomac-river-12', 'Potomac River'],
  ['1946', '1946'],
  ['-7', '-7'],
  ['constructor', 'Constructor'],
])('folder %s is displayed as %s', (name, shown) => {
  expect(prettyFolderName(name)).toBe(shown);
});
