import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const ENGINE = 'tesseract.js-core/tesseract-core-simd-lstm';
const TRAINED_DATA = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
const LANGUAGE = 'eng';
/** The OCR engine's neural network mode, the only one in this build. */
const LSTM = 1;
/** Path of the image in the engine's virtual file system. */
const IMAGE = '/input';

/** In percent. Words with less confidence are treated as noise, such as grain, foliage or waves. */
const MIN_WORD_CONFIDENCE = 60;
/** A page with fewer words of at least three letters is treated as having no text. */
const MIN_WORDS = 2;
const WORD = /\p{L}{3}/u;
/** The level of words in the engine's result table, and the columns used here. */
const WORD_LEVEL = '5';
const COLUMNS = { level: 0, block: 2, paragraph: 3, line: 4, confidence: 10, text: 11 };

/** The functions of the engine that are used. It has no types of its own. */
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

interface RecognizedText {
  /** Empty if nothing on the image reads like text. */
  text: string;
  /** Confidence of the words in the text, in percent; 0 without words. */
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

/** Recognizes the text of an upright image. Leaves out words that are probably noise. */
export async function recognize({ data, width, height }: GrayImage): Promise<RecognizedText> {
  const engine = await loadEngine();
  const api = new engine.TessBaseAPI();
  if (api.Init(null, LANGUAGE, LSTM) !== 0) throw new Error('The text recognition did not start');
  engine.FS.writeFile(IMAGE, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]));
  api.SetImageFile(1);
  api.Recognize(null);
  return textOf(api.GetTSVText(0));
}

/** The words of the engine's result table that are confident enough, in lines and paragraphs. */
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
  // In noise, the few strings that resemble words are between many single letters and signs.
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
