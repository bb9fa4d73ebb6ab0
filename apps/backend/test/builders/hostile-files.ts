import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

const MB = 1024 * 1024;

const ZEROS = Buffer.alloc(16 * MB);

/** A zlib stream that unpacks to `megabytes` MB of zeros, a thousand times its size. `megabytes` must be a multiple of 16. */
function deflatedZeros(megabytes: number): Buffer {
  const block = deflateRawSync(ZEROS, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const blocks = Array.from({ length: megabytes / 16 }, () => block);
  const end = Buffer.from([3, 0, ((megabytes * MB) % 65_521) >> 8, ((megabytes * MB) % 65_521) & 255, 0, 1]);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, end]);
}

/** Zeros that are compressed more than once; a PDF needs one stream filter for each layer. */
const bomb = (megabytes: number, layers: number): Buffer =>
  Array.from({ length: layers - 1 }).reduce<Buffer>(
    (bytes) => deflateSync(bytes, { level: 9 }),
    deflatedZeros(megabytes),
  );

const filters = (layers: number) => `/Filter [${' /FlateDecode'.repeat(layers)} ]`;

interface Drawing {
  /** Bytes of the page's content. */
  content?: Buffer;
  /** Entries of the content's dictionary. */
  how?: string;
  /** Resources of the page; their objects start at 5. */
  resources?: string;
  page?: string;
  objects?: { dictionary: string; stream?: Buffer }[];
}

