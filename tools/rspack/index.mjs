import { readFileSync } from 'node:fs';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { CONTRACT } from '@archive/shell-api/contract';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { baseConfiguration } from './base.mjs';
import { DeclarationPlugin } from './names.mjs';
import { developmentServer, refreshHook } from './development-server.mjs';
import { ExposedTypesPlugin } from './exposed-types.mjs';
import { workspaceOf } from './packages.mjs';
import { sharedModules } from './shared.mjs';

/** The chunk of each exposed module, by which `archive.json` lists its files. */
const namedChunks = (exposes) =>
  Object.fromEntries(
    Object.entries(exposes).map(([request, source]) => [request, { import: source, name: chunkOf(request) }]),
  );

/** Module Federation without the parts of its runtime that nobody uses: the shell finds entry files itself. */
const federation = ({ experiments: { optimization, ...experiments }, ...options }) =>
  new ModuleFederationPlugin({
    ...options,
    shareStrategy: 'loaded-first',
    manifest: true,
    dts: false,
    experiments: { ...experiments, optimization: { disableSnapshot: true, target: 'web', ...optimization } },
  });

/** The fonts of the first text on every page. */
const FIRST_FONTS = [
  { name: 'inter-latin-wght-normal', family: 'Inter Variable', weight: '100 900' },
  { name: 'museum-serif-roman', family: 'Museum Serif', weight: '400 700' },
];

/** Publishing builds into a separate folder, and may set the version. */
const outputFor = (directory) =>
  path.resolve(process.env.FRONTENDS_OUT || path.join(workspaceOf(directory), 'dist/frontends'));

/** File name of the container, hashed in production, so that browsers may cache it permanently. */
const containerFile = (development) => (development ? 'remoteEntry.js' : 'assets/remoteEntry.[contenthash:10].js');

/** rspack passes RSPACK_SERVE to a configuration function under `rspack serve`. */
const isDevelopment = (env) => env?.RSPACK_SERVE === true || process.env.NODE_ENV === 'development';

const versionOf = (directory) =>
  process.env.FRONTEND_VERSION || JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')).version;

/** The registration that a remote declares (`title`, `path`, `navigation`, …); undefined if it declares none. */
const describe = ({ title, path, record_path, navigation, home_card, slots, search_kinds, pages, budget }) =>
  path === undefined
    ? undefined
    : { title, path, record_path, navigation, home_card, slots, search_kinds, pages, budget: budget ?? null };

/**
 * Build of a micro-frontend: `dist/frontends/<name>/<version>/` of the workspace or project, named and versioned so that many can be side by side.
 *
 * @param {{name: string, exposes: Record<string, string>, uses?: Record<string, string>, pages?: string[], budget?: number,
 *   title?: string, path?: string, record_path?: string, navigation?: object, home_card?: object, slots?: string[], search_kinds?: string[], directory?: string, version?: string, contract?: number, shared?: object}} options
 * `remote.json` of the project has its description: name, title, paths, navigation link, Home card, slots, kinds of search results, pages and
 * budget. `uses` are the version ranges of other remotes whose components it uses, `pages` the addresses that the browser check opens before it is
 * promoted, `budget` the KB of compressed scripts and styles that it may have; `directory` is the project's, by default the one that rspack runs in. The rest is for builds that are invalid on purpose.
 */
export function remote({ name, exposes, uses = {}, pages = [], budget, directory = process.cwd(), ...overrides }) {
  return (env) => {
    const development = isDevelopment(env);
    const version = overrides.version ?? versionOf(directory);
    const base = baseConfiguration({ name, version, directory, development });
    return {
      ...base,
      entry: {},
      output: { ...base.output, path: path.join(outputFor(directory), name, version), publicPath: 'auto' },
      plugins: [
        ...base.plugins,
        new DeclarationPlugin({
          name,
          version,
          contract: overrides.contract ?? CONTRACT,
          uses,
          pages,
          budget,
          description: describe({ ...overrides, pages, budget }),
          requests: overrides.requests,
        }),
        new ExposedTypesPlugin({ name, exposes, directory }),
        federation({
          name,
          // The container is a global variable; a plain "people" would collide with the element of that id.
          library: { type: 'var', name: containerName(name) },
          filename: containerFile(development),
          exposes: namedChunks(exposes),
          shared: overrides.shared ?? sharedModules({ provides: false, development, directory }),
          // Only the shell loads remotes.
          experiments: { externalRuntime: true, optimization: { disableRemote: true } },
        }),
      ],
      ...(development ? { devServer: developmentServer({ host: false }) } : {}),
    };
  };
}

/**
 * Build of the shell: `dist/frontends/shell/`. It provides the shared modules and the federation runtime.
 *
 * @param {{directory?: string, development?: boolean, version?: string, contract?: number, shared?: object}} options as for a remote
 */
