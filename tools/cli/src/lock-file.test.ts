import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './settings.ts';

interface Entry {
  optionalDependencies?: Record<string, string>;
  resolved?: string;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};

/** The places where Node would look for a package, from the inside out. */
function placesOf(name: string, from: string): string[] {
  const parts = from.split('/node_modules/');
  return [
    ...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
}

test('the lock file names the binaries of every system: npm ci refuses one that was made with only some at hand', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !placesOf(name, path).some((place) => packages[place])),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  const named = Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'));
  expect(named).toEqual([]);
});