/** A PDF of one page. */
function aPdfOf({ content = Buffer.alloc(0), how = '', resources = '', page = '', objects = [] }: Drawing): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (dictionary: string, stream?: Buffer) => {
    offsets.push(length);
    const written: Buffer[] = [Buffer.from(`${offsets.length} 0 obj\n`)];
    if (stream)
      written.push(
        Buffer.from(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      );
    else written.push(Buffer.from(`<< ${dictionary} >>`));
    written.push(Buffer.from('\nendobj\n'));
    for (const item of written) length += item.length;
    parts.push(...written);
  };
  add('/Type /Catalog /Pages 2 0 R');
  add('/Type /Pages /Kids [3 0 R] /Count 1');
  add(`/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> ${page}`);
  add(how, content);
  for (const { dictionary, stream } of objects) add(dictionary, stream);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  const end = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const anImage = (dictionary: string, stream: Buffer) => ({
  content: Buffer.from('q 612 0 0 792 0 0 cm /X Do Q'),
  resources: '/XObject << /X 5 0 R >>',
  objects: [{ dictionary: `/Type /XObject /Subtype /Image ${dictionary}`, stream }],
});

const gray = (side: number) => `/Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceGray`;

/** Nested form XObjects, each of which draws the next one ten times. */
const nestedForms = (depth: number) => ({
  content: Buffer.from('/X Do'),
  resources: '/XObject << /X 5 0 R >>',
  objects: Array.from({ length: depth }, (_, index) => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X ${index + 6} 0 R >> >>`,
    stream: Buffer.from(index === depth - 1 ? '0 0 612 792 re f' : '/X Do '.repeat(10)),
  })),
});

/** PDFs of a few kilobytes that need much memory to render. */
export const HOSTILE_PDFS: Record<string, () => Buffer> = {
  'content packed twice': () => aPdfOf({ content: bomb(2032, 2), how: filters(2) }),
  'content packed three times': () => aPdfOf({ content: bomb(2032, 3), how: filters(3) }),
  'an image packed twice': () => aPdfOf(anImage(`${gray(40_000)} ${filters(2)}`, bomb(1600, 2))),
  'an image packed three times': () => aPdfOf(anImage(`${gray(40_000)} ${filters(3)}`, bomb(1600, 3))),
  'an image of a color profile': () =>
    aPdfOf(
      anImage(`/Width 20000 /Height 20000 /BitsPerComponent 8 /ColorSpace /DeviceRGB ${filters(2)}`, bomb(1152, 2)),
    ),
  'a mask': () => aPdfOf(anImage(`/Width 60000 /Height 60000 /ImageMask true ${filters(2)}`, bomb(448, 2))),
  'many pages of content': () => {
    const stream = bomb(512, 2);
    const refs = Array.from({ length: 40 }, (_, index) => `${index + 5} 0 R`).join(' ');
    const objects = Array.from({ length: 40 }, () => ({ dictionary: filters(2), stream }));
    return aPdfOf({ page: `/Contents [${refs}]`, objects });
  },
  'forms in forms': () => aPdfOf(nestedForms(9)),
  'a tiling pattern': () =>
    aPdfOf({
      content: Buffer.from('/Pattern cs /P scn 0 0 612 792 re f'),
      resources: '/Pattern << /P 5 0 R >>',
      objects: [
        {
          dictionary:
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
          stream: Buffer.from('0 0 1 1 re f'),
        },
      ],
    }),
  'a million paths': () => {
    const paths = Buffer.from('0 0 m 612 792 l 0 792 l 612 0 l S\n'.repeat(1_000_000));
    return aPdfOf({ content: deflateSync(paths), how: filters(1) });
  },
  'an object stream packed twice': () => {
    const objects = [{ dictionary: `/Type /ObjStm /N 100000 /First 1000000 ${filters(2)}`, stream: bomb(2032, 2) }];
    return aPdfOf({ resources: '/Font << /F 5 0 R >>', objects });
  },
};

const trailer = (count: number, start: number, entries = '') =>
  `trailer << /Size ${count} /Root 1 0 R ${entries} >>\nstartxref\n${start}\n%%EOF\n`;

/** A PDF without an object table, so that readers have to search for its objects. Object 3 is a page, to which `kids` refers. */
const aPdfWithPages = (kids: string, count: number, others = '', size = '0 0 612 792', entries = '') =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n` +
      `2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${count} >>\nendobj\n` +
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [${size}] /Resources << >> >>\nendobj\n${others}${trailer(count + 4, 0, entries)}`,
  );

const objectNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 4);
const ENCRYPTION = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`;

/** PDFs whose text is expensive or impossible to read. */
export const HOSTILE_TEXT_PDFS: Record<string, () => Buffer> = {
  'huge pages': () => aPdfWithPages('3 0 R', 1, '', '0 0 14400000 14400000'),
  'thousands of pages': () =>
    aPdfWithPages(
      objectNumbers(20_000)
        .map((id) => `${id} 0 R`)
        .join(' '),
      20_000,
      objectNumbers(20_000)
        .map((id) => `${id} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n`)
        .join(''),
    ),
  'one page, thousands of times': () => aPdfWithPages('3 0 R '.repeat(100_000), 100_000),
  damaged: () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'),
  encrypted: () =>
    aPdfWithPages('3 0 R', 1, '', undefined, `/Encrypt ${ENCRYPTION} /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`),
  empty: () => Buffer.alloc(0),
  'another type': () => Buffer.from('PK\u0003\u0004 this isn’t a PDF'),
  'content packed three times': () => aPdfOf({ content: bomb(2032, 3), how: filters(3) }),
};

/** A PNG that declares a size but has no pixels. */
function aPngOf(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const HOSTILE_PICTURES: Record<string, () => Buffer> = {
  'absurd dimensions': () => aPngOf(2 ** 31 - 1, 2 ** 31 - 1, deflateSync(Buffer.alloc(10))),
  'a bomb of 30,000 by 30,000 pixels': () => aPngOf(30_000, 30_000, deflatedZeros(848)),
  'half a picture': () => aPngOf(1000, 1000, deflateSync(Buffer.alloc(5000))),
  empty: () => Buffer.alloc(0),
  'another type': () => Buffer.from('%PDF-1.7 this isn’t a picture'),
};

/** Files that claim to be Word documents. */
export const MISNAMED: Record<string, () => Buffer> = {
  empty: () => Buffer.alloc(0),
  'a PDF': () => HOSTILE_TEXT_PDFS['huge pages']?.() ?? Buffer.alloc(0),
  'a picture': () => aPngOf(10, 10, deflateSync(Buffer.alloc(110))),
};

const svg = (inside: string, side = 2000) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${side}" height="${side}">${inside}</svg>`,
  );
const ALL = 'x="0" y="0" width="100%" height="100%"';
const RECT = `<rect ${ALL} fill="red"`;

/** An SVG filter with many steps, each of which processes the whole picture. */
const chain = (steps: number, step: (index: number) => string) =>
  svg(
    `<filter id="f" ${ALL}>${Array.from({ length: steps }, (_, index) => step(index)).join('')}</filter>${RECT} filter="url(#f)"/>`,
  );

/** Each of these elements draws the one before it ten times. */
function nestedReferences(
  depth: number,
  element: (id: number, content: string) => string,
  use: (id: number) => string,
) {
  const made = Array.from({ length: depth }, (_, index) => element(index + 1, use(index).repeat(10)));
  return svg(`<defs><g id="e0">${RECT}/></g>${made.join('')}</defs>${use(depth)}`);
}

/** SVG drawings of a few kilobytes that take minutes to render. */
export const HOSTILE_SVGS: Record<string, () => Buffer> = {
  '300 filters': () =>
    svg(
      Array.from(
        { length: 300 },
        (_, index) =>
          `<filter id="f${index}" ${ALL}><feGaussianBlur stdDeviation="${90 + (index % 9)}"/></filter>${RECT} filter="url(#f${index})"/>`,
      ).join(''),
    ),
  'a chain of blurs': () => chain(300, () => '<feGaussianBlur stdDeviation="99"/>'),
  turbulence: () => chain(100, (index) => `<feTurbulence baseFrequency="0.${index + 1}" numOctaves="200"/>`),
  morphology: () => chain(100, () => '<feMorphology operator="dilate" radius="900"/>'),
  'a convolution': () =>
    chain(50, () => `<feConvolveMatrix order="20" kernelMatrix="${'1 '.repeat(400)}" preserveAlpha="false"/>`),
  lighting: () =>
    chain(
      300,
      () => '<feSpecularLighting specularExponent="20"><fePointLight x="1" y="2" z="3"/></feSpecularLighting>',
    ),
  displacement: () =>
    chain(
      300,
      () => '<feTurbulence baseFrequency="0.5" numOctaves="9"/><feDisplacementMap in2="SourceGraphic" scale="999"/>',
    ),
  'groups in groups': () =>
    nestedReferences(
      8,
      (id, content) => `<g id="e${id}" opacity="0.9">${content}</g>`,
      (id) => `<use xlink:href="#e${id}"/>`,
    ),
  'patterns in patterns': () => {
    const made = Array.from(
      { length: 30 },
      (_, index) =>
        `<pattern id="p${index + 1}" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="2000" height="2000" fill="url(#p${index})"/></pattern>`,
    );
    return svg(
      `<defs><pattern id="p0" width="1" height="1" patternUnits="userSpaceOnUse">${RECT}/></pattern>${made.join('')}</defs><rect ${ALL} fill="url(#p30)"/>`,
    );
  },
  'a dashed line': () =>
    svg(
      Array.from(
        { length: 200 },
        (_, index) =>
          `<path d="M0 ${index}${' l99999 1 l-99999 1'.repeat(20)}" stroke="red" stroke-width="30" stroke-dasharray="0.01"/>`,
      ).join(''),
    ),
  'half a million shapes': () => svg(`<g opacity="0.5">${'<circle r="999" opacity=".1"/>'.repeat(500_000)}</g>`),
};

interface ZipPart {
  name: string;
  data: Buffer;
  /** Name in the local header, if it differs. */
  localName?: string;
  /** Whether the central directory lists it. */
  isListed?: boolean;
  /** Fields of the central directory. */
  table?: {
    flags?: number;
    method?: number;
    size?: number;
    version?: number;
    extra?: Buffer;
    at?: number;
    attributes?: number;
  };
}

interface ZipEnd {
  disk?: number;
  count?: number;
  gap?: Buffer;
  before?: Buffer;
  comment?: string;
  after?: Buffer;
}

/** A ZIP archive whose records may contradict each other. */
export function aCraftedZip(parts: readonly ZipPart[], end: ZipEnd = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let index = 0;
  for (const { name, data, localName = name, isListed = true, table = {} } of parts) {
    const packed = deflateRawSync(data, { level: 6 });
    const fields = (method: number, flags: number, size: number, version: number) => {
      const common = Buffer.alloc(26);
      common.writeUInt16LE(version, 0);
      common.writeUInt16LE(flags, 2);
      common.writeUInt16LE(method, 4);
      common.writeUInt32LE(crc32(data), 10);
      common.writeUInt32LE(packed.length, 14);
      common.writeUInt32LE(size, 18);
      return common;
    };
    const local = fields(8, 0, data.length, 20);
    local.writeUInt16LE(Buffer.byteLength(localName), 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), local, Buffer.from(localName), packed]);
    const {
      flags = 0,
      method = 8,
      size = data.length,
      version = 20,
      extra = Buffer.alloc(0),
      at: place = index,
      attributes = 0,
    } = table;
    const bytes = fields(method, flags, size, version);
    bytes.writeUInt16LE(Buffer.byteLength(name), 22);
    bytes.writeUInt16LE(extra.length, 24);
    const zeros = Buffer.alloc(14);
    zeros.writeUInt32LE(attributes, 6);
    zeros.writeUInt32LE(place, 10);
    if (isListed) directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), bytes, zeros, Buffer.from(name), extra);
    bodies.push(body);
    index += body.length;
  }
  const {
    disk = 0,
    count = parts.filter(({ isListed }) => isListed !== false).length,
    gap = Buffer.alloc(0),
    before = Buffer.alloc(0),
    comment = '',
    after,
  } = end;
  const listing = Buffer.concat(directory);
  const record = Buffer.alloc(22);
  record.write('PK\x05\x06', 'latin1');
  record.writeUInt16LE(disk, 4);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(listing.length, 12);
  record.writeUInt32LE(index, 16);
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bodies, listing, gap, before, record, Buffer.from(comment), after ?? Buffer.alloc(0)]);
}

