import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lostWords } from '../test/lost-words.ts';
import { archiveText } from '../test/archive.ts';
import { messyDocument } from '../test/messy.ts';

const FIXTURES = new URL('./fixtures/', import.meta.url);
const documents = ['ok/', 'not-ok/'].flatMap((folder) =>
  readdirSync(new URL(folder, FIXTURES))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [folder + name, readFileSync(new URL(folder + name, FIXTURES), 'utf8')] as const),
);

describe('every word is stored or reported at its line', () => {
  test.each(documents)('in %s', (_, text) => {
    expect(lostWords(text)).toEqual([]);
  });

  test('in the archive document', () => {
    expect(lostWords(archiveText)).toEqual([]);
  });

  test('in documents composed of messy parts', () => {
    fc.assert(
      fc.property(messyDocument, (text) => {
        expect(lostWords(text)).toEqual([]);
      }),
      { numRuns: 200, seed: 1946 },
    );
  });
});

test('reports a word that is neither stored nor mentioned in a problem', () => {
  const text = '## 1946-06-01\n\nNotes: Swimming off the fantail.\n';
  const document = {
    fatal: null,
    sections: [],
    voyages: [],
    rejected: [],
    problems: [
      { line: 3, voyage: null, field: null, severity: 'warning', message: '“Swimming” is skipped.', suggestion: null },
    ],
  } as const;
  expect(
    lostWords(text, { ...document, sections: [], voyages: [], rejected: [], problems: [...document.problems] }),
  ).toEqual(
    ['1946', '06', '01']
      .map((word) => ({ line: 1, word }))
      .concat(['off', 'the', 'fantail'].map((word) => ({ line: 3, word }))),
  );
});
