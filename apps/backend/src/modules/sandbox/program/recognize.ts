import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const ENGINE = 'tesseract.js-core/tesseract-core-simd-lstm';
const TRAINED_DATA = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
const LANGUAGE = 'eng';
/** The engine's neural network, the only one in this build. */
const LSTM = 1;
/** Where the engine expects the image, in its own file system. */
const IMAGE = '/input';

/** Percent. Words below are noise: grain, foliage, waves. */
const MIN_WORD_CONFIDENCE = 60;
/** A page with fewer words of at least three letters counts as having no text. */
const MIN_WORDS = 2;
const WORD = /\p{L}{3}/u;
/** Level of a word in the engine's table, and the columns used here. */
const WORD_LEVEL = '5';
const COLUMNS = { level: 0, block: 2, paragraph: 3, line: 4, confidence: 10, text: 11 };

/** The part of the engine that is used; it has no types. */
interface Engine {
  FS: { writeFile(name: string, data: Uint8Array): void };
  TessBaseAPI: new () => {
    Init(folder: null, language: string, mode: number): number;
    SetImageFile(upright: number): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
  };
}

/** Gray pixels, one byte each. */
export interface GrayImage {
  data: Buffer;
  width: number;
  height: number;
}

export interface RecognizedText {
  /** Empty if nothing on the image reads like text. */
  text: string;
  /** Percent, of the words in the text; 0 without any. */
  confidence: number;
}

async function loadEngine(): Promise<Engine> {
  const load = require(ENGINE) as (options: object) => Promise<Engine>;
  const engine = await load({
    wasmBinary: readFileSync(require.resolve(`${ENGINE}.wasm`)),
    print: () => undefined,
    printErr: () => undefined,
  });
  engine.FS.writeFile(`${LANGUAGE}.traineddata`, gunzipSync(readFileSync(require.resolve(TRAINED_DATA))));
  return engine;
}

/** Reads the text of an upright image, without words that are more likely noise. */
export async function recognize({ data, width, height }: GrayImage): Promise<RecognizedText> {
  const engine = await loadEngine();
  const api = new engine.TessBaseAPI();
  if (api.Init(null, LANGUAGE, LSTM) !== 0) throw new Error('The text recognition did not start');
  engine.FS.writeFile(IMAGE, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]));
  api.SetImageFile(1);
  api.Recognize(null);
  return textOf(api.GetTSVText(0));
}

/** The confident words of the engine's table, in its lines and paragraphs. */
export function textOf(table: string): RecognizedText {
  const words = table
    .split('\n')
    .map((row) => row.split('\t'))
    .filter((row) => row[COLUMNS.level] === WORD_LEVEL)
    .map((row) => ({
      paragraph: `${row[COLUMNS.block]} ${row[COLUMNS.paragraph]}`,
      line: row[COLUMNS.line],
      confidence: Number(row[COLUMNS.confidence]),
      text: row[COLUMNS.text]?.trim() ?? '',
    }))
    .filter(({ confidence, text }) => confidence >= MIN_WORD_CONFIDENCE && text !== '');
  const real = words.filter(({ text }) => WORD.test(text));
  // Noise shows up as single letters and signs between the few strings that resemble words.
  if (real.length < MIN_WORDS || real.length * 3 < words.length) return { text: '', confidence: 0 };
  let text = '';
  words.forEach((word, index) => {
    const previous = words[index - 1];
    const isNewParagraph = previous && previous.paragraph !== word.paragraph;
    const separator = isNewParagraph ? '\n\n' : previous?.line === word.line ? ' ' : '\n';
    text += previous ? separator + word.text : word.text;
  });
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  return { text, confidence: Math.round(confidence) };
}
