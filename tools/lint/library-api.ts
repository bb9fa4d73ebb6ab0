import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import path from 'node:path';
import semver from 'semver';

/** An exported name: the library's version in which its types last changed, and a hash of them. */
export interface ReportedName {
  since: string;
  types: string;
}

/** What a shared library exports, by entry point (`.` or `./prose`) and name. */
export interface ApiReport {
  version: string;
  entries: Record<string, Record<string, ReportedName>>;
}

/** Hashes of types by entry point and name. */
export type Types = Record<string, Record<string, string>>;

type Bump = 'major' | 'minor';

interface Declarations {
  /** Source texts of the statements that declare a name, with the names that they mention. */
  declarations: Map<string, { text: string; mentions: Set<string> }[]>;
  imports: Map<string, { from: string; name: string }>;
  exports: Map<string, { from: string | undefined; name: string }>;
  stars: string[];
}

const WHOLE_MODULE = '*';

/** Reads declaration files, and hashes the types of a name with all types of the same libraries that it mentions. */
export class LibraryTypes {
  readonly #files = new Map<string, Declarations>();
  readonly #resolve: (request: string, from: string) => string | undefined;

  /** `resolve` returns the declaration file of a module; undefined for modules whose types are not followed. */
  constructor(resolve: (request: string, from: string) => string | undefined) {
    this.#resolve = resolve;
  }

  /** The exported names of an entry point, types included. */
  namesOf(file: string): string[] {
    const { exports, stars } = this.#read(file);
    const reexported = stars.flatMap((from) => {
      const target = this.#resolve(from, file);
      return target === undefined ? [] : this.namesOf(target);
    });
    return [...new Set([...exports.keys(), ...reexported])].toSorted();
  }

  hashOf(file: string, name: string): string {
    const parts = new Map<string, string>();
    this.#collectExport(file, name, parts);
    const text = [...parts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
    return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 16);
  }

  #collectExport(file: string, name: string, parts: Map<string, string>): void {
    const { exports, stars } = this.#read(file);
    const declaration = exports.get(name);
    if (declaration?.from !== undefined) this.#collectFrom(file, declaration.from, declaration.name, parts);
    else if (declaration) this.#collectLocal(file, declaration.name, parts);
    else for (const from of stars) this.#collectFrom(file, from, name, parts);
  }

  #collectFrom(file: string, from: string, name: string, parts: Map<string, string>): void {
    const target = this.#resolve(from, file);
    if (target === undefined) parts.set(`${from} ${name}`, `${from} ${name}`);
    else if (name === WHOLE_MODULE) for (const item of this.namesOf(target)) this.#collectExport(target, item, parts);
    else this.#collectExport(target, name, parts);
  }

  #collectLocal(file: string, name: string, parts: Map<string, string>): void {
    const key = `${file} ${name}`;
    if (parts.has(key)) return;
    const { declarations, imports } = this.#read(file);
    const imported = imports.get(name);
    if (imported) this.#collectFrom(file, imported.from, imported.name, parts);
    const statements = declarations.get(name) ?? [];
    if (statements.length === 0) return;
    parts.set(key, statements.map(({ text }) => text).join('\n'));
    for (const { mentions } of statements)
      for (const mention of mentions) if (mention !== name) this.#collectLocal(file, mention, parts);
  }

  #read(file: string): Declarations {
    const cached = this.#files.get(file);
    if (cached) return cached;
    const read = declarationsIn(file, readFileSync(file, 'utf8'));
    this.#files.set(file, read);
    return read;
  }
}

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const plain = (text: string) => text.replaceAll(COMMENTS, '').replaceAll(/\s+/g, ' ').trim();

function declarationsIn(file: string, source: string): Declarations {
  const { program, module } = parseSync(file, source);
  const result: Declarations = { declarations: new Map(), imports: new Map(), exports: new Map(), stars: [] };
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries)
      result.imports.set(localName.value, {
        from: moduleRequest.value,
        name: importName.kind === 'Name' ? importName.name! : importName.kind === 'Default' ? 'default' : WHOLE_MODULE,
      });
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, localName, moduleRequest } of entries) {
      if (exportName.kind === 'None') {
        if (moduleRequest) result.stars.push(moduleRequest.value);
        continue;
      }
      const name = exportName.name ?? 'default';
      const local = importName.name ?? (moduleRequest ? WHOLE_MODULE : (localName.name ?? name));
      result.exports.set(name, { from: moduleRequest?.value, name: local });
    }
  for (const statement of program.body) {
    const declared = 'declaration' in statement && statement.declaration ? statement.declaration : statement;
    const text = plain(source.slice(declared.start, declared.end));
    const mentions = new Set<string>();
    new Visitor({ Identifier: ({ name }) => void mentions.add(name) }).visit({ ...program, body: [statement] });
    for (const name of namesDeclaredBy(declared))
      result.declarations.set(name, [...(result.declarations.get(name) ?? []), { text, mentions }]);
  }
  return result;
}