const xml = (inside: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${inside}</w:body></w:document>`;
const PLAIN = Buffer.from(xml('<w:p><w:r><w:t>Hello</w:t></w:r></w:p>'));
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (type: string, target: string) =>
  Buffer.from(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`,
  );
const MAIN = 'word/document.xml';
const large = (megabytes: number) => Buffer.from(xml('<w:p/>'.repeat((megabytes * MB) / 6)));

/** A document whose main part has another name. */
const mainAt = (target: string, data: Buffer) =>
  aCraftedZip([
    { name: '_rels/.rels', data: rels('officeDocument', target) },
    { name: MAIN, data: PLAIN },
    { name: target, data },
  ]);
/** A document with an additional part that the reader opens. */
const withPart = (kind: string, name: string, data: Buffer) =>
  aCraftedZip([
    { name: '_rels/.rels', data: rels('officeDocument', MAIN) },
    { name: 'word/_rels/document.xml.rels', data: rels(kind, name.replace('word/', '')) },
    { name: MAIN, data: PLAIN },
    { name, data },
  ]);
const body = (data: Buffer) => aCraftedZip([{ name: MAIN, data }]);
const words = (unit: string, megabytes: number) => Buffer.from(xml(unit.repeat((megabytes * MB) / unit.length)));

const plain: ZipPart = { name: MAIN, data: PLAIN };
const other: ZipPart = { name: 'word/other.xml', data: PLAIN };
const zip64Field = Buffer.alloc(20);
zip64Field.writeUInt16LE(1, 0);
zip64Field.writeUInt16LE(16, 2);
const zip64Locator = Buffer.alloc(20);
zip64Locator.write('PK\x06\x07', 'latin1');
const zip64End = Buffer.alloc(56);
zip64End.write('PK\x06\x06', 'latin1');

