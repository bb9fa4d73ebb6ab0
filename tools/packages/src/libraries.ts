/**
 * Builds libraries of the repository as packages: JavaScript with types instead of TypeScript sources, an export map to match, and
 * nothing that refers to files of the repository.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dependenciesOf, type Imports, type Manifest, ROOT, writeManifest } from './manifest.ts';
import { LIBRARIES, sourceFiles } from './published.ts';

const SCRIPT = /(?<!\.d)\.tsx?$/;
const TEST = /\.(?:test|fixture)\.tsx?$/;
/** Imports of a compiled file. */
const IMPORT = /(\bfrom ?|\bimport ?\(?|^import )(['"])(?<request>[^'"\s]+)\2/gm;

/** Builds libraries into folders of `output` with their names. */
export function buildLibraries(output: string, libraries: readonly string[] = LIBRARIES): void {
  const compiled = mkdtempSync(path.join(tmpdir(), 'packages-'));
  try {
    compile(compiled, libraries);
    for (const library of libraries)
      assemble(library, path.join(compiled, 'libs', library, 'src'), path.join(output, library));
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

const manifestOf = (library: string) =>
  JSON.parse(readFileSync(path.join(ROOT, 'libs', library, 'package.json'), 'utf8')) as Manifest;

function entriesOf(library: string): [string, string][] {
  return Object.entries(manifestOf(library).exports as Record<string, string>);
}

function compile(output: string, libraries: readonly string[]): void {
  const files = libraries.flatMap(sourceFiles);
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ROOT,
    outDir: output,
  };
  const config = path.join(output, 'tsconfig.json');
  files.push(path.join(ROOT, 'tools/rspack/globals.d.ts'));
  writeFileSync(config, JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions, files }));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', config], { stdio: ['ignore', 'inherit', 'inherit'] });
}

function assemble(library: string, compiled: string, folder: string): void {
  const source = path.join(ROOT, 'libs', library, 'src');
  const dist = path.join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  cpSync(source, dist, { recursive: true, filter: (file) => !SCRIPT.test(file) && !file.endsWith('.d.ts') });
  cpSync(compiled, dist, { recursive: true, filter: (file) => !TEST.test(file) });
  const imports: Imports = { code: new Set(), types: new Set() };
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[jt]s$/.test(name)))
    adapt(path.join(dist, file), path.join(source, file), file.endsWith('.js') ? imports.code : imports.types);
  for (const file of ['README.md', 'CHANGELOG.md', 'api-report.json'].filter((name) =>
    existsSync(path.join(ROOT, 'libs', library, name)),
  ))
    cpSync(path.join(ROOT, 'libs', library, file), path.join(folder, file));
  const manifest = manifestOf(library);
  writeManifest(folder, {
    ...manifest,
    exports: Object.fromEntries([
      ...entriesOf(library).map(([entry, file]) => [entry, exportOf(file)]),
      ['./package.json', './package.json'],
    ]),
    ...dependenciesOf(manifest, imports),
  });
}

const inDist = (file: string) => file.replace('./src/', './dist/');

function exportOf(file: string) {
  if (!SCRIPT.test(file)) return inDist(file);
  const [types, script] = ['.d.ts', '.js'].map((extension) => inDist(file).replace(SCRIPT, extension));
  return { types, default: script };
}

/**
 * Makes a compiled file refer to compiled files, and to copies of text files outside of the library. Adds imported packages to `requests`.
 */
function adapt(file: string, original: string, requests: Set<string>): void {
  const text = readFileSync(file, 'utf8').replaceAll(
    IMPORT,
    (whole, before: string, quote: string, request: string) => {
      if (!request.startsWith('.')) {
        requests.add(request);
        return whole;
      }
      const target = request.endsWith('.md')
        ? textModule(path.resolve(path.dirname(original), request), file)
        : request.replace(/\.tsx?$/, '.js');
      requireFile(path.resolve(path.dirname(file), file.endsWith('.js') ? target : target.replace(/\.js$/, '.d.ts')));
      return `${before}${quote}${target}${quote}`;
    },
  );
  writeFileSync(file, text);
}

function requireFile(file: string): void {
  if (!existsSync(file)) throw new Error(`The compiler did not write ${file}.`);
}

/** Writes a text as a module next to the file that imports it, which then needs no loader. */
function textModule(original: string, importer: string): string {
  const name = `${path.basename(original)}.js`;
  const text = readFileSync(original, 'utf8');
  writeFileSync(path.join(path.dirname(importer), name), `export default ${JSON.stringify(text)};\n`);
  return `./${name}`;
}
