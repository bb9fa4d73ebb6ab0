/**
 * Fails when the exports of a shared library differ from its committed API report. `--write` updates reports and versions.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './language/sources.ts';
import {
  type ApiReport,
  demandedVersion,
  entriesOf,
  LibraryTypes,
  nextReport,
  reportProblems,
  type Types,
} from './library-api.ts';

/** The libraries that the shell provides, see tools/rspack/shared.mjs. */
const LIBRARIES = ['router', 'query', 'api-client', 'ui', 'shell-api'];
/** Every library; the types of these are emitted into one folder. */
const SOURCES = path.join(ROOT, 'libs');
const TESTS = /^\.\/(?:contract-suite|gallery)$/;

const read = <T>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T;
const write = (file: string, content: unknown) =>
  writeFileSync(path.join(ROOT, file), `${JSON.stringify(content, null, 2)}\n`);

const output = mkdtempSync(path.join(tmpdir(), 'library-types-'));
try {
  emitTypes();
  const problems = LIBRARIES.flatMap((library) => check(library, process.argv.includes('--write')));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error('Run "npm run libraries" to update the reports and versions.');
  console.log(`${LIBRARIES.length} libraries compared with their API reports, ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(output, { recursive: true });
}

function emitTypes(): void {
  const entries = LIBRARIES.flatMap((library) =>
    Object.values(entriesOf(path.join(SOURCES, library))).map((file) => path.join(SOURCES, library, file)),
  );
  const config = path.join(output, 'tsconfig.json');
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: path.join(output, 'types'),
  };
  const files = [...entries, path.join(ROOT, 'tools/rspack/globals.d.ts')];
  writeFileSync(config, JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions, files }));
  execFileSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config, '--singleThreaded'],
    {
      stdio: 'inherit',
    },
  );
}

/** The emitted types of a module of the shared libraries; other modules are compared by name only. */
function declarationsOf(request: string, from: string): string | undefined {
  if (request.startsWith('.')) return typesFile(path.resolve(path.dirname(from), request));
  const [, library = '', entry = ''] = /^@archive\/([\w-]+)(\/.+)?$/.exec(request) ?? [];
  if (!LIBRARIES.includes(library)) return undefined;
  const source = entriesOf(path.join(SOURCES, library))[`.${entry}`];
  return source === undefined ? undefined : typesFile(path.join(output, 'types/libs', library, source));
}

function typesFile(source: string): string | undefined {
  const file = source.replace(/(?:\.d)?\.tsx?$/, '.d.ts');
  return existsSync(file) ? file : undefined;
}

function check(library: string, update: boolean): string[] {
  const name = `@archive/${library}`;
  const packageFile = `libs/${library}/package.json`;
  const reportFile = `libs/${library}/api-report.json`;
  const manifest = read<{ version: string }>(packageFile);
  const report = existsSync(path.join(ROOT, reportFile)) ? read<ApiReport>(reportFile) : undefined;
  const types = typesOf(library);
  if (!update) return reportProblems(name, manifest.version, report, types);
  const version = demandedVersion(report, manifest.version, types);
  write(reportFile, nextReport(report, version, types));
  if (version === manifest.version) return [];
  write(packageFile, { ...manifest, version });
  const lock = read<{ packages: Record<string, { version: string }> }>('package-lock.json');
  lock.packages[`libs/${library}`]!.version = version;
  write('package-lock.json', lock);
  console.log(`${name} is ${version} now.`);
  return [];
}

function typesOf(library: string): Types {
  const reader = new LibraryTypes(declarationsOf);
  const entries = Object.entries(entriesOf(path.join(SOURCES, library))).filter(([entry]) => !TESTS.test(entry));
  return Object.fromEntries(
    entries.map(([entry, source]) => {
      const file = typesFile(path.join(output, 'types/libs', library, source))!;
      return [entry, Object.fromEntries(reader.namesOf(file).map((name) => [name, reader.hashOf(file, name)]))];
    }),
  );
}
