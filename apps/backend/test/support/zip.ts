import { crc32, deflateRawSync } from 'node:zlib';

/** A minimal ZIP archive of these files. */
export function aZip(files: Record<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const contents: Buffer[] = [];
  let index = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(index, 10);
    contents.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), common, place, Buffer.from(name)]));
    parts.push(local);
    index += local.length;
  }
  const table = Buffer.concat(contents);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(contents.length, 8);
  end.writeUInt16LE(contents.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(index, 16);
  return Buffer.concat([...parts, table, end]);
}
