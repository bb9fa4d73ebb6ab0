import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyDocument, anyText, mutatedArchive } from '../test/arbitraries.ts';
import { parseVoyageDocument } from './parse.ts';
import { contentOf } from '../test/content.ts';
import { normalizeDocument } from './normalize.ts';
import { writeVoyageDocument } from './write.ts';

describe('a written document', () => {
  test('parses to the same sections and voyages, whatever their texts', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const parsed = parseVoyageDocument(writeVoyageDocument(document));
        expect(contentOf(parsed)).toEqual(normalizeDocument(document));
      }),
      { numRuns: 150 },
    );
  });

  test('parses without problems', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { problems, fatal } = parseVoyageDocument(writeVoyageDocument(document));
        const unavoidable = problems.filter(
          ({ field, message }) => field === 'Time' && message.includes('before it starts'),
        );
        expect(problems).toEqual(unavoidable);
        expect(fatal).toBe(null);
      }),
      { numRuns: 100 },
    );
  });

  test('stays the same when it is parsed and written again', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const sourceText = writeVoyageDocument(document);
        expect(writeVoyageDocument(parseVoyageDocument(sourceText))).toBe(sourceText);
      }),
      { numRuns: 60 },
    );
  });
});

describe('any text', () => {
  test('parses without an exception, and has the same content after writing and parsing', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, mutatedArchive), (text) => {
        const parsed = parseVoyageDocument(text);
        const reparsed = parseVoyageDocument(writeVoyageDocument(parsed));
        if (parsed.voyages.length > 0) expect(contentOf(reparsed)).toEqual(contentOf(parsed));
      }),
      { numRuns: 100 },
    );
  });

  test('gets valid line numbers for problems and voyages', () => {
    fc.assert(
      fc.property(mutatedArchive, (text) => {
        const lines = text
          .toWellFormed()
          .replace(/^\uFEFF/, '')
          .split(/\r\n|\r|\n/);
        const { voyages, rejected, problems } = parseVoyageDocument(text);
        for (const { line } of problems) expect(lines[line - 1]).toBeDefined();
        for (const { line, end_line, original_markdown } of [...voyages, ...rejected]) {
          expect(original_markdown).toBe(lines.slice(line - 1, end_line).join('\n'));
        }
      }),
      { numRuns: 100 },
    );
  });
});
