import { historyOperations, peopleOperations, presidentOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendAny, sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

/** As many words as requested, all different. */
const words = (count: number) => Array.from({ length: count }, (_, index) => (index + 46_656).toString(36)).join(' ');

describe('values that the archive cannot store', () => {
  test.each([
    ['a URL with a NUL', peopleOperations.create, { full_name: 'A', wikipedia_url: 'https://example.org/\0' }],
    [
      'half a surrogate pair in a URL',
      peopleOperations.create,
      { full_name: 'A', wikipedia_url: 'https://example.org/\ud800' },
    ],
    ['half a character in a name', presidentOperations.create, { full_name: 'A\udfff', term_start: '1925' }],
    ['a NUL in a list', voyageOperations.create, { start_date: '1946', source_urls: ['a\0b'] }],
    ['a text without an end', voyageOperations.create, { start_date: '1946', notes: 'x'.repeat(100_001) }],
  ])('%s is rejected without a server error', async (_, call, body) => {
    const response = await sendAny(browser, call, { body });
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ detail: expect.any(String) }),
    ]);
  });

  test('too many words for the search index are rejected by the database, with a message', async () => {
    const text = words(180_000);
    const body = {
      start_date: '1946',
      notes: text.slice(0, 100_000),
      summary_markdown: text.slice(100_000, 200_000),
      notes_internal: text.slice(200_000, 300_000),
      additional_information: text.slice(300_000, 400_000),
      spin: Array.from({ length: 25 }, (_, index) => text.slice(400_000 + index * 20_000, 420_000 + index * 20_000)),
    };
    expect(await sendRejected(browser, voyageOperations.create, { body }, 422)).toMatchObject({
      detail: 'A value is outside the allowed range.',
    });
  });

  test('a revision number out of range is a 404', async () => {
    for (const revision of [2_147_483_648, 1e30, -1, 1.5, 'x'])
      await sendRejected(browser, historyOperations.restore, { params: { kind: 'person', slug: 'a', revision } }, 404);
  });
});

test('many long texts are stored completely', async () => {
  const long = 'Potomac é ✓ '.repeat(8000);
  const body = {
    start_date: '1946',
    notes: long,
    notes_internal: long,
    original_markdown: long,
    summary_markdown: long,
  };
  const response = await send(browser, voyageOperations.create, { body });
  expect(response.body.original_markdown).toBe(long.trim());
});
