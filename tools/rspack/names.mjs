import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageOf } from './packages.mjs';
import { LIBRARIES } from './shared.mjs';

/** A build that uses a library as a whole (`import * as ui`) has no list of names. */
const ALL_NAMES = '*';

const reports = new Map();

/** The API report of a library: the version since which each name has had its current types. */
function reportIn(folder) {
  if (!reports.has(folder)) {
    const file = path.join(folder, 'api-report.json');
    reports.set(folder, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { entries: {} });
  }
  return reports.get(folder);
}

/** Names with the library's version in which each last changed. Names that are not in the report are new. */
function withVersions(request, names, directory) {
  const { name, version, folder } = packageOf(request, directory);
  const entries = reportIn(folder).entries[`.${request.slice(name.length)}`] ?? {};
  return Object.fromEntries([...names].toSorted().map((item) => [item, entries[item]?.since ?? version]));
}

const versionsIn = ({ compiler }, versions) =>
  Object.fromEntries(
    [...versions].map(([request, names]) => [request, withVersions(request, names, compiler.context)]),
  );

function connectionsTo(compilation) {
  const versions = [];
  for (const module of compilation.modules)
    for (const { dependency, module: target } of compilation.moduleGraph.getOutgoingConnections(module))
      if (LIBRARIES.includes(dependency.request)) versions.push({ dependency, target });
  return versions;
}

/**
 * The names that a remote uses of each of the project's shared libraries, its bundled packages included.
 * @returns {Record<string, Record<string, string>>} library, name, version since which the name has had its current types
 */
export function usedNames(compilation) {
  const used = new Map();
  for (const { dependency } of connectionsTo(compilation)) {
    const { request, ids, type } = dependency;
    const names = used.get(request) ?? new Set();
    used.set(request, names);
    // An import statement has one dependency for the module and one for each use of a name.
    if (type === 'esm import') continue;
    names.add(ids?.[0] ?? ALL_NAMES);
  }
  return versionsIn(compilation, used);
}

/** The names that a shell provides of each shared library. */
export function providedNames(compilation) {
  const provided = new Map();
  for (const { dependency, target } of connectionsTo(compilation)) {
    const names = exportsOf(compilation.moduleGraph, target);
    if (names) provided.set(dependency.request, names);
  }
  return versionsIn(compilation, provided);
}

/** Follows the modules that Module Federation puts between an import and the library. */
function exportsOf(graph, module) {
  if (!module) return undefined;
  const names = graph.getProvidedExports(module);
  if (Array.isArray(names)) return names;
  for (const { module: next } of graph.getOutgoingConnections(module)) {
    const exports = exportsOf(graph, next);
    if (exports) return exports;
  }
  return undefined;
}

/**
 * What a build declares next to the Module Federation manifest; the publishing gates read it. The names that it uses or provides of the
 * shared libraries come from the compiled modules.
 */
export class DeclarationPlugin {
  #declaration;

  /** @param {{name: string, version: string, contract: number, uses: Record<string, string>, pages: string[], budget?: number,
   *   description?: object}} declaration `description` is for the registration */
  constructor(declaration) {
    this.#declaration = declaration;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const namesOf = this.#declaration.name === 'shell' ? providedNames : usedNames;
    compiler.hooks.thisCompilation.tap('DeclarationPlugin', (compilation) => {
      let names = {};
      // At a later stage, modules are merged and unused exports are removed.
      compilation.hooks.optimizeModules.tap('DeclarationPlugin', () => {
        names = namesOf(compilation);
      });
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'DeclarationPlugin', stage }, () => {
        compilation.emitAsset('archive.json', new sources.RawSource(JSON.stringify({ ...this.#declaration, names })));
      });
    });
  }
}
