import { readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface Manifest {
  name: string;
  version: string;
  exports?: unknown;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** Provided once, by the application: two copies on a page do not work. */
const PROVIDED = ['react', 'react-dom'];

/** What the code and the type declarations of a package import. */
export interface Imports {
  code: Set<string>;
  types: Set<string>;
}

const NO_IMPORTS: Imports = { code: new Set(), types: new Set() };

const packageNames = (requests: Set<string>) => [
  ...new Set(
    [...requests]
      .filter((request) => !isBuiltin(request))
      .map((request) =>
        request
          .split('/')
          .slice(0, request.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  ),
];

/** The version of a package that this repository uses. */
export const installedVersion = (name: string) =>
  (JSON.parse(readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as Manifest).version;

/** A package accepts later versions of the other @archive packages: they follow semantic versioning. */
const rangeOf = (name: string, version: string) =>
  name.startsWith('@archive/') ? `^${installedVersion(name)}` : version;

/**
 * The dependencies of a package. React is a peer dependency. Imports that aren't declared as dependencies are optional peer dependencies:
 * by convention only test helpers have them. Packages that only its types mention are dependencies too.
 */
export function dependenciesOf({ name, dependencies = {} }: Manifest, imports: Imports = NO_IMPORTS) {
  const isUndeclared = (item: string) => item !== name && !(item in dependencies) && !PROVIDED.includes(item);
  const undeclared = packageNames(imports.code).filter(isUndeclared);
  const ofTypes = packageNames(imports.types).filter((item) => isUndeclared(item) && !undeclared.includes(item));
  const ownPackages = [
    ...Object.entries(dependencies).filter(([item]) => !PROVIDED.includes(item)),
    ...ofTypes.map((item): [string, string] => [item, installedVersion(item)]),
  ];
  const provided = PROVIDED.filter((item) => item in dependencies);
  return {
    dependencies: Object.fromEntries(ownPackages.map(([item, version]) => [item, rangeOf(item, version)])),
    peerDependencies: Object.fromEntries(
      [...provided, ...undeclared].map((item) => [item, `^${installedVersion(item)}`]),
    ),
    peerDependenciesMeta: Object.fromEntries(undeclared.map((item) => [item, { optional: true }])),
  };
}

/** Writes the package.json of a package, without what only the repository needs. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const { private: _private, nx: _nx, devDependencies: _development, ...rest } = manifest;
  const published = { ...rest, license: 'UNLICENSED', engines: manifest['engines'] ?? { node: '>=24' } };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}
