import { expect, test } from '@jest/globals';
import { shortUrl, webAddress } from './components/sources.tsx';

test.each(['https://www.cia.gov/a.pdf', ' http://example.org ', 'HTTPS://EXAMPLE.ORG/x'])(
  '%j is a web address',
  (text) => {
    expect(webAddress(text)?.protocol).toMatch(/^https?:$/);
  },
);

test.each(['*Sequoia*, p. 15', 'see https://example.org', 'javascript:alert(1)', 'data:text/html,x', 'https://', ''])(
  '%j is not a web address',
  (text) => {
    expect(webAddress(text)).toBeUndefined();
  },
);

test.each([
  ['https://www.cia.gov/', 'cia.gov'],
  ['https://www.cia.gov/readingroom/docs/1946-06-07a.pdf', 'cia.gov/readingroom/docs/1946-06-07a.…'],
  ['https://example.org/a?b=1', 'example.org/a?b=1'],
  ['https://example.org/%C3%A9t%C3%A9', 'example.org/été'],
  ['https://example.org/%ff', 'example.org/%ff'],
])('%s is shown as %s', (address, shown) => {
  expect(shortUrl(new URL(address))).toBe(shown);
});
