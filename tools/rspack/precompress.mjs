import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(js|css|svg|json)$/;
const WORTH_IT = 1024;

const encodings = [
  {
    extension: '.br',
    compress: (body) =>
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  },
  { extension: '.gz', compress: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }) },
];

/** Lays `file.br` and `file.gz` beside each text file of a build, so that no server compresses at request time. */
export class PrecompressPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PrecompressPlugin', (compilation) => {
      // After the manifest, which Module Federation writes once more in the stage of transfer.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1;
      compilation.hooks.processAssets.tapPromise({ name: 'PrecompressPlugin', stage }, async (assets) => {
        const jobs = Object.entries(assets)
          .filter(([file]) => COMPRESSED.test(file))
          .map(async ([file, source]) => {
            const body = source.buffer();
            if (body.length < WORTH_IT) return;
            for (const { extension, compress } of encodings) {
              compilation.emitAsset(file + extension, new sources.RawSource(await compress(body)));
            }
          });
        await Promise.all(jobs);
      });
    });
  }
}
