import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
export class PrecompressPlugin {
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
