import { createRequire } from 'node:module';
import path from 'node:path';
import { rspack } from '@rspack/core';

/**
 * `npm run dev` watches: only changed files are compiled, packages are loaded from node_modules, and the output has its own folder,
 * so that `npm start` never runs it.
 */
const watching = process.argv.includes('--watch');
const DIST = path.join(import.meta.dirname, watching ? '.development' : 'dist');

/** Packages that load files next to themselves: native code, WebAssembly, data, the pages of the queue board. */
const WITH_FILES =
  /^(?:sharp|css-tree|@embedpdf\/pdfium|tesseract\.js-core|@tesseract\.js-data\/eng|@cwasm\/nsbmp|@bull-board\/.+)$/;

/** Compiled in watch mode; packages are then loaded from node_modules. */
const OWN_CODE = /^(?:[./]|@archive\/|[A-Za-z]:\\)/;

/** Whether a package has an optional dependency that is not installed. */
function isMissing(request, directory) {
  if (!/[\\/]node_modules[\\/]/.test(directory) || /^[./]|^node:/.test(request)) return false;
  try {
    createRequire(path.join(directory, 'index.js')).resolve(request);
    return false;
  } catch (error) {
    return error.code === 'MODULE_NOT_FOUND';
  }
}

/** Code that programs load at start is in one chunk; code they load later is split by package. */
const PACKAGES = {
  test: /[\\/]node_modules[\\/]/,
  chunks: 'all',
  minSize: 0,
  name(module, chunks) {
    const programs = chunks.flatMap(({ name }) => name ?? []);
    const [, name] = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(module.identifier()) ?? [];
    return `packages/${programs.length > 0 ? programs.toSorted().join('-') : name}`;
  },
};

const compiled = (tsx) => ({
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      keepClassNames: true,
    },
  },
});

/** V8 keeps a source with any character above U+00FF in two bytes per character. */
const ASCII = { asciiOnly: true };

/** Fails the build for a file with such a character: the minimizer can't escape them in `String.raw`. */
class OneBytePerCharacter {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(OneBytePerCharacter.name, (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: OneBytePerCharacter.name, stage }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          const [line] = (file.endsWith('.js') && /.*[\u{100}-\u{10FFFF}].*/u.exec(source.source().toString())) || [];
          if (line)
            compilation.errors.push(new Error(`${file} has a character above U+00FF. Escape it: ${line.trim()}`));
        }
      });
    });
  }
}

/** The programs that the API and the worker of `npm run dev` run. */
const SERVING = {
  main: './src/main.ts',
  worker: './src/worker.ts',
  sandbox: './src/sandbox.ts',
  'document-parser': './src/document-parser.ts',
};

/** The backend's programs, each as one file of our code and a few files of packages, besides the code loaded on first use. */
export default {
  mode: 'production',
  cache: watching,
  target: 'node24',
  context: import.meta.dirname,
  entry: watching
    ? SERVING
    : {
        ...SERVING,
        migrate: './src/migrate.ts',
        backup: './src/backup.ts',
        restore: './src/restore.ts',
      },
  devtool: false,
  output: {
    path: DIST,
    clean: !watching,
    module: true,
    chunkFormat: 'module',
    library: { type: 'module' },
    filename: '[name].js',
    chunkFilename: '[name].js',
  },
  node: { __dirname: 'node-module', __filename: 'node-module' },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  module: {
    // Targets of import.meta, URLs and computed names are resolved at run time.
    parser: { javascript: { importMeta: false, url: false, exprContextCritical: false } },
    rules: [
      { test: /\.ts$/, ...compiled(false) },
      { test: /\.tsx$/, ...compiled(true) },
    ],
  },
  externals: [
    ({ context, request }, done) => {
      if (WITH_FILES.test(request) || (watching && !OWN_CODE.test(request))) return done(null, `module ${request}`);
      if (isMissing(request, context)) return done(null, `node-commonjs ${request}`);
      done();
    },
  ],
  optimization: {
    minimize: !watching,
    concatenateModules: !watching,
    splitChunks: { cacheGroups: { default: false, defaultVendors: false, packages: PACKAGES } },
    // Removes comments, and from packages whitespace, but keeps names, which logs, errors and dependency injection use; shorter names would
    // save little more. Our own code keeps its lines for stack traces.
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        include: /^packages\//,
        minimizerOptions: { compress: false, mangle: false, format: ASCII },
      }),
      new rspack.SwcJsMinimizerRspackPlugin({
        exclude: /^packages\//,
        minimizerOptions: {
          compress: false,
          mangle: false,
          minify: false,
          format: { ...ASCII, comments: false, beautify: true },
        },
      }),
    ],
  },
  plugins: [
    ...(watching ? [] : [new OneBytePerCharacter()]),
    // Node reads the source maps of all loaded files: maps of packages would use more memory than the program, and columns most of the rest.
    new rspack.SourceMapDevToolPlugin({
      filename: '[file].map',
      exclude: /^packages\//,
      columns: false,
      noSources: true,
      moduleFilenameTemplate: ({ absoluteResourcePath }) => path.relative(DIST, absoluteResourcePath),
    }),
  ],
  stats: 'errors-warnings',
  performance: false,
};
