import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageFolder } from './packages.mjs';

/** The folder of a build with the types of what it exposes, as Module Federation names it. */
const FOLDER = '@mf-types';

const SCRIPT = /\.tsx?$/;
/** A relative import in a declaration file. */
const RELATIVE = /(?:from |import\()['"](\.[^'"]+)['"]/g;

/** Only publishing needs the types; compiling them takes longer than the build. */
const isPublishing = () => Boolean(process.env.FRONTENDS_OUT);

/**
 * Adds the types of the exposed modules to a published build. The build fails where the sources have type errors, and where a component
 * that others use does not accept the props that `RemoteComponents` of the shell's library promises them.
 */
export class ExposedTypesPlugin {
  #name;
  #exposes;
  #directory;

  /** @param {{name: string, exposes: Record<string, string>, directory: string}} options */
  constructor({ name, exposes, directory }) {
    this.#name = name;
    this.#exposes = exposes;
    this.#directory = directory;
  }

  apply(compiler) {
    if (!isPublishing() || !existsSync(path.join(this.#directory, 'tsconfig.json'))) return;
    const { Compilation, sources, WebpackError } = compiler.webpack;
    const types = this.#emit();
    // Awaited below.
    types.catch(() => undefined);
    compiler.hooks.thisCompilation.tap('ExposedTypesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'ExposedTypesPlugin', stage }, async () => {
        try {
          for (const [file, text] of await types) compilation.emitAsset(file, new sources.RawSource(text));
        } catch (error) {
          compilation.errors.push(new WebpackError(error.stdout?.trim() || error.message));
        }
      });
    });
  }

  /** Declaration files by their path in the build: of each module that others use, and of those that it mentions. */
  async #emit() {
    // Below the project, so that packages are resolved as for its sources.
    const cache = path.join(this.#directory, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(path.join(cache, 'exposed-types-'));
    try {
      const output = path.join(folder, 'types');
      await this.#compile(folder, output);
      const texts = new Map();
      for (const [request, source] of this.#components()) {
        const declaration = source.replace(SCRIPT, '.d.ts');
        texts.set(`${request}.d.ts`, `export * from '${source.replace(SCRIPT, '.js')}';\n`);
        addDeclarations(path.join(output, declaration), output, texts);
      }
      return [...texts].map(([file, text]) => [path.posix.join(FOLDER, file), text]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The modules that other micro-frontends use; the routes are for the shell. */
  #components() {
    return Object.entries(this.#exposes).filter(([request]) => request !== './routes');
  }

  async #compile(folder, output) {
    const check = path.join(folder, 'check.ts');
    const config = path.join(folder, 'tsconfig.json');
    const absolute = (source) => path.join(this.#directory, source);
    writeFileSync(check, this.#check(absolute));
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      rootDir: this.#directory,
      outDir: output,
    };
    const declarations = readdirSync(absolute('src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.d.ts'),
    );
    const files = [...Object.values(this.#exposes), ...declarations.map((file) => path.join('src', file))].map(
      absolute,
    );
    const globals = path.join(import.meta.dirname, 'globals.d.ts');
    const content = {
      extends: absolute('tsconfig.json'),
      compilerOptions,
      files: [check, globals, ...files],
      include: [],
    };
    writeFileSync(config, JSON.stringify(content));
    const tsc = path.join(packageFolder('typescript', this.#directory), 'bin/tsc');
    await promisify(execFile)(process.execPath, [tsc, '-p', config], { cwd: this.#directory });
  }

  /** A module that compiles if each exposed component accepts the props that others pass. */
  #check(file) {
    return [
      "import type { MfeModule, RemoteComponentModule, RemoteComponents } from '@archive/shell-api';",
      `type Of<Name, Module> = Name extends keyof RemoteComponents
  ? Module extends keyof RemoteComponents[Name] ? RemoteComponentModule<RemoteComponents[Name][Module]> : unknown
  : unknown;`,
      ...this.#components().map(
        ([request, source], index) =>
          `export type Component${index} = Accepts<Of<'${this.#name}', '${request}'>, typeof import('${file(source)}')>;`,
      ),
      ...(this.#exposes['./routes']
        ? [`export type Routes = Accepts<MfeModule, typeof import('${file(this.#exposes['./routes'])}')>;`]
        : []),
      'type Accepts<Promised, Exposed extends Promised> = Exposed;',
    ].join('\n');
  }
}

/** Adds a declaration file and those that it imports to `texts`, by their paths below `root`. */
function addDeclarations(file, root, texts) {
  const name = `./${path.relative(root, file).split(path.sep).join('/')}`;
  if (texts.has(name) || !existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  texts.set(name, text);
  for (const [, request] of text.matchAll(RELATIVE))
    addDeclarations(path.resolve(path.dirname(file), request).replace(/(?:\.[jt]sx?)?$/, '.d.ts'), root, texts);
}
