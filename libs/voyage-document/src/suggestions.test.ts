import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { messyDocument } from '../test/messy.ts';
import { withSuggestion, badSuggestion } from '../test/suggestions.ts';
import { parseVoyageDocument } from './parse.ts';

const NOT_OK = new URL('./fixtures/not-ok/', import.meta.url);
const documents = readdirSync(NOT_OK)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(new URL(name, NOT_OK), 'utf8')] as const);

function badSuggestionsOf(text: string): string[] {
  const document = parseVoyageDocument(text);
  return document.problems.flatMap((problem) => {
    const reason = badSuggestion(text, document, problem);
    return reason === null ? [] : [`${problem.line}: ${problem.suggestion} ${reason}.`];
  });
}

describe('a suggestion is a valid and equivalent line', () => {
  test.each(documents)('in %s', (_, text) => {
    expect(badSuggestionsOf(text)).toEqual([]);
  });

  test('in documents composed of messy parts', () => {
    fc.assert(
      fc.property(messyDocument, (text) => {
        expect(badSuggestionsOf(text)).toEqual([]);
      }),
      { numRuns: 100, seed: 1971 },
    );
  });

  test('and some documents have suggestions', () => {
    const suggested = documents.flatMap(([, text]) =>
      parseVoyageDocument(text).problems.filter((problem) => withSuggestion(text, problem) !== undefined),
    );
    expect(suggested.length).toBeGreaterThan(20);
  });
});
