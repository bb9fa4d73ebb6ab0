import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { box } from './heic.ts';

interface ImageOptions {
  width?: number;
  height?: number;
  /** A CSS color. */
  color?: string;
}

const canvas = ({ width = 1200, height = 800, color = '#1d3557' }: ImageOptions) =>
  sharp({ create: { width, height, channels: 3, background: color } });

let made = 0;
/** A color that no other file of this process has, so that no two files are identical. */
const uniqueColor = () => `#${(0x203040 + (made += 1) * 7).toString(16).padStart(6, '0')}`;

export const aPng = (drawn: ImageOptions = {}): Promise<Buffer> =>
  canvas({ color: uniqueColor(), ...drawn })
    .png()
    .toBuffer();

interface PhotoOptions extends ImageOptions {
  /** EXIF orientation: 1 upright, 6 rotated by a quarter turn. */
  orientation?: number;
  /** EXIF date and time, such as `1949:02:12 10:00:00`. */
  taken?: string;
  artist?: string;
  description?: string;
}

export function aJpeg({ orientation, taken, artist, description, ...drawn }: PhotoOptions = {}): Promise<Buffer> {
  let image = canvas({ color: uniqueColor(), ...drawn }).jpeg({ quality: 90 });
  const own = {
    ...(artist ? { Artist: artist } : {}),
    ...(description ? { ImageDescription: description } : {}),
  };
  image = image.withExif({ IFD0: own, ...(taken ? { IFD2: { DateTimeOriginal: taken } } : {}) });
  if (orientation) image = image.withMetadata({ orientation });
  return image.toBuffer();
}

/** A PDF with one page, 612 by 792 points, with a red rectangle in its upper left quarter, and an information dictionary. */
export function aPdf(title = `Menu ${(made += 1)}`, info = '<< >>'): Buffer {
  const content = `1 0 0 rg 0 396 306 396 re f BT 0 g /F1 24 Tf 340 700 Td (${title}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
    info,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}trailer << /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${xref}\n%%EOF\n`,
  );
}

/** The start of an MP4, followed by `bytes` bytes of media data. */
export const anMp4 = (bytes = 100_000): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')),
    box('mdat', Buffer.alloc(bytes, (made += 1) % 251)),
  ]);

/** An MP3 whose ID3 tag has `tagBytes` bytes: with a large tag, as for cover art, the audio starts far beyond the leading bytes. */
export function anMp3({ tagBytes = 0 } = {}): Buffer {
  const size = Buffer.from([tagBytes >> 21, (tagBytes >> 14) & 127, (tagBytes >> 7) & 127, tagBytes & 127]);
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), size, Buffer.alloc(tagBytes)]);
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  // A title makes each file different. Other bytes in the frames would make some of them unreadable.
  const title = Buffer.alloc(128);
  title.write(`TAG${(made += 1)}`);
  return Buffer.concat([tag, frame, frame, frame, title]);
}

function zip(files: Record<string, string | Buffer>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data]);
    const zeros = Buffer.alloc(14);
    zeros.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, zeros, Buffer.from(name));
    bodies.push(local);
    offset += local.length;
  }
  const bytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(bytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, bytes, end]);
}

const WORD_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** A Word document; with `padding`, that many bytes precede the part that identifies it. */
export const aDocx = ({ padding = 0 } = {}): Buffer =>
  zip({
    ...(padding > 0 ? { 'docProps/thumbnail.bin': Buffer.alloc(padding, 1) } : {}),
    '[Content_Types].xml': WORD_TYPES,
    'word/document.xml': `<w:document>${(made += 1)}</w:document>`,
  });

export const aZip = (): Buffer => zip({ 'readme.txt': `nothing of ours ${(made += 1)}` });

/** An Office compound file from before 2007: `before` bytes, and then a directory that contains the given stream. */
export function aCompoundFile(stream = 'WordDocument', before = 300_000): Buffer {
  const entry = (name: string) => {
    const bytes = Buffer.alloc(128);
    bytes.write(`${name}\0`, 'utf16le');
    bytes.writeUInt16LE((name.length + 1) * 2, 64);
    return bytes;
  };
  const head = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);
  return Buffer.concat([head, Buffer.alloc(before, (made += 1) % 251), entry('Root Entry'), entry(stream)]);
}

export const anSvg = (inside = ''): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn ${(made += 1)} -->\n<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#9a7428"/>${inside}</svg>`,
  );

/** A typed page, as a gray PNG: "… terrapin soup, roast duckling and zabaglione." */
export const aTypedPage = (): Promise<Buffer<ArrayBuffer>> =>
  readFile(new URL('../fixtures/typed-page.png', import.meta.url));

/** A PDF of pages with a text layer, or with only a scan. */
export async function aScannedPdf(pages: readonly (string | Buffer)[]): Promise<Buffer> {
  const objects: Buffer[] = [];
  const add = (dictionary: string, stream?: Buffer) => {
    const parts = stream
      ? [`<< ${dictionary} /Length ${stream.length} >>\nstream\n`, stream, '\nendstream']
      : [`<< ${dictionary} >>`];
    return objects.push(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  };
  add('/Type /Catalog /Pages 2 0 R');
  objects.push(Buffer.alloc(0));
  const font = add('/Type /Font /Subtype /Type1 /BaseFont /Times-Roman');
  const kids: number[] = [];
  for (const page of pages) {
    const parent = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]';
    if (typeof page === 'string') {
      const content = add('', Buffer.from(`BT /F1 18 Tf 72 700 Td (${page}) Tj ET`));
      kids.push(add(`${parent} /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >>`));
      continue;
    }
    const { data, info } = await sharp(page).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    const image = add(
      `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      deflateSync(data),
    );
    const content = add('', Buffer.from(`q 560 0 0 ${Math.round((560 * info.height) / info.width)} 26 420 cm /S Do Q`));
    kids.push(add(`${parent} /Contents ${content} 0 R /Resources << /XObject << /S ${image} 0 R >> >>`));
  }
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
  );
  const parts: Buffer[] = [Buffer.from(`%PDF-1.4\n% ${(made += 1)}\n`)];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0));
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
  }
  const xref = parts.reduce((sum, { length }) => sum + length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`)]);
}
