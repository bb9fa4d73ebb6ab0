import { describe, expect, test } from '@jest/globals';
import { returnAddress } from './return-address.ts';

const from = (to: string) => returnAddress(`https://archive.example.org/?to=${encodeURIComponent(to)}`);

describe('the way back after signing in', () => {
  test.each(['/ops', '/ops/queues/queue/ingest?status=failed', '/api/docs#auth-login'])('leads to %s', (to) => {
    expect(from(to)).toBe(to);
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'javascript:alert(1)',
    'ops',
    '',
    '/?to=%2Fops',
  ])('never leads to %j', (to) => {
    expect(from(to)).toBeUndefined();
  });

  test('is taken from the first page alone', () => {
    expect(returnAddress('https://archive.example.org/voyages?to=%2Fops')).toBeUndefined();
    expect(returnAddress('https://archive.example.org/')).toBeUndefined();
  });
});
