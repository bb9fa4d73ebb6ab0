import { expect, test } from '@jest/globals';
import { linkedData } from './linked-data.ts';

const CONTEXT = 'http://iiif.io/api/image/3/context.json';
const LINKED = `application/ld+json;profile="${CONTEXT}"`;

test.each([
  [undefined, LINKED],
  ['*/*', LINKED],
  ['application/*', LINKED],
  [`application/ld+json;profile="${CONTEXT}"`, LINKED],
  ['application/json;q=0.8, application/ld+json', LINKED],
  ['application/ld+json;q=0.5, application/json', 'application/json; charset=utf-8'],
  ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['text/html', LINKED],
])('Accept: %s', (accept, type) => {
  const { headers } = linkedData({}, CONTEXT, accept);
  expect(headers).toMatchObject({ 'content-type': type, vary: 'accept' });
  expect(headers['link']).toBe(
    type === LINKED
      ? undefined
      : `<${CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
  );
});
