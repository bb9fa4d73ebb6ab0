import sharp from 'sharp';

export const picture = (size = 20) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#888888' } });

/** A JPEG with EXIF tags about the picture and about the camera. */
export const camera = (
  taken: Record<string, string>,
  own: Record<string, string> = {},
  gps: Record<string, string> = {},
) => picture().jpeg().withExif({ IFD0: own, IFD2: taken, IFD3: gps }).toBuffer();

export const alternatives = (name: string, ...texts: readonly [language: string, text: string][]) =>
  `<${name}><rdf:Alt>${texts.map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`).join('')}</rdf:Alt></${name}>`;
export const list = (name: string, ...texts: readonly string[]) =>
  `<${name}><rdf:Seq>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:Seq></${name}>`;

const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  Iptc4xmpCore: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
};

export const xmp = (inside: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${NAMESPACES.rdf}"><rdf:Description rdf:about="" ${Object.entries(
    NAMESPACES,
  )
    .filter(([prefix]) => inside.includes(`${prefix}:`))
    .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
    .join(' ')}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const IIM_CODES = {
  'Object Name': 5,
  Keywords: 25,
  'Date Created': 55,
  'By-line': 80,
  City: 90,
  'Province/State': 95,
  Country: 101,
  Credit: 110,
  Copyright: 116,
  Caption: 120,
};
type Dataset = readonly [name: keyof typeof IIM_CODES, text: string];

function iimBlock(datasets: readonly Dataset[]): Buffer {
  return Buffer.concat(
    datasets.map(([name, text]) => {
      const value = Buffer.from(text);
      return Buffer.concat([Buffer.from([0x1c, 2, IIM_CODES[name], value.length >> 8, value.length & 255]), value]);
    }),
  );
}

/** A JPEG with IPTC-IIM datasets. */
export async function pictureWithIptc(...datasets: readonly Dataset[]): Promise<Buffer> {
  const plain = await picture().jpeg().toBuffer();
  const block = iimBlock(datasets);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(block.length);
  const resource = Buffer.concat([
    Buffer.from('Photoshop 3.0\0'),
    Buffer.from('8BIM'),
    Buffer.from([0x04, 0x04, 0, 0]),
    length,
    block,
    Buffer.alloc(block.length % 2),
  ]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(resource.length + 2);
  return Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xed]), size, resource, plain.subarray(2)]);
}

/** The parts of a PDF that hold metadata. */
export const pdf = (...packets: readonly string[]) =>
  Buffer.from(
    `%PDF-1.7\n${packets.map((packet, index) => `${index + 1} 0 obj\n<< /Type /Metadata >>\nstream\n${packet}\nendstream\nendobj\n`).join('')}%%EOF\n`,
  );
