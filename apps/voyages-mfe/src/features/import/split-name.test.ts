import { expect, test } from '@jest/globals';
import { splitName } from './split-name.ts';

test.each([
  ['Ben and Tony Bradlee', ['Ben Bradlee', 'Tony Bradlee']],
  ['President and Mrs. Kennedy', ['President Kennedy', 'Mrs. Kennedy']],
  ['Harry Truman & Dean Acheson', ['Harry Truman', 'Dean Acheson']],
  ['Smith and Jones', ['Smith', 'Jones']],
  ['The Marine Band', ['The Marine Band', '']],
])('suggests two names for %s', (written, expected) => {
  expect(splitName(written)).toEqual(expected);
});
