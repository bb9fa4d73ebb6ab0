import { expect, test } from '@jest/globals';
import { isNear } from './near-words.ts';

test.each([
  ['trudau', 'trudeau', true],
  ['niemitz', 'nimitz', true],
  ['atle', 'attle', true],
  ['forrestla', 'forrestal', true],
  ['rosevelt', 'roosevelt', true],
  ['eisnhauer', 'eisenhower', false],
  ['eisenhouer', 'eisenhower', true],
  ['nim', 'nimitz', true],
  ['nimitz', 'nim', false],
  ['menu', 'men', false],
  ['wine', 'win', false],
  ['party', 'path', false],
  ['dinner', 'dinner', false],
])('%s is near %s: %s', (word, other, expected) => {
  expect(isNear(word, other)).toBe(expected);
});
