import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { returnUrl } from './return-url.ts';

const ORIGIN = 'https://archive.example';
/** Separators, escapes and hosts that browsers treat specially in URLs. */
const FRAGMENTS =
  '/ // \\ . .. %2F %2f %5C %2e %09 %0a %00 % : @ ? # to= & x https: javascript: 127.0.0.1:4079 evil.example \t \n \r \0 \u3002 \uFF0F'.split(
    ' ',
  );

const resolve = (to: string) => returnUrl(`${ORIGIN}/?to=${encodeURIComponent(to)}`);

describe('the return address after sign-in', () => {
  test.each([
    ['/ops/queues', '/ops/queues'],
    ['/ops/queues?status=failed#last', '/ops/queues?status=failed#last'],
    ['/voyages/../people', '/people'],
    ['/a b', '/a%20b'],
  ])('%s is normalized to %s', (to, address) => expect(resolve(to)).toBe(address));

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/.//127.0.0.1:4079/phish',
    '/x/..//evil.example/',
    '/x/%2e%2e//evil.example/',
    '/%2e//evil.example/',
    '/.\\/evil.example',
    '/\t/evil.example',
    '/.\n//evil.example',
    'javascript:alert(1)',
    'ops/queues',
    '/?to=/ops',
    '',
  ])('%j is rejected', (to) => expect(resolve(to)).toBeUndefined());

  test('is accepted only in the URL of Home', () => {
    expect(returnUrl(`${ORIGIN}/voyages?to=/ops`)).toBeUndefined();
    expect(returnUrl(`${ORIGIN}/`)).toBeUndefined();
  });

  test('is always a normalized path on this origin', () => {
    const part = fc.constantFrom(...FRAGMENTS);
    const text = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string(),
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom('/', '/x/', ''), text, fc.boolean(), (start, remainder, encode) => {
        const to = start + remainder;
        const address = returnUrl(`${ORIGIN}/?to=${encode ? encodeURIComponent(to) : to}`);
        if (address === undefined) return;
        accepted += 1;
        const opened = new URL(address, ORIGIN);
        expect(opened.origin).toBe(ORIGIN);
        expect(address).toBe(opened.pathname + opened.search + opened.hash);
        expect(address).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
