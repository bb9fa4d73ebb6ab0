import { expect, test } from '@jest/globals';
import { fileSize, prettyFolderName } from './names.ts';

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
])('folder %s is displayed as %s', (name, shown) => {
  expect(prettyFolderName(name)).toBe(shown);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1023, '1.00 KB'],
  [1024, '1.00 KB'],
  [1_025_260, '0.98 MB'],
  [1_572_864, '1.50 MB'],
  [1024 ** 3, '1.00 GB'],
  [5 * 1024 ** 4, '5120.00 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
