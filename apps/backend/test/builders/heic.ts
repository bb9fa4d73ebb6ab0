/*
 * HEIC files around two tiny frames of HEVC, 128 by 64 pixels, red on the left and white on the right:
 * ffmpeg -f lavfi -i color=white:size=128x64:rate=1:duration=1 -vf drawbox=x=0:y=0:w=64:h=64:color=red:t=fill,format=yuvj420p -c:v libx265
 */
const FRAMES = {
  8: 'AAAAAUABDAH//wQIAAADAJ+oAAADAAAeugJAAAAAAUIBAQQIAAADAJ+oAAADAAAeoBAgQWW6kkyvAW4EBAIIAAADAAgAAAMACEAAAAABRAHBcYESAAABKAGvBPhBqiz+2+p//8My7L+FWSo03zpLzSH/fk/yPwzL//jUWb31o/5Uvqng',
  10: 'AAAAAUABDAH//wQIAAADAJ0oAAADAAAeugJAAAAAAUIBAQQIAAADAJ0oAAADAAAesBAgQTZbqSTK8BaAgAAAAwCAAAADAIQAAAABRAHBcYESAAABKAGvBPhB1g2/+Cj///23n2X7w+tR7/2E81ui+/gNW0vxDv//lJyogREAwA==',
};
const SIZE = { width: 128, height: 64 };

export const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const bytes = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => bytes(value >> 8, value & 255);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const text = (value: string) => Buffer.from(value, 'latin1');
/** A box with version and flags. */
const fullBox = (name: string, version: number, ...content: Buffer[]) => box(name, bytes(version, 0, 0, 0), ...content);

const START_CODE = Buffer.from([0, 0, 1]);

/** Splits a stream into its units, each of which follows a start code. */
function unitsOf(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let start = stream.indexOf(START_CODE); start >= 0;) {
    const next = stream.indexOf(START_CODE, start + START_CODE.length);
    // A longer start code begins with one more zero, which stays at the end of the previous unit, where parsers skip it.
    units.push(stream.subarray(start + START_CODE.length, next < 0 ? stream.length : next));
    start = next;
  }
  return units;
}

/** Parameters of the decoder: the profile of the frames, and their first three units. */
function configuration(units: readonly Buffer[], bits: 8 | 10): Buffer {
  const profile = bits === 8 ? [1, 0x60, 0, 0, 0] : [4, 0x08, 0, 0, 0];
  const depth = 0xf8 | (bits - 8);
  const head = bytes(
    1,
    ...profile,
    0x9f,
    0xa8,
    0,
    0,
    0,
    0,
    30,
    0xf0,
    0,
    0xfc,
    bits === 8 ? 0xfd : 0xfe,
    depth,
    depth,
    0,
    0,
    0x0f,
    3,
  );
  const arrays = units.map((unit) =>
    Buffer.concat([bytes(0x80 | ((unit[0] ?? 0) >> 1)), u16(1), u16(unit.length), unit]),
  );
  return box('hvcC', head, ...arrays);
}

interface HeicOptions {
  bits?: 8 | 10;
  /** Quarter turns to the left when the picture is shown. */
  turns?: number;
  /** An ICC profile. */
  profile?: Buffer;
  /** Columns and rows of a grid of copies of the frame; phones divide photographs into such grids. */
  columns?: number;
  rows?: number;
}

/** A photograph as a phone stores it. */
export function aHeic({ bits = 8, turns = 0, profile, columns = 1, rows = 1 }: HeicOptions = {}): Buffer {
  const units = unitsOf(Buffer.from(FRAMES[bits], 'base64'));
  const frame = units.at(-1) ?? Buffer.alloc(0);
  const parameters = units.slice(0, 3);
  const isGrid = columns * rows > 1;
  const whole = { width: SIZE.width * columns, height: SIZE.height * rows };
  const sizeOf = ({ width, height }: typeof SIZE) => fullBox('ispe', 0, u32(width), u32(height));
  const properties = [
    configuration(parameters, bits),
    sizeOf(SIZE),
    sizeOf(whole),
    box('irot', bytes(turns)),
    ...(profile ? [box('colr', text('prof'), profile)] : []),
  ];
  const shown = [3, 0x80 | 4, ...(profile ? [5] : [])];
  const tiles = Array.from({ length: columns * rows }, (_, index) => index + (isGrid ? 2 : 1));
  const items = [...(isGrid ? [1] : []), ...tiles];
  const data = Buffer.concat([u32(frame.length), frame]);
  const grid = Buffer.concat([bytes(0, 0, rows - 1, columns - 1), u16(whole.width), u16(whole.height)]);
  const contents = new Map(items.map((id) => [id, isGrid && id === 1 ? grid : data]));
  const associations = items.map((id) => {
    const own = tiles.includes(id) ? [0x80 | 1, 2] : [];
    const used = id === 1 ? [...own, ...shown] : own;
    return Buffer.concat([u16(id), bytes(used.length, ...used)]);
  });
  const meta = (start: number) => {
    let offset = start;
    const places = items.map((id) => {
      const { length } = contents.get(id) ?? data;
      offset += length;
      return Buffer.concat([u16(id), u16(0), u16(1), u32(offset - length), u32(length)]);
    });
    const entries = items.map((id) =>
      fullBox('infe', 2, u16(id), u16(0), text(isGrid && id === 1 ? 'grid' : 'hvc1'), bytes(0)),
    );
    const references = isGrid
      ? [fullBox('iref', 0, box('dimg', u16(1), u16(tiles.length), ...tiles.map((id) => u16(id))))]
      : [];
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), text('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(1)),
      fullBox('iloc', 0, bytes(0x44, 0), u16(items.length), ...places),
      fullBox('iinf', 0, u16(items.length), ...entries),
      ...references,
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, u32(items.length), ...associations)),
    );
  };
  const type = box('ftyp', text('heic'), u32(0), text('mif1heic'));
  const head = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(head), box('mdat', ...items.map((id) => contents.get(id) ?? data))]);
}
