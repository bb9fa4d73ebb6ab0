import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { PrecompressPlugin } from './precompress.mjs';

const require = createRequire(import.meta.url);
const MODULAR_RUNTIME = path.resolve(
  import.meta.dirname,
  '../../node_modules/@module-federation/webpack-bundler-runtime/dist/bundler.js',
);

/**
 * The browsers that know `@scope`, which keeps the styles of the micro-frontends apart, and `light-dark()`: written out for older ones, it
 * no longer lets a part of the page be dark.
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

/** Styles always leave as files: the policy of the page allows no style element. */
function styleRule() {
  return {
    test: /\.css$/,
    type: 'javascript/auto',
    use: [
      rspack.CssExtractRspackPlugin.loader,
      { loader: require.resolve('css-loader'), options: { importLoaders: 1 } },
      {
        loader: require.resolve('postcss-loader'),
        options: { postcssOptions: { plugins: [require('@tailwindcss/postcss')({ optimize: false })] } },
      },
    ],
  };
}

/** What a development server has compiled, the next one need not: its first page is there in half the time. */
const keptBetweenStarts = (name, version) => ({
  type: 'persistent',
  version,
  buildDependencies: readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => path.join(import.meta.dirname, file)),
  storage: {
    type: 'filesystem',
    directory: path.resolve(import.meta.dirname, '../../node_modules/.cache/rspack', name),
  },
});

/** What every front end has in common: language, styles, assets, names of files, compression. */
export function baseConfiguration({ name, version, directory, development }) {
  return {
    name,
    context: directory,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: development ? 'cheap-module-source-map' : 'source-map',
    output: {
      clean: true,
      // Two versions may meet in one page: one that failed, and the one that Retry brings. Neither takes the other's chunks.
      uniqueName: `archive_${name}_${version.replaceAll(/\W/g, '_')}`,
      filename: fileNames(development, 'js'),
      chunkFilename: fileNames(development, 'js'),
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
    },
    module: {
      rules: [
        scriptRule(development),
        styleRule(),
        { test: /\.(woff2|svg|png|jpg|webp|avif)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      // Federation asks for the CommonJS form of its runtime, of which nothing can be left out, and which is then there twice.
      new rspack.NormalModuleReplacementPlugin(/webpack-bundler-runtime[\\/]dist[\\/]index\.cjs$/, MODULAR_RUNTIME),
      new rspack.DefinePlugin({ __VERSION__: JSON.stringify(version), __DEVELOPMENT__: JSON.stringify(development) }),
      new rspack.CssExtractRspackPlugin({
        filename: fileNames(development, 'css'),
        chunkFilename: fileNames(development, 'css'),
        ignoreOrder: true,
      }),
      development ? new ReactRefreshRspackPlugin() : new PrecompressPlugin(),
    ],
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
    ...(development ? { cache: keptBetweenStarts(name, version) } : {}),
    // A remote's page is fetched from another server in development, where on-demand compilation cannot reach it.
    lazyCompilation: false,
    stats: 'errors-warnings',
    performance: false,
  };
}
