const END_OF_TITLE = '</title>';
const STYLE = 'fonts.css';

/**
 * Lets the page load fonts at once, after its scripts: otherwise they start when the first text that uses them is painted. Connections
 * without priorities (HTTP/1.1) share their bandwidth. `fonts.css` has them for the pages that the server renders itself.
 */
export class PreloadFontsPlugin {
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
