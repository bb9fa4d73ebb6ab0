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

/** The folders in which Node looks for a package, innermost first. */
function placesOf(name: string, from: string): string[] {
  const parts = from.split('/node_modules/');
  return [
    ...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
}

test('the lock file lists the binaries of every platform, as npm ci requires', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !placesOf(name, path).some((place) => packages[place])),
  );
  expect(missing).toEqual([]);
});

test('the lock file contains no registry addresses', () => {
  const entries = Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'));
  expect(entries).toEqual([]);
});
