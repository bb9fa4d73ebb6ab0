import { RIGHTS } from '@archive/contracts/rights';
import { expect, test } from '@jest/globals';
import { rightsUri } from './linked-data.ts';

test('every rights statement that the archive offers is a URI that IIIF allows', () => {
  for (const { value } of RIGHTS) expect(rightsUri(value)).toBe(value.replace('https:', 'http:'));
});

test.each([
  ['https://rightsstatements.org/page/InC/1.0/', 'http://rightsstatements.org/vocab/InC/1.0/'],
  ['http://rightsstatements.org/vocab/NoC-US/1.0', 'http://rightsstatements.org/vocab/NoC-US/1.0/'],
  ['https://creativecommons.org/licenses/by/3.0/us/', 'http://creativecommons.org/licenses/by/3.0/us/'],
  ['https://creativecommons.org/publicdomain/mark/1.0/deed.en', 'http://creativecommons.org/publicdomain/mark/1.0/'],
  ['https://creativecommons.org/about', undefined],
  ['https://rightsstatements.org.example.org/vocab/InC/1.0/', undefined],
  ['https://museum.example.org/rights', undefined],
  [null, undefined],
])('%s is %s', (url, uri) => expect(rightsUri(url)).toBe(uri));
