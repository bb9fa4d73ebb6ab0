import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseVoyageDocument } from './parse.ts';
import { contentOf } from '../test/content.ts';
import type { RejectedVoyage, VoyageRecord } from './types.ts';
import { writeVoyageDocument } from './write.ts';

const fixtures = new URL('./fixtures/', import.meta.url);

function documentsIn(folder: string): [string, string, unknown][] {
  const names = readdirSync(new URL(folder, fixtures)).filter((name) => name.endsWith('.md'));
  return names.map((name) => {
    const text = readFileSync(new URL(folder + name, fixtures), 'utf8');
    const expected: unknown = JSON.parse(readFileSync(new URL(folder + name.replace(/md$/, 'json'), fixtures), 'utf8'));
    return [name.replace('.md', '').replaceAll('-', ' '), text, expected];
  });
}

const NOT_IN_FIXTURES = new Set(['original_markdown', 'stated_values', 'groups']);

/** Omits empty values, `original_markdown`, `stated_values` and `groups`, as the fixtures do. */
function spelledOut(record: VoyageRecord | RejectedVoyage): Record<string, unknown> {
  const isAbsent = (value: unknown) =>
    value === null || value === false || (Array.isArray(value) && value.length === 0);
  const entries = Object.entries(record).filter(([name, value]) => !NOT_IN_FIXTURES.has(name) && !isAbsent(value));
  return Object.fromEntries(entries);
}

describe('a valid document', () => {
  test.each(documentsIn('ok/'))('%s', (_name, text, expected) => {
    const { fatal, sections, voyages, rejected, problems } = parseVoyageDocument(text);
    expect({ sections, voyages: voyages.map(spelledOut) }).toEqual(expected);
    expect({ fatal, rejected, problems }).toEqual({ fatal: null, rejected: [], problems: [] });
  });

  test.each(documentsIn('ok/'))('has the same content after writing and parsing: %s', (_name, text) => {
    const parsed = parseVoyageDocument(text);
    expect(contentOf(parseVoyageDocument(writeVoyageDocument(parsed)))).toEqual(contentOf(parsed));
  });
});

describe('a document with problems', () => {
  test.each(documentsIn('not-ok/'))('%s', (_name, text, expected) => {
    const { fatal, sections, voyages, rejected, problems } = parseVoyageDocument(text);
    const read = { fatal, sections, voyages: voyages.map(spelledOut), rejected: rejected.map(spelledOut), problems };
    expect(read).toEqual(expected);
    expect(fatal !== null || problems.length > 0).toBe(true);
  });
});
