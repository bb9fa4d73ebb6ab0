import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { GLOSSARY_TERMS, ROOT } from '../src/pages.ts';

const declares = (name: string, file: string) => {
  const isFolder = existsSync(path.join(ROOT, file)) && statSync(path.join(ROOT, file)).isDirectory();
  const files = isFolder ? globSync(`${file}/**/*.{ts,tsx}`, { cwd: ROOT }) : [file];
  return files.some((found) => new RegExp(String.raw`\b${name}\b`).test(readFileSync(path.join(ROOT, found), 'utf8')));
};

test('the glossary names only identifiers that exist, in the files that it links', () => {
  const names = GLOSSARY_TERMS.flatMap(({ where }) => [...where.matchAll(/`(\w+)` in \[`([^`]+)`\]/g)]);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter(([, name = '', file = '']) => !declares(name, file)).map(([text]) => text)).toEqual([]);
});

test('the glossary has each term once', () => {
  const terms = GLOSSARY_TERMS.flatMap(({ term }) => term.toLowerCase().split(', '));
  expect(terms.length).toBeGreaterThan(60);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});
