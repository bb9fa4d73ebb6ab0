import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import path from 'node:path';
import postcss from 'postcss';
import { packageFolder, workspaceOf } from './packages.mjs';

const require = createRequire(import.meta.url);
/** Module Federation requests the CommonJS builds of its runtime, which cannot be tree-shaken and would be included a second time. */
const COMMONJS_RUNTIME = /(?:webpack-bundler-runtime|inject-external-runtime-core-plugin)[\\/]dist[\\/]index\.cjs$/;
const ESM_RUNTIME = path.join(
  ['enhanced', 'runtime-tools', 'runtime'].reduce(
    (folder, name) => packageFolder(`@module-federation/${name}`, folder),
    import.meta.dirname,
  ),
  'dist/index.js',
);

/**
 * Browsers that support `@scope` (isolates micro-frontend styles) and `light-dark()` (its fallback for older browsers
 * breaks when only part of a page is themed).
 */
const BROWSERS = ['chrome >= 123', 'firefox >= 146', 'safari >= 17.5'];

function fileNames(development, extension) {
  return development ? `[name].${extension}` : `assets/[name].[contenthash:10].${extension}`;
}

function scriptRule(development) {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'builtin:swc-loader',
    type: 'javascript/auto',
    options: {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development, refresh: development } },
      },
    },
  };
}

/** Styles are always files: the Content-Security-Policy allows no style elements. Those of a remote are scoped to its elements. */
function styleRule(name) {
  const tailwind = require('@tailwindcss/postcss')({ optimize: false });
  return {
    test: /\.css$/,
    type: 'javascript/auto',
    use: [
      rspack.CssExtractRspackPlugin.loader,
      { loader: require.resolve('css-loader'), options: { importLoaders: 1 } },
      {
        loader: require.resolve('postcss-loader'),
        options: { postcssOptions: { plugins: name === 'shell' ? [tailwind] : [tailwind, scopeStyles(name)] } },
      },
    ],
  };
}

/** Caches compiled modules between starts of a development server, which halves the time to the first page. */
const persistentCache = (name, version, directory) => ({
  type: 'persistent',
  version,
  buildDependencies: readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => path.join(import.meta.dirname, file)),
  storage: {
    type: 'filesystem',
    directory: path.join(workspaceOf(directory), 'node_modules/.cache/rspack', name),
  },
});

/** The configuration that the shell and all remotes share: language, styles, assets, file names, compression. */
export function baseConfiguration({ name, version, directory, development }) {
  return {
    name,
    context: directory,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: development ? 'cheap-module-source-map' : 'source-map',
    output: {
      clean: true,
      // Two versions can run on the same page: one that failed and the one that Retry loads. Their chunks stay separate.
      uniqueName: `archive_${name}_${version.replaceAll(/\W/g, '_')}`,
      filename: fileNames(development, 'js'),
      chunkFilename: fileNames(development, 'js'),
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: { '@module-federation/runtime': ESM_RUNTIME },
    },
    module: {
      rules: [
        scriptRule(development),
        styleRule(name),
        { test: /\.(woff2|svg|png|jpg|webp|avif)$/, type: 'asset/resource' },
        { test: /\.md$/, type: 'asset/source' },
      ],
    },
    plugins: [
      new rspack.NormalModuleReplacementPlugin(COMMONJS_RUNTIME, (module) => {
        module.request = module.request.replace(/cjs$/, 'js');
      }),
      new rspack.DefinePlugin({ __VERSION__: JSON.stringify(version), __DEVELOPMENT__: JSON.stringify(development) }),
      new rspack.CssExtractRspackPlugin({
        filename: fileNames(development, 'css'),
        chunkFilename: fileNames(development, 'css'),
        ignoreOrder: true,
      }),
      development ? new ReactRefreshRspackPlugin() : new PrecompressPlugin(),
    ],
    optimization: {
      // What entries and exposed modules start with stays one file, which the page preloads.
      splitChunks: { chunks: ({ name }) => !name },
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
    ...(development ? { cache: persistentCache(name, version, directory) } : {}),
    // In development a remote's page comes from another server, where on-demand compilation does not work.
    lazyCompilation: false,
    stats: 'errors-warnings',
    performance: false,
  };
}

/** At-rules whose inner rules are scoped individually. */
const TRANSPARENT = new Set(['layer', 'media', 'supports', 'container', 'starting-style']);

/** Moves the styles of a remote that are in no `@scope` into its own, so that they reach nothing else on the page. */
function scopeStyles(remote) {
  const scope = `[data-mfe='${remote}']`;
  const params = `(${scope}) to ([data-mfe]:not(${scope}))`;
  const scopeIn = (container) => {
    let scope;
    // Copied, because nodes are moved while they are visited.
    for (const node of (container.nodes ?? []).slice()) {
      if (node.type === 'rule') {
        if (!scope) {
          scope = postcss.atRule({ name: 'scope', params });
          node.before(scope);
        }
        scope.append(node);
        continue;
      }
      scope = undefined;
      if (node.type === 'atrule' && TRANSPARENT.has(node.name)) scopeIn(node);
    }
  };
  return { postcssPlugin: 'scope-styles', OnceExit: scopeIn };
}

const COMPRESSED = /\.(js|css|svg|json)$/;
const MIN_BYTES = 1024;

const encodings = [
  {
    extension: '.br',
    compress: (body) =>
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  },
  { extension: '.gz', compress: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }) },
];

/**
 * Writes `file.br` and `file.gz` next to each text file of a build, so that servers never compress at request time.
 */
class PrecompressPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PrecompressPlugin', (compilation) => {
      // Runs after Module Federation has rewritten its manifest in the transfer stage.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1;
      compilation.hooks.processAssets.tapPromise({ name: 'PrecompressPlugin', stage }, async (assets) => {
        const jobs = Object.entries(assets)
          .filter(([file]) => COMPRESSED.test(file))
          .map(async ([file, source]) => {
            const body = source.buffer();
            if (body.length < MIN_BYTES) return;
            for (const { extension, compress } of encodings) {
              compilation.emitAsset(file + extension, new sources.RawSource(await compress(body)));
            }
          });
        await Promise.all(jobs);
      });
    });
  }
}
