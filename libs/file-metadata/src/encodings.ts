import type { TextEncoding } from '@archive/contracts';

/** A text in two encodings: `line` has the first character of the second one. */
export class MixedEncodingsError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line} has a character that can’t be read.`);
    this.line = line;
  }
}

const MARKS: readonly (readonly [mark: readonly number[], encoding: TextEncoding])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const SAMPLE = 4096;
/** Text is treated as UTF-16 if the share of zero bytes at even or at odd positions exceeds this value. */
const MIN_ZERO_SHARE = 0.4;

/** Detects UTF-16 without a byte order mark from the zero bytes next to ASCII letters. */
function utf16WithoutMark(bytes: Buffer): TextEncoding | undefined {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, SAMPLE);
  for (let index = 0; index < length; index += 1)
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (length / 2));
  if (odd > MIN_ZERO_SHARE && even < odd / 10) return 'utf-16le';
  return even > MIN_ZERO_SHARE && odd < even / 10 ? 'utf-16be' : undefined;
}

const MAX_EVIDENCE = 256 * 1024;
/** What a text can be in, and how much likelier that must be than Windows-1252, which is far more common. */
const RIVALS: readonly (readonly [name: string, encoding: TextEncoding, minLead: number])[] = [
  ['macroman', 'macintosh', 1.02],
  ['windows-1250', 'windows-1250', 3],
  ['windows-1251', 'windows-1251', 3],
];

const NOT_ASCII = /(?:[\u0080-\u00FF][^\n\u0080-\u00FF]{0,16})+/g;

/** Letters that aren't ASCII, with the words around them. Other text says nothing, and hides the difference between encodings. */
function evidenceIn(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const parts = [...text.matchAll(NOT_ASCII)].map(
    ({ 0: letters, index }) => text.slice(Math.max(index - 16, 0), index) + letters,
  );
  return Buffer.from(parts.join('\n'), 'latin1').subarray(0, MAX_EVIDENCE);
}

/** Detects the encoding of a text that isn't Unicode. */
async function detect(bytes: Buffer): Promise<TextEncoding> {
  // Imported when it is needed, because its model takes a tenth of a second to load.
  const { detectAll } = await import('jschardet');
  const options = { detectEncodings: ['windows-1252', ...RIVALS.map(([name]) => name)], minimumThreshold: 0 };
  const found = detectAll(evidenceIn(bytes), options);
  const confidenceOf = (name: string) =>
    found.find(({ encoding }) => encoding?.toLowerCase() === name)?.confidence ?? 0;
  const usual = confidenceOf('windows-1252');
  const [rival] = RIVALS.filter(([name, , minLead]) => confidenceOf(name) > minLead * usual).toSorted(
    ([a], [b]) => confidenceOf(b) - confidenceOf(a),
  );
  return rival?.[1] ?? 'windows-1252';
}

/**
 * Decodes a text file in the chosen encoding, or else according to its byte order mark, or as UTF-8 or UTF-16, or as it is detected.
 * Leaves binary data with zero bytes unchanged; the import rejects it.
 * @throws MixedEncodingsError
 */
export async function decode(
  bytes: Buffer,
  chosen: TextEncoding | null = null,
): Promise<{ text: string; encoding: TextEncoding }> {
  const unicode =
    chosen ??
    MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1] ??
    utf16WithoutMark(bytes);
  if (unicode !== undefined) return { text: new TextDecoder(unicode).decode(bytes), encoding: unicode };
  const text = new TextDecoder().decode(bytes);
  const position = text.indexOf('\uFFFD');
  if (position < 0 || bytes.includes(0)) return { text, encoding: 'utf-8' };
  if (/[^\0-\u007F\uFFFD]/u.test(text)) {
    throw new MixedEncodingsError(text.slice(0, position).split('\n').length);
  }
  const encoding = await detect(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}
