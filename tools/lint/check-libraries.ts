/**
 * Fails when the exports of a published library differ from its committed API report, or a published package has no changelog for its
 * version. `--write` applies changesets and updates the reports; a text after it describes the changes of exports in a changeset.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PUBLISHED, sourceFiles } from '@archive/packages/published';
import { ROOT } from './language/sources.ts';
import {
  type ApiReport,
  changesOf,
  demandedVersion,
  entriesOf,
  LibraryTypes,
  nextReport,
  reportProblems,
  type Types,
  changelogProblem,
  changeset,
} from './library-api.ts';

/** The libraries that the shell provides, see tools/rspack/shared.mjs. Their types are compared through each other. */
const SHARED = ['router', 'query', 'api-client', 'ui', 'shell-api'];
/** Libraries that are compared separately: what they import from others is compared by name only. */
const BUNDLED = ['editing', 'client', 'testing'];
const REPORTED = [...SHARED, ...BUNDLED];
const SOURCES = path.join(ROOT, 'libs');
const TESTS = /^\.\/(?:contract-suite|gallery)$/;
const CHANGESETS = path.join(ROOT, '.changeset');

const read = <T>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T;
const reportFile = (library: string) => `libs/${library}/api-report.json`;
const pendingChangesets = () => readdirSync(CHANGESETS).filter((file) => file.endsWith('.md'));
const write = (file: string, content: unknown) =>
  writeFileSync(path.join(ROOT, file), `${JSON.stringify(content, null, 2)}\n`);

interface Library {
  name: string;
  version: string;
  report: ApiReport | undefined;
  types: Types;
}

const isWriting = process.argv[2] === '--write';
const description = process.argv[3];

const output = mkdtempSync(path.join(tmpdir(), 'library-types-'));
try {
  // Separately, because the order of union members depends on what is compiled together.
  for (const libraries of [SHARED, BUNDLED]) emitTypes(libraries);
  if (isWriting) applyChangesets();
  const problems = [...REPORTED.flatMap(isWriting ? update : apiProblems), ...changelogProblems()];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error(`Run: npm run libraries -- 'What changed, for those who use it.'`);
  console.log(`${PUBLISHED.length} published packages checked, ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(output, { recursive: true });
}

/** Where the types of a library are emitted. */
function emittedTypes(library: string): string {
  return path.join(output, SHARED.includes(library) ? 'shared' : 'bundled');
}

/** The source of each entry of a library, by import name. */
function sourcesOf(library: string): [string, string[]][] {
  const entries = Object.entries(entriesOf(path.join(SOURCES, library)));
  return entries.map(([entry, file]) => [`@archive/${library}${entry.slice(1)}`, [path.join(SOURCES, library, file)]]);
}

function emitTypes(libraries: readonly string[]): void {
  const config = path.join(output, `${path.basename(emittedTypes(libraries[0]!))}.json`);
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: emittedTypes(libraries[0]!),
    // A module that is found through node_modules counts as external, and its types are not emitted.
    paths: Object.fromEntries(libraries.flatMap(sourcesOf)),
  };
  const files = [...libraries.flatMap(sourceFiles), path.join(ROOT, 'tools/rspack/globals.d.ts')];
  writeFileSync(config, JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions, files }));
  execFileSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config, '--singleThreaded'],
    {
      stdio: 'inherit',
    },
  );
}

/**
 * The file with the emitted types of an import: of a module of the same library and, between shared libraries, of another library.
 * Undefined for everything else, which is compared by name only.
 */
function declarationsOf(request: string, from: string): string | undefined {
  if (request.startsWith('.')) {
    const target = path.resolve(path.dirname(from), request);
    if (!/\.(?:md|css)$/.test(request) && !typesFile(target)) throw new Error(`${from}: no types of ${request}`);
    return typesFile(target);
  }
  const [, library = '', entry = ''] = /^@archive\/([\w-]+)(\/.+)?$/.exec(request) ?? [];
  if (!SHARED.includes(library) || !from.startsWith(emittedTypes(library))) return undefined;
  const source = entriesOf(path.join(SOURCES, library))[`.${entry}`];
  return source === undefined ? undefined : typesFile(path.join(emittedTypes(library), 'libs', library, source));
}

function typesFile(source: string): string | undefined {
  const file = source.replace(/(?:\.d)?\.tsx?$/, '.d.ts');
  return existsSync(file) ? file : undefined;
}

function readLibrary(library: string): Library {
  const { name, version } = read<{ name: string; version: string }>(`libs/${library}/package.json`);
  const report = existsSync(path.join(ROOT, reportFile(library))) ? read<ApiReport>(reportFile(library)) : undefined;
  return { name, version, report, types: typesOf(library) };
}

function apiProblems(library: string): string[] {
  const { name, version, report, types } = readLibrary(library);
  return reportProblems(name, version, report, types);
}

/** Writes the report, if the version already fits the changes. */
function update(library: string): string[] {
  const { name, version, report, types } = readLibrary(library);
  if (demandedVersion(report, version, types) !== version) return reportProblems(name, version, report, types);
  write(reportFile(library), nextReport(report, version, types));
  return [];
}

/** Raises the versions that changesets ask for, and writes the changelogs. With a description, changed exports get a changeset. */
function applyChangesets(): void {
  const changed = REPORTED.map(readLibrary).filter(
    ({ report, version, types }) => demandedVersion(report, version, types) !== version,
  );
  if (description !== undefined) {
    const bumps = changed.map(({ name, report, types }) => [name, changesOf(report!, types).bump!]);
    writeFileSync(path.join(CHANGESETS, 'exports.md'), changeset(Object.fromEntries(bumps), description));
  }
  if (pendingChangesets().length === 0) return;
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/@changesets/cli/bin.js'), 'version'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const lock = read<{ packages: Record<string, { version: string }> }>('package-lock.json');
  for (const folder of PUBLISHED)
    lock.packages[folder]!.version = read<{ version: string }>(`${folder}/package.json`).version;
  write('package-lock.json', lock);
}

function changelogProblems(): string[] {
  const problems = PUBLISHED.map((folder) => {
    const { name, version } = read<{ name: string; version: string }>(`${folder}/package.json`);
    const file = path.join(ROOT, folder, 'CHANGELOG.md');
    return changelogProblem(name, version, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  });
  const pending = pendingChangesets().map((file) => `The changeset .changeset/${file} is not applied.`);
  return [...problems.filter((problem) => problem !== undefined), ...pending];
}

function typesOf(library: string): Types {
  const reader = new LibraryTypes(declarationsOf);
  const entries = Object.entries(entriesOf(path.join(SOURCES, library))).filter(([entry]) => !TESTS.test(entry));
  return Object.fromEntries(
    entries.map(([entry, source]) => {
      const file = typesFile(path.join(emittedTypes(library), 'libs', library, source))!;
      return [entry, Object.fromEntries(reader.namesOf(file).map((name) => [name, reader.hashOf(file, name)]))];
    }),
  );
}
