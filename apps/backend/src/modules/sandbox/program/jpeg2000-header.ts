/** The header of a JPEG 2000 file. */
interface Jpeg2000Header {
  width: number;
  height: number;
  components: number;
  /** Number of times that the picture's size can be halved while it is decoded. */
  levels: number;
  /** ICC profile. */
  profile: Buffer | undefined;
}

const START = 0xff4f;
const SIZE = 0xff51;
const CODING_STYLE = 0xff52;
const START_OF_TILE = 0xff90;
const RESTRICTED_PROFILE = 2;
const ANY_PROFILE = 3;

interface Box {
  type: string;
  content: Buffer;
}

/** The boxes of a file or of another box. */
function* boxesOf(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size32 = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const head = size32 === 1 ? 16 : 8;
    // A size of 0 means that the box extends to the end.
    const size = size32 === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size32 === 0 ? bytes.length - at : size32;
    if (size < head) throw new Error('A box is too small');
    yield { type, content: bytes.subarray(at + head, at + size) };
    at += size;
  }
}

const find = (bytes: Buffer, type: string) => [...boxesOf(bytes)].find((box) => box.type === type)?.content;

/** The ICC profile in the color specification. */
function profileOf(header: Buffer): Buffer | undefined {
  for (const { type, content } of boxesOf(header))
    if (type === 'colr' && (content[0] === RESTRICTED_PROFILE || content[0] === ANY_PROFILE))
      return content.subarray(3);
  return undefined;
}

/** @throws Error for a damaged file */
export function jpeg2000Header(file: Buffer): Jpeg2000Header {
  const stream = file.readUInt16BE(0) === START ? file : find(file, 'jp2c');
  const header = stream === file ? undefined : find(file, 'jp2h');
  if (stream?.readUInt16BE(0) !== START) throw new Error('The file has no picture');
  const info = { width: 0, height: 0, components: 0, levels: 0 };
  for (let at = 2; at + 4 <= stream.length && stream.readUInt16BE(at) !== START_OF_TILE;) {
    const marker = stream.readUInt16BE(at);
    const content = stream.subarray(at + 4);
    if (marker === SIZE) {
      info.width = content.readUInt32BE(2) - content.readUInt32BE(10);
      info.height = content.readUInt32BE(6) - content.readUInt32BE(14);
      info.components = content.readUInt16BE(34);
    }
    if (marker === CODING_STYLE) info.levels = content[5] ?? 0;
    at += 2 + stream.readUInt16BE(at + 2);
  }
  if (!(info.width > 0 && info.height > 0)) throw new Error('The picture has no size');
  return { ...info, profile: header && profileOf(header) };
}
