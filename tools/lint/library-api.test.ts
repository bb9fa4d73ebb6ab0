import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type ApiReport,
  changesOf,
  demandedVersion,
  LibraryTypes,
  nextReport,
  reportProblems,
  type Types,
} from './library-api.ts';
import { ROOT } from './language/sources.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'library-api-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MODULES = {
  'index.d.ts': `
    export { Button } from './button.d.ts';
    export type { ButtonProps } from './button.d.ts';
    export { Link } from 'react-router';
    export * from './more.d.ts';`,
  'button.d.ts': `
    import type { ReactNode } from 'react';
    import { type Tone } from './tone.d.ts';
    /** A comment. */
    export interface ButtonProps { tone?: Tone; children: ReactNode }
    export declare function Button(props: ButtonProps): ReactNode;`,
  'tone.d.ts': `export type Tone = 'plain' | 'primary';`,
  'more.d.ts': `export declare const LIMIT = 5;\n declare const hidden: number;`,
};

/** Hashes of the names of these modules, with some of them changed. */
function typesWith(changes: Partial<typeof MODULES> = {}): Types {
  for (const [name, text] of Object.entries({ ...MODULES, ...changes })) writeFileSync(path.join(folder, name), text);
  const reader = new LibraryTypes((request) =>
    request.startsWith('.') ? path.join(folder, path.basename(request)) : undefined,
  );
  const index = path.join(folder, 'index.d.ts');
  return { '.': Object.fromEntries(reader.namesOf(index).map((name) => [name, reader.hashOf(index, name)])) };
}

const report = (): ApiReport => nextReport(undefined, '1.2.0', typesWith());
const changesAfter = (changes: Partial<typeof MODULES>) => changesOf(report(), typesWith(changes));

describe('the types of a library', () => {
  test('include its exported names, even those from other packages', () => {
    expect(Object.keys(typesWith()['.']!)).toEqual(['Button', 'ButtonProps', 'LIMIT', 'Link']);
  });

  test.each([
    ['a new value of a type two modules away', { 'tone.d.ts': `export type Tone = 'plain' | 'primary' | 'quiet';` }],
    ['a new property', { 'button.d.ts': MODULES['button.d.ts'].replace('tone?', 'busy: boolean; tone?') }],
  ])('change for a component with %s of its props', (_, changes) => {
    expect(changesAfter(changes)).toEqual({ bump: 'minor', sentences: ['Button changed', 'ButtonProps changed'] });
  });

  test('are unchanged by other comments, spaces and hidden declarations', () => {
    const comment = MODULES['button.d.ts'].replace('A comment.', 'Another\n\n comment.').replace('{ tone', '{\n  tone');
    const hidden = MODULES['more.d.ts'].replace('number', 'string');
    expect(changesAfter({ 'button.d.ts': comment, 'more.d.ts': hidden })).toEqual({ bump: undefined, sentences: [] });
  });
});

describe('a changed export demands', () => {
  test('the next minor version for a new name, and the next major version for a removed name', () => {
    const added = typesWith({
      'more.d.ts': `${MODULES['more.d.ts']}\nexport declare function greet(name: string): string;`,
    });
    expect(demandedVersion(report(), '1.2.0', added)).toBe('1.3.0');
    expect(demandedVersion(report(), '2.0.0', added)).toBe('2.0.0');
    const removed = typesWith({ 'more.d.ts': 'export {};' });
    expect(demandedVersion(report(), '1.2.0', removed)).toBe('2.0.0');
    expect(reportProblems('@archive/ui', '1.2.0', report(), removed)).toEqual([
      '@archive/ui 1.2.0 changed and becomes 2.0.0: LIMIT was removed.',
    ]);
    expect(reportProblems('@archive/ui', '1.2.0', report(), typesWith())).toEqual([]);
    expect(reportProblems('@archive/ui', '1.3.0', report(), typesWith())).toEqual([
      'The API report of @archive/ui is for 1.2.0, and its package.json says 1.3.0.',
    ]);
  });

  test('a version that the report records for that name only', () => {
    const added = typesWith({ 'more.d.ts': `${MODULES['more.d.ts']}\nexport declare function greet(): string;` });
    const { entries } = nextReport(report(), '1.3.0', added);
    const since = Object.fromEntries(Object.entries(entries['.']!).map(([name, item]) => [name, item.since]));
    expect(since).toEqual({ Button: '1.2.0', ButtonProps: '1.2.0', LIMIT: '1.2.0', Link: '1.2.0', greet: '1.3.0' });
  });
});

test('the shared libraries of the builds are those with a report', async () => {
  const { LIBRARIES } = (await import('../rspack/shared.mjs')) as unknown as { LIBRARIES: string[] };
  const packages = new Set(LIBRARIES.map((request) => request.split('/')[1]!));
  for (const library of packages) {
    const file = path.join(ROOT, 'libs', library, 'api-report.json');
    expect((JSON.parse(readFileSync(file, 'utf8')) as ApiReport).version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});
