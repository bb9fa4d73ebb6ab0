import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Rejection } from './rejection.ts';
import type { Pixels } from './tiff-writer.ts';

const require = createRequire(import.meta.url);
const LIBRARY = 'libheif-js/libheif-wasm/libheif';
const CHANNELS = 3;

type Value = object;

interface DecodedChannel {
  data: Uint8Array;
  width: number;
  height: number;
  /** Number of bytes per row. */
  stride: number;
}

/** The functions of libheif that are used. The library's own types require those of Emscripten. */
interface Library {
  heif_error_code: { heif_error_Ok: Value };
  heif_colorspace: { heif_colorspace_RGB: Value };
  heif_chroma: { heif_chroma_interleaved_RGB: Value };
  heif_context_alloc(): Value;
  heif_context_read_from_memory(context: Value, file: Uint8Array): { code: Value; message: string };
  heif_js_context_get_list_of_top_level_image_IDs(context: Value): number[] | { message: string };
  heif_js_context_get_image_handle(context: Value, id: number): Value;
  heif_image_handle_is_primary_image(handle: Value): number;
  heif_js_decode_image2(
    handle: Value,
    space: Value,
    chroma: Value,
  ): Promise<{ channels?: DecodedChannel[]; message?: string }>;
}

function* rowsOf({ data, width, height, stride }: DecodedChannel) {
  for (let row = 0; row < height; row += 1) yield data.subarray(row * stride, row * stride + width * CHANNELS);
}

const damagedFile = (cause: string | undefined) =>
  new Rejection('The file is damaged, so it has no preview.', {
    cause: new Error(cause ?? 'No picture'),
    isDamaged: true,
  });

/**
 * Decodes the main picture of a HEIC file, upright.
 * @throws Rejection
 */
export async function decodeHeic(file: string, profile: Buffer | undefined): Promise<Pixels> {
  const load = require(LIBRARY) as (options: object) => Promise<Library>;
  const library = await load({ wasmBinary: readFileSync(require.resolve(`${LIBRARY}.wasm`)) });
  const context = library.heif_context_alloc();
  const { code, message } = library.heif_context_read_from_memory(context, readFileSync(file));
  if (code !== library.heif_error_code.heif_error_Ok) throw damagedFile(message);
  const ids = library.heif_js_context_get_list_of_top_level_image_IDs(context);
  if (!Array.isArray(ids)) throw damagedFile(ids.message);
  const handles = ids.map((id) => library.heif_js_context_get_image_handle(context, id));
  const main = handles.find((handle) => library.heif_image_handle_is_primary_image(handle) === 1);
  if (!main) throw damagedFile(undefined);
  const { heif_colorspace_RGB: space } = library.heif_colorspace;
  const decoded = await library.heif_js_decode_image2(main, space, library.heif_chroma.heif_chroma_interleaved_RGB);
  const [channel] = decoded.channels ?? [];
  if (!channel) throw damagedFile(decoded.message);
  const { width, height } = channel;
  return { width, height, channels: CHANNELS, bits: 8, profile, rows: rowsOf(channel) };
}