/** Word documents that exhaust memory if a limit depends on names, trusts a record, or counts only bytes. */
export const HOSTILE_DOCUMENTS: Record<string, () => Buffer> = {
  'another main part of 95 MB': () => mainAt('word/other.xml', large(95)),
  'another main part of 31 MB': () => mainAt('word/other.xml', large(31)),
  'a main part among the properties': () => mainAt('docProps/app.xml', large(95)),
  'a main part that claims to be an image': () => mainAt('word/media/image1.png', large(95)),
  'large styles': () => withPart('styles', 'word/styles.xml', large(95)),
  'large numbering': () => withPart('numbering', 'word/numbering.xml', large(60)),
  'large footnotes': () => withPart('footnotes', 'word/footnotes.xml', large(60)),
  'large endnotes': () => withPart('endnotes', 'word/endnotes.xml', large(60)),
  'large comments': () => withPart('comments', 'word/comments.xml', large(60)),
  'large relationships': () => aCraftedZip([plain, { name: '_rels/.rels', data: large(95) }]),
  'large content types': () => aCraftedZip([plain, { name: '[Content_Types].xml', data: large(95) }]),
  'four parts of 29 MB': () =>
    aCraftedZip([plain, ...[1, 2, 3, 4].map((index) => ({ name: `word/${index}.xml`, data: large(29) }))]),

  'an end record of disk 65,535 before a Zip64 record': () =>
    aCraftedZip([plain, other], { disk: 0xffff, before: Buffer.concat([zip64End, zip64Locator]) }),
  'a Zip64 record': () => aCraftedZip([plain], { before: Buffer.concat([zip64End, zip64Locator]) }),
  'a Zip64 locator': () => aCraftedZip([plain], { before: zip64Locator }),
  'a Zip64 field': () => aCraftedZip([{ ...plain, table: { extra: zip64Field } }]),
  'a Zip64 version': () => aCraftedZip([{ ...plain, table: { version: 45 } }]),
  'a second end record': () => aCraftedZip([plain], { after: aCraftedZip([other]).subarray(-22) }),
  'an end record in a comment': () => aCraftedZip([plain], { comment: aCraftedZip([other]).toString('latin1', 0, 40) }),
  'a gap before the end record': () => aCraftedZip([plain], { gap: Buffer.alloc(100) }),
  'bytes after the end record': () => aCraftedZip([plain], { after: Buffer.alloc(30) }),
  'more entries than listed': () => aCraftedZip([plain, other], { count: 1 }),
  'fewer entries than listed': () => aCraftedZip([plain], { count: 2 }),
  'a name twice': () => aCraftedZip([plain, { ...plain, data: Buffer.from(xml('')) }]),
  'a name twice, in capitals': () => aCraftedZip([plain, { name: 'WORD/Document.xml', data: PLAIN }]),
  'overlapping entries': () => aCraftedZip([plain, { ...other, table: { at: 0 } }]),
  'two names of an entry': () => aCraftedZip([{ ...plain, localName: 'word/documenT.xml' }]),
  'two methods of an entry': () => aCraftedZip([{ ...plain, table: { method: 0 } }]),
  'an encrypted entry': () => aCraftedZip([{ ...plain, table: { flags: 1 } }]),
  'an entry outside of the file': () => aCraftedZip([{ ...plain, table: { at: 0x7fff_ffff } }]),
  'a wrong size': () => aCraftedZip([{ ...plain, table: { size: 5 } }]),
  'a path out of the archive': () => aCraftedZip([plain, { name: '../../etc/x', data: PLAIN }]),

  '28 MB of empty paragraphs': () => body(words('<w:p/>', 28)),
  '28 MB of empty runs': () => body(words('<w:r/>', 28)),
  '28 MB of unknown elements': () => body(words('<a/>', 28)),
  '28 MB of tabs': () => body(words('<w:p><w:r><w:tab/></w:r></w:p>', 28)),
  '28 MB of comments': () => body(words('<!---->', 28)),
  '28 MB of instructions': () => body(words('<?a?>', 28)),
  'entities of entities': () => {
    const entities = Array.from(
      { length: 20 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    ).join('');
    const document = xml('<w:p><w:r><w:t>&e20;</w:t></w:r></w:p>');
    return body(Buffer.from(`<!DOCTYPE d [<!ENTITY e0 "ha">${entities}]>${document}`));
  },
  'elements in elements': () => body(Buffer.from(`${'<w:p>'.repeat(900_000)}`)),
  'tables in tables': () =>
    body(Buffer.from(xml(`${'<w:tbl><w:tr><w:tc>'.repeat(100_000)}${'</w:tc></w:tr></w:tbl>'.repeat(100_000)}`))),
  'an element of a million attributes': () =>
    body(Buffer.from(xml(`<w:p ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(' ')}/>`))),
  'empty paragraphs in 28 parts': () => withPart('footnotes', 'word/footnotes.xml', Buffer.concat([large(20)])),
};
