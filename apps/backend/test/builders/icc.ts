interface ProfileOptions {
  name: string;
  /** Exponent of the tone curves of all channels. */
  gamma: number;
  /** Coordinates of red, green and blue under D50; without them, the profile is for gray. */
  primaries?: readonly (readonly [number, number, number])[];
}

export const ADOBE_PRIMARIES = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
] as const;

const D50 = [0.9642, 1, 0.8249] as const;
const HEADER_BYTES = 128;
const FIXED = 65_536;

const tag = (type: string, content: Buffer) => Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), content]);

function xyz(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(12);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * FIXED), index * 4);
  return tag('XYZ ', bytes);
}

function curve(gamma: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt32BE(1);
  bytes.writeUInt16BE(Math.round(gamma * 256), 4);
  return tag('curv', bytes);
}

function description(name: string): Buffer {
  const bytes = Buffer.alloc(4 + name.length + 1 + 78);
  bytes.writeUInt32BE(name.length + 1);
  bytes.write(name, 4, 'latin1');
  return tag('desc', bytes);
}

/** A color profile of version 2. */
export function aProfile({ name, gamma, primaries }: ProfileOptions): Buffer {
  const curves = primaries ? ['rTRC', 'gTRC', 'bTRC'] : ['kTRC'];
  const tags: [string, Buffer][] = [
    ['desc', description(name)],
    ['cprt', tag('text', Buffer.from('Public domain\0', 'latin1'))],
    ['wtpt', xyz(D50)],
    ...(primaries ?? []).map((point, index): [string, Buffer] => [`${'rgb'[index]}XYZ`, xyz(point)]),
    ...curves.map((curveName): [string, Buffer] => [curveName, curve(gamma)]),
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  let offset = HEADER_BYTES + table.length;
  const contents = tags.map(([signature, content], index) => {
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    table.write(signature, 4 + index * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(content.length, 12 + index * 12);
    offset += padded.length;
    return padded;
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(offset);
  header.writeUInt32BE(0x02_40_00_00, 8);
  header.write(`mntr${primaries ? 'RGB ' : 'GRAY'}XYZ `, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  xyz(D50).copy(header, 68, 8);
  return Buffer.concat([header, table, ...contents]);
}
