import { expect, test } from '@jest/globals';
import { isSimilar } from './similar-words.ts';

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
])('%s is similar to %s: %s', (word, other, expected) => {
  expect(isSimilar(word, other)).toBe(expected);
});
