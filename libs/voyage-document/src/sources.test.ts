// cspell:ignore bord
import { expect, test } from '@jest/globals';
import { readSources, writeSources } from './sources.ts';

test.each([
  ['*A Book; With a Semicolon*, p. 3', ['*A Book; With a Semicolon*, p. 3']],
  ['*One; Two*; *Three*; Four', ['*One; Two*', '*Three*', 'Four']],
  ['_A Log; Kept Aboard_, 1931; Notes', ['_A Log; Kept Aboard_, 1931', 'Notes']],
  ['**A Log; Kept Aboard**, 1931; Notes', ['**A Log; Kept Aboard**, 1931', 'Notes']],
  ['__A Log; Kept Aboard__; ***Both; Kinds***', ['__A Log; Kept Aboard__', '***Both; Kinds***']],
  ['“Fog; Rain,” p. 2; "Log; Draft"; Notes', ['“Fog; Rain,” p. 2', '"Log; Draft"', 'Notes']],
  ['«Journal; de bord», p. 3; Notes', ['«Journal; de bord», p. 3', 'Notes']],
  ['A « bord; B', ['A « bord', 'B']],
  ['5 * 3; 2 * 4', ['5 * 3', '2 * 4']],
  ['A *; B*', ['A *', 'B*']],
  ['snake_case; other_name', ['snake_case', 'other_name']],
])('%s has the sources %j', (text, urls) => {
  const sources = readSources(text, false);
  expect(sources.map(({ url }) => url)).toEqual(urls);
  expect(readSources(writeSources(sources), false)).toEqual(sources);
});