export function shell({ directory = process.cwd(), ...overrides } = {}) {
  return (env) => {
    const development = overrides.development ?? isDevelopment(env);
    const version = overrides.version ?? versionOf(directory);
    const base = baseConfiguration({ name: 'shell', version, directory, development });
    const head = hashedFiles({ icon: './src/icon.svg', paintTheme: './src/paint-theme.js' }, directory);
    return {
      ...base,
      entry: { main: './src/index.ts' },
      output: { ...base.output, path: path.join(outputFor(directory), 'shell'), publicPath: '/' },
      plugins: [
        ...base.plugins,
        head.plugin,
        new DeclarationPlugin({
          name: 'shell',
          version,
          contract: overrides.contract ?? CONTRACT,
          uses: {},
          pages: [],
        }),
        new rspack.HtmlRspackPlugin({
          template: './src/index.html',
          scriptLoading: 'defer',
          minify: false,
          templateParameters: {
            ...head.addresses,
            beforeScripts: development ? `<script>${refreshHook}</script>` : '',
          },
        }),
        new PreloadFontsPlugin({ fonts: FIRST_FONTS, preload: !development }),
        federation({
          name: 'shell',
          filename: containerFile(development),
          shared: overrides.shared ?? sharedModules({ provides: true, development, directory }),
          experiments: { provideExternalRuntime: true },
        }),
      ],
      ...(development ? { devServer: developmentServer({ host: true }) } : {}),
    };
  };
}

/**
 * Serves the development build of the shell that is in the current folder: `archive-mfe dev` outside of the repository of the shell.
 */
export const developmentShell = () => ({
  mode: 'development',
  entry: {},
  devServer: { ...developmentServer({ host: true }), hot: false, static: { directory: process.cwd(), watch: false } },
  stats: 'errors-warnings',
});

/** The global variable of a remote's container. JavaScript identifiers can't contain hyphens. */
const containerName = (name) => `archive_${name.replaceAll('-', '_')}`;

/** The chunk of an exposed module: `./person-picker` is in `expose-person-picker`. */
const chunkOf = (request) => `expose-${request.replace('./', '').replaceAll('/', '-')}`;

/**
 * Files that the page references directly, outside any bundle: copied unchanged, under names with their hash.
 * Returns their URLs by the given keys, and the plugin that copies them.
 *
 * @param {Record<string, string>} files paths relative to the project's directory
 * @param {string} directory
 */
function hashedFiles(files, directory) {
  const copies = Object.entries(files).map(([key, file]) => {
    const { name, ext } = path.parse(file);
    const hash = createHash('sha256')
      .update(readFileSync(path.join(directory, file)))
      .digest('hex')
      .slice(0, 10);
    return { key, from: file, to: `assets/${name}.${hash}${ext}` };
  });
  return {
    addresses: Object.fromEntries(copies.map(({ key, to }) => [key, `/${to}`])),
    plugin: new rspack.CopyRspackPlugin({ patterns: copies.map(({ from, to }) => ({ from, to })) }),
  };
}

const END_OF_TITLE = '</title>';
const STYLE = 'fonts.css';

/**
 * Lets the page load fonts at once, after its scripts: otherwise they start when the first text that uses them is painted. Connections
 * without priorities (HTTP/1.1) share their bandwidth. `fonts.css` has them for the pages that the server renders itself.
 */
class PreloadFontsPlugin {
  #fonts;
  #preload;

  /** @param {{fonts: readonly {name: string, family: string, weight: string}[], preload: boolean}} options `name`: file name without hash and extension */
  constructor({ fonts, preload }) {
    this.#fonts = fonts;
    this.#preload = preload;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PreloadFontsPlugin', (compilation) => {
      // After file names have their final hash.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'PreloadFontsPlugin', stage }, (assets) => {
        const fonts = this.#fonts.flatMap((font) => {
          const file = Object.keys(assets).find((asset) => asset.startsWith(`assets/${font.name}.`));
          return file === undefined ? [] : [{ ...font, file }];
        });
        if (fonts.length === 0) return;
        compilation.emitAsset(STYLE, new sources.RawSource(fonts.map(fontFace).join('')));
        const page = compilation.getAsset('index.html');
        if (!page || !this.#preload) return;
        const links = fonts.map(
          ({ file }) =>
            `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin fetchpriority="low">`,
        );
        const html = page.source.source().toString();
        compilation.updateAsset(
          'index.html',
          new sources.RawSource(
            html
              .replace(END_OF_TITLE, () => END_OF_TITLE + links.join(''))
              .replaceAll('<script defer ', '<script defer fetchpriority="high" '),
          ),
        );
      });
    });
  }
}

const fontFace = ({ family, weight, file }) =>
  `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url('/${file}') format('woff2'); }\n`;
