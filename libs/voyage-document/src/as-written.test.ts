import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyDocument, mutatedArchive } from '../test/arbitraries.ts';
import { archiveText } from '../test/archive.ts';
import { contentOf } from '../test/content.ts';
import { readVoyageLines, writeVoyageLines } from './original-lines.ts';
import { parseVoyageDocument } from './parse.ts';
import { normalizeDocument, normalizeVoyage } from './normalize.ts';
import type { VoyageContent, VoyageRecord } from './types.ts';

const together = (parts: readonly string[]) => contentOf(parseVoyageDocument(parts.join('\n\n'))).voyages;
const alone = (voyages: readonly VoyageContent[]) => voyages.map((voyage) => ({ ...voyage, section: null }));
const contentsOf = (voyages: VoyageRecord[]) =>
  contentOf({ voyages, sections: [], problems: [], rejected: [], fatal: null }).voyages;

describe('a parsed voyage', () => {
  test('keeps its original lines until it is edited', () => {
    for (const voyage of parseVoyageDocument(archiveText).voyages) {
      const original = readVoyageLines(voyage.original_markdown);
      expect(writeVoyageLines(voyage, original)).toBe(voyage.original_markdown);
      const edited = { ...voyage, notes: 'Edited\n# since' };
      expect(together([writeVoyageLines(edited, original)])).toEqual([normalizeVoyage({ ...edited, section: null })]);
    }
  });

  test('from any document can be written and parsed again next to other voyages', () => {
    fc.assert(
      fc.property(mutatedArchive, (text) => {
        const { voyages } = parseVoyageDocument(text);
        const parts = voyages.map((voyage) => writeVoyageLines(voyage, readVoyageLines(voyage.original_markdown)));
        if (parts.length > 0) expect(together(parts)).toEqual(alone(contentsOf(voyages)));
      }),
      { numRuns: 30 },
    );
  });
});

test('a new voyage can be written and parsed again, next to other voyages and despite the original lines of another voyage', () => {
  const original = readVoyageLines('## 1946\n\nNotes: Of another one');
  fc.assert(
    fc.property(anyDocument, (document) => {
      const { voyages } = normalizeDocument(document);
      expect(together(voyages.map((voyage) => writeVoyageLines(voyage, original)))).toEqual(alone(voyages));
    }),
    { numRuns: 50 },
  );
});

test('a name that reads like an office after another name is written so that it stays a person', () => {
  const people = ['! Harry', 'General to'].map((name, index) => ({
    name,
    wikipedia_url: null,
    title: null,
    role: null,
    is_crew: index === 1,
  }));
  const [voyage] = parseVoyageDocument('## 1970').voyages;
  if (!voyage) throw new Error('There is no voyage');
  const written = writeVoyageLines({ ...voyage, passengers: people }, null);
  expect(parseVoyageDocument(written).voyages[0]?.passengers).toEqual(people);
});

test.each([
  ['two voyages', '## 1946\n\n## 1947'],
  ['a heading of an owner', '# Owner X\n\n## 1946'],
  ['codes at the end, which belong to the next voyage', '## 1946\n\nNotes: x\n\n(Crew)'],
  ['no voyage', 'Some text'],
  ['an impossible date', '## 1946-02-30'],
])('readVoyageLines rejects %s', (_case, lines) => {
  expect(readVoyageLines(lines)).toBe(null);
});