interface DeclaredName {
  type: string;
  id?: { name?: string } | null;
  declarations?: { id: { name?: string } }[];
}

function namesDeclaredBy(statement: object): string[] {
  const { type, id, declarations } = statement as DeclaredName;
  if (!/Declaration|DeclareFunction/.test(type)) return [];
  const names = declarations?.map((item) => item.id.name) ?? [id?.name];
  return names.filter((name) => name !== undefined);
}

/** What changed against the committed report, as sentences, and the version change that it demands. */
export function changesOf(report: ApiReport, types: Types): { bump: Bump | undefined; sentences: string[] } {
  const sentences: string[] = [];
  let bump: Bump | undefined;
  for (const entry of new Set([...Object.keys(report.entries), ...Object.keys(types)])) {
    const previousEntry = report.entries[entry] ?? {};
    const now = types[entry] ?? {};
    for (const name of new Set([...Object.keys(previousEntry), ...Object.keys(now)])) {
      if (previousEntry[name]?.types === now[name]) continue;
      const isRemoved = now[name] === undefined;
      bump = isRemoved || bump === 'major' ? 'major' : 'minor';
      sentences.push(`${name} ${isRemoved ? 'was removed' : previousEntry[name] ? 'changed' : 'is new'}`);
    }
  }
  return { bump, sentences };
}

/** The version that the current types require: at least the version in package.json, and higher than the reported one if they changed. */
export function demandedVersion(report: ApiReport | undefined, version: string, types: Types): string {
  const bump = report && changesOf(report, types).bump;
  const minimum = report && bump ? (semver.inc(report.version, bump) ?? version) : version;
  return semver.gt(minimum, version) ? minimum : version;
}

/** The report for the current types: each name keeps its version until its types change. */
export function nextReport(previous: ApiReport | undefined, version: string, types: Types): ApiReport {
  const entries = Object.entries(types).map(([entry, names]) => {
    const reported = Object.entries(names).map(([name, hash]): [string, ReportedName] => {
      const previousName = previous?.entries[entry]?.[name];
      return [name, previousName?.types === hash ? previousName : { since: version, types: hash }];
    });
    return [entry, Object.fromEntries(reported)] as const;
  });
  return { version, entries: Object.fromEntries(entries) };
}

/** Why a library's version and report do not fit its exports; empty if they do. */
export function reportProblems(
  library: string,
  version: string,
  report: ApiReport | undefined,
  types: Types,
): string[] {
  if (!report) return [`${library} has no API report.`];
  const { sentences } = changesOf(report, types);
  const demanded = demandedVersion(report, version, types);
  if (sentences.length > 0)
    return [`${library} ${report.version} changed and becomes ${demanded}: ${sentences.join(', ')}.`];
  return report.version === version
    ? []
    : [`The API report of ${library} is for ${report.version}, and its package.json says ${version}.`];
}

/** Entry points of a package that are modules, by export path. */
export function entriesOf(directory: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return Object.fromEntries(
    Object.entries(exports).filter(([, file]) => /\.tsx?$/.test(file) && existsSync(path.join(directory, file))),
  );
}

/** The recorded changes of a published package: its changelog, and changesets that are not applied yet. */

const VERSION_HEADING = /^## (\S+)$/m;
const ENTRY = /^- \S/m;

/** Why a changelog does not fit the version of its package, in one sentence; undefined if it does. */
export function changelogProblem(name: string, version: string, changelog: string | undefined): string | undefined {
  const [, newest, section = ''] = (changelog ?? '').split(VERSION_HEADING);
  if (newest === undefined) return `${name} has no changelog.`;
  if (newest !== version) return `The changelog of ${name} is for ${newest}, and its package.json says ${version}.`;
  return ENTRY.test(section) ? undefined : `The changelog of ${name} does not say what changed in ${version}.`;
}

/** A changeset of Changesets: version changes by package, and what to write into their changelogs. */
export function changeset(bumps: Readonly<Record<string, string>>, summary: string): string {
  const lines = Object.entries(bumps).map(([name, bump]) => `'${name}': ${bump}`);
  return ['---', ...lines, '---', '', summary, ''].join('\n');
}
