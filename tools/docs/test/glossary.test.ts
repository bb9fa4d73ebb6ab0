import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { GLOSSARY, missingLocations, renderGlossary } from '../src/glossary.ts';
import { ROOT } from '../src/pages.ts';
import { CHAPTERS } from '../src/terms.ts';

describe('the glossary', () => {
  test('is current: `npm run docs:glossary` writes it', async () => {
    expect(readFileSync(path.join(ROOT, GLOSSARY), 'utf8')).toBe(await renderGlossary());
  });

  test('names only files and identifiers that exist', () => {
    expect(missingLocations()).toEqual([]);
  });

  test('has each term once', () => {
    const names = CHAPTERS.flatMap(({ terms }) => terms.flatMap(({ term }) => term.toLowerCase().split(', ')));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
