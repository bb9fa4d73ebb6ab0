const END_OF_TITLE = '</title>';

/**
 * Lets the page load fonts at once, after its scripts: otherwise they start when the first text that uses them is painted. Connections
 * without priorities (HTTP/1.1) share their bandwidth.
 */
export class PreloadFontsPlugin {
  #names;

  /** @param {readonly string[]} names file names without hash and extension */
  constructor(names) {
    this.#names = names;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PreloadFontsPlugin', (compilation) => {
      // After file names have their final hash.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'PreloadFontsPlugin', stage }, (assets) => {
        const page = compilation.getAsset('index.html');
        if (!page || this.#names.length === 0) return;
        const fonts = Object.keys(assets).filter((file) =>
          this.#names.some((name) => file.startsWith(`assets/${name}.`)),
        );
        const links = fonts.map(
          (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin fetchpriority="low">`,
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
