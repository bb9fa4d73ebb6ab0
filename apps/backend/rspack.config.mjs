import { createRequire } from 'node:module';
import path from 'node:path';
import { rspack } from '@rspack/core';

const DIST = path.join(import.meta.dirname, 'dist');
const THREAD = 'modules/media/derivatives/pdf-page.thread';

/** What brings files of its own that it looks for beside itself: machine code, WebAssembly, the pages of the board. */
const WITH_FILES = /^(?:sharp|@embedpdf\/pdfium|@bull-board\/.+)$/;

/** Whether a package tries to load another one that is not installed, and does without. */
function isMissing(request, directory) {
  if (!/[\\/]node_modules[\\/]/.test(directory) || /^[./]|^node:/.test(request)) return false;
  try {
    createRequire(path.join(directory, 'index.js')).resolve(request);
    return false;
  } catch (error) {
    return error.code === 'MODULE_NOT_FOUND';
  }
}

/** What programs load at start is together, and what they load later is by package. */
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

/** The programs of the backend, each in one file of our own and a few of packages, beside what is loaded on first use. */
export default {
  mode: 'production',
  target: 'node24',
  context: import.meta.dirname,
  entry: {
    main: './src/main.ts',
    worker: './src/worker.ts',
    migrate: './src/migrate.ts',
    [THREAD]: `./src/${THREAD}.ts`,
  },
  devtool: false,
  output: {
    path: DIST,
    clean: true,
    module: true,
    chunkFormat: 'module',
    library: { type: 'module' },
    filename: '[name].js',
    chunkFilename: '[name].js',
  },
  node: { __dirname: 'node-module', __filename: 'node-module' },
  resolve: { extensions: ['.ts', '.js', '.mjs', '.json'] },
  module: {
    // What import.meta, URLs and names that are put together lead to is found when the program runs.
    parser: { javascript: { importMeta: false, url: false, exprContextCritical: false } },
    rules: [
      {
        test: /\.ts$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            target: 'es2024',
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true },
            keepClassNames: true,
          },
        },
      },
    ],
  },
  externals: [
    ({ context, request }, done) => {
      if (WITH_FILES.test(request)) return done(null, `module ${request}`);
      if (isMissing(request, context)) return done(null, `node-commonjs ${request}`);
      done();
    },
  ],
  optimization: {
    splitChunks: { cacheGroups: { default: false, defaultVendors: false, packages: PACKAGES } },
    // Comments and spaces go, names stay: the log, errors and dependency injection say them, and shorter ones would save little more.
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        include: /^packages\//,
        minimizerOptions: { compress: false, mangle: false },
      }),
    ],
  },
  plugins: [
    // Node reads the maps of all that it loads: those of the packages would take more memory than the program, and columns most of the rest.
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
