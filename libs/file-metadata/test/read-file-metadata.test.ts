// cspell:ignore medion bizhub msdcf mavica
import { describe, expect, test } from '@jest/globals';
import { metadataOf, readFileMetadata } from '../src/index.ts';
import { alternatives, camera, list, pdf, picture, pictureWithIptc, xmp } from './files.ts';

const read = (file: Buffer) => metadataOf(new Uint8Array(file));

const DESCRIBED = [
  alternatives('dc:title', ['fr', 'Trudeau ici'], ['x-default', 'Trudeau aboard']),
  alternatives('dc:description', ['x-default', 'At the rail.\nBehind him, the &lt;helm&gt;.']),
  list('dc:creator', 'Rowe, Abbie', 'Knudsen, Robert'),
  list('dc:subject', 'deck', 'dinner', 'Truman, Harry S.', 'deck'),
  '<dc:identifier>77-1234</dc:identifier>',
  '<photoshop:Credit>White House Photo Office</photoshop:Credit>',
  '<photoshop:DateCreated>1976-06</photoshop:DateCreated>',
  '<photoshop:City>Washington</photoshop:City><photoshop:State>D.C.</photoshop:State>',
  alternatives('Iptc4xmpCore:AltTextAccessibility', ['x-default', 'Two men at a rail']),
  alternatives('dc:rights', ['x-default', 'Public domain']),
  '<xmpRights:WebStatement>http://rightsstatements.org/vocab/NoC-US/1.0/</xmpRights:WebStatement>',
].join('');
const FIELDS = {
  title: 'Trudeau aboard',
  date: '1976-06',
  credit: 'White House Photo Office',
  description_markdown: 'At the rail.\nBehind him, the <helm>.',
  tags: ['deck', 'dinner', 'Harry S. Truman'],
  alt_text: 'Two men at a rail',
  creator: 'Rowe, Abbie; Knudsen, Robert',
  place: 'Washington, D.C.',
  identifier: '77-1234',
  rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
  rights_note: 'Public domain',
};

describe('a picture', () => {
  test.each(['jpeg', 'tiff', 'webp', 'avif'] as const)('has XMP in a %s file', async (format) => {
    expect(read(await picture().withXmp(xmp(DESCRIBED)).toFormat(format).toBuffer())).toEqual(FIELDS);
  });

  test('has IPTC', async () => {
    const file = await pictureWithIptc(
      ['Object Name', 'Dinner'],
      ['Keywords', 'deck'],
      ['Keywords', 'Potomac River'],
      ['Date Created', '19490212'],
      ['By-line', 'Søren Rowe'],
      ['City', 'Washington'],
      ['Country', 'USA'],
      ['Credit', 'U.S. Navy'],
      ['Copyright', '© 1949'],
      ['Caption', 'Line one\rLine two'],
    );
    expect(read(file)).toEqual({
      title: 'Dinner',
      tags: ['deck', 'Potomac River'],
      date: '1949-02-12',
      creator: 'Søren Rowe',
      place: 'Washington, USA',
      credit: 'U.S. Navy',
      rights_note: '© 1949',
      description_markdown: 'Line one\nLine two',
    });
  });

  test('has EXIF', async () => {
    const file = await camera(
      { DateTimeOriginal: '1976:06:16 23:59:00', OffsetTimeOriginal: '-04:00' },
      { Artist: ' D. H.  Kennerly ', ImageDescription: 'Dinner', Copyright: 'Ford Library' },
      { GPSLatitude: '38/1 53/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '77/1 2/1 0/1', GPSLongitudeRef: 'W' },
    );
    expect(read(file)).toEqual({
      date: '1976-06-16',
      creator: 'D. H. Kennerly',
      description_markdown: 'Dinner',
      rights_note: 'Ford Library',
      place: '38.88333° N, 77.03333° W',
    });
  });

  test('has the metadata that people wrote rather than what a camera wrote', async () => {
    const file = await picture()
      .jpeg()
      .withExif({ IFD0: { Artist: 'EPSON' }, IFD2: { DateTimeOriginal: '2019:03:01 09:00:00' } })
      .withXmp(xmp(DESCRIBED))
      .toBuffer();
    expect(read(file)).toEqual(FIELDS);
  });

  test('has the place where it was taken rather than the place named in its text', async () => {
    const created =
      '<Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:Sublocation>Pier 1</Iptc4xmpExt:Sublocation><Iptc4xmpExt:City>Norfolk</Iptc4xmpExt:City></rdf:li></rdf:Bag></Iptc4xmpExt:LocationCreated>';
    const file = await picture()
      .jpeg()
      .withXmp(xmp(`<photoshop:City>Washington</photoshop:City>${created}`))
      .toBuffer();
    expect(read(file)).toEqual({ place: 'Pier 1, Norfolk' });
  });
});

describe('a date', () => {
  test.each(['0000:00:00 00:00:00', '1976:13:40 19:00:00', '    :  :     :  :  ', 'yesterday'])(
    'that does not exist is ignored: %j',
    async (written) => {
      expect(read(await camera({ DateTimeOriginal: written }))).toEqual({});
    },
  );

  test.each([
    ['19760000', '1976'],
    ['19760600', '1976-06'],
    ['19760616', '1976-06-16'],
    ['00000000', undefined],
  ])('with unknown parts, %s, is %s', async (written, date) => {
    expect(read(await pictureWithIptc(['Date Created', written])).date).toBe(date);
  });

  test('of the scan of a print is not the date of the picture', async () => {
    expect(read(await camera({ DateTimeDigitized: '2019:03:01 09:00:00' }))).toEqual({});
  });
});

describe('a date in XMP', () => {
  const dateIn = async (...inside: string[]) =>
    read(
      await picture()
        .jpeg()
        .withXmp(xmp(inside.join('')))
        .toBuffer(),
    ).date;
  const created = '<xmp:CreateDate>2019-03-01T09:00:00-05:00</xmp:CreateDate>';

  test.each([
    ['of Dublin Core, in a scan', [created, list('dc:date', '1946-03-07')], '1946-03-07'],
    ['of Dublin Core, in words', [list('dc:date', 'circa 1946')], '1946~'],
    ['of Dublin Core, as a period', [list('dc:date', '1946-03/1946-05')], '1946-03/1946-05'],
    ['of Dublin Core, as years', [list('dc:date', '1946-1949')], '1946/1949'],
    ['of Dublin Core, which is that of the file', [created, list('dc:date', '2019-03-01T09:00:00-05:00')], undefined],
    ['of Dublin Core, the second of which is of the picture', [created, list('dc:date', '2019-03-01', '1946')], '1946'],
    ['of the file alone', [created], undefined],
    [
      'of the picture, from a camera',
      ['<exif:DateTimeOriginal>1976-06-16T19:00:00</exif:DateTimeOriginal>'],
      '1976-06-16',
    ],
    [
      'of a picture from a camera, which is also that of the file',
      [created, '<photoshop:DateCreated>2019-03-01T09:00:00</photoshop:DateCreated>'],
      '2019-03-01',
    ],
    [
      'from a scanner, which is that of the scan',
      [
        created,
        '<photoshop:DateCreated>2019-03-01T09:00:00</photoshop:DateCreated>',
        '<xmp:CreatorTool>EPSON Scan</xmp:CreatorTool>',
        '<exif:DateTimeOriginal>2019-03-01T09:00:00</exif:DateTimeOriginal>',
      ],
      undefined,
    ],
    [
      'from a scanner, which a person wrote',
      [created, '<photoshop:DateCreated>1946</photoshop:DateCreated>', '<exif:FileSource>2</exif:FileSource>'],
      '1946',
    ],
    ['in the future', ['<photoshop:DateCreated>2099-01-01</photoshop:DateCreated>'], undefined],
    [
      'in the future, before one of the picture',
      ['<photoshop:DateCreated>2099</photoshop:DateCreated>', list('dc:date', '1946')],
      '1946',
    ],
  ])('%s', async (_, inside, date) => expect(await dateIn(...inside)).toBe(date));
});

test('a date of a camera whose clock is in the future is ignored, and so is that of a scanner', async () => {
  expect(read(await camera({ DateTimeOriginal: '2099:01:01 00:00:00' }))).toEqual({});
  for (const Model of [
    'VueScan 9',
    'EPSON Perfection4990',
    'OpticFilm 8200i',
    'Nikon LS-5000',
    'bizhub C364',
    'MFC-L2750DW',
  ])
    expect(read(await camera({ DateTimeOriginal: '2019:03:01 09:00:00' }, { Model }))).toEqual({});
});

test.each([
  'OLYMPUS DIGITAL CAMERA',
  'SONY DSC',
  'KONICA MINOLTA DIGITAL CAMERA',
  'MINOLTA DIGITAL CAMERA',
  'Default',
  '<Digimax S500 / Kenox S500 / Digimax Cyber 530>',
  'Exif_JPEG_PICTURE',
  'DCIM\\100GOPRO\\GOPR0001.JPG',
  'DCIM',
  'DCIM/100GOPRO',
  '101MSDCF',
  '100CANON/IMG_0001.JPG',
  'MAVICA',
  'Sony Mavica FD-91',
  'P6120045.JPG',
  '100_0123',
  '_MG_4711',
  'IMG-20190101-WA0003.jpg',
  'KODAK Digital Still Camera',
  'GENERAL DIGITAL CAMERA',
  '<SAMSUNG DIGITAL CAMERA>',
  'Exif_JPEG_420',
  'Intel(R) JPEG Library, version [1.51.12.44]',
  'IMG_1234.JPG',
  'DSC 0012',
  'Scanned Document',
  'Untitled-1',
  'CamScanner 03-12-2019 10.22',
])('what a camera writes into every file is no description: %s', async (text) => {
  expect(read(await camera({}, { ImageDescription: text }))).toEqual({});
  const title = alternatives('dc:title', ['x-default', text.replaceAll('<', '&lt;')]);
  const headline = '<photoshop:Headline>At the rail</photoshop:Headline>';
  expect(
    read(
      await picture()
        .jpeg()
        .withXmp(xmp(title + headline))
        .toBuffer(),
    ),
  ).toEqual({ title: 'At the rail' });
});

test.each([
  'The default anchorage',
  'My first digital camera',
  'Sony DSC at the rail',
  'Sam',
  'Image of the yacht',
  '1946',
  '1937-06-12',
  '100 guests',
  'Mavica at the rail',
])('a description that only resembles it is kept: %s', async (text) =>
  expect(read(await camera({}, { ImageDescription: text }))).toEqual({ description_markdown: text }),
);

test.each([
  ['Smith, John', 'John Smith'],
  ['Truman, Harry S., 1884-1972', 'Harry S. Truman'],
  ['Roosevelt, Franklin D., Jr.', 'Franklin D. Roosevelt Jr.'],
  ['de Gaulle, Charles', 'Charles de Gaulle'],
  ['Norfolk, Virginia', 'Norfolk (Virginia)'],
  ['Washington, D.C.', 'Washington (D.C.)'],
  ['Paris, France', 'Paris (France)'],
  ['boats, wooden', 'boats (wooden)'],
  ['World War, 1939-1945', 'World War (1939-1945)'],
  ['deck, dinner, river', 'deck (dinner; river)'],
  ['deck,', 'deck'],
])('a keyword with a comma becomes a tag without one: %s', async (keyword, tag) => {
  expect(
    read(
      await picture()
        .jpeg()
        .withXmp(xmp(list('dc:subject', keyword)))
        .toBuffer(),
    ),
  ).toEqual({ tags: [tag] });
  expect(read(await pictureWithIptc(['Keywords', keyword]))).toEqual({ tags: [tag] });
});

test('text has no control characters, and is ignored if it is too long for its field', async () => {
  const file = await camera({}, { Artist: 'A\n\tB', Copyright: 'x'.repeat(3000) });
  expect(read(file)).toEqual({ creator: 'A B' });
});

test('a rights text other than a known statement becomes a note', async () => {
  const inside = `${alternatives('xmpRights:UsageTerms', ['x-default', 'Ask the library.'])}<xmpRights:WebStatement>https://example.org/terms</xmpRights:WebStatement>`;
  expect(read(await picture().jpeg().withXmp(xmp(inside)).toBuffer())).toEqual({
    rights_note: 'Ask the library.\nhttps://example.org/terms',
  });
});

test('a device without a GPS position yields no coordinates', async () => {
  const zero = { GPSLatitude: '0/1 0/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '0/1 0/1 0/1', GPSLongitudeRef: 'E' };
  expect(read(await camera({}, {}, zero))).toEqual({});
});

describe('a PDF', () => {
  test('has XMP, and from its information dictionary the fields that XMP lacks', () => {
    const file = pdf(xmp(alternatives('dc:title', ['x-default', 'Menu'])));
    const info = { title: 'scan0001', author: 'U.S. Navy', subject: '', keywords: 'dinner; menu, 1949' };
    expect(metadataOf(new Uint8Array(file), info)).toEqual({
      title: 'Menu',
      creator: 'U.S. Navy',
      tags: ['dinner', 'menu', '1949'],
    });
  });

  test('does not have the XMP of pictures in it', () => {
    const packetOf = (title: string, more = '') => xmp(alternatives('dc:title', ['x-default', title]) + more);
    const producer = '<pdf:Producer>Scanner</pdf:Producer>';
    expect(
      read(pdf(packetOf('Picture'), packetOf('Old', producer), packetOf('Document', producer), packetOf('Other'))),
    ).toEqual({
      title: 'Document',
    });
    expect(read(pdf(packetOf('Picture'), packetOf('Other')))).toEqual({});
  });
});

test.each([
  ['a picture without metadata', () => picture().png().toBuffer()],
  ['a truncated picture', async () => (await camera({ DateTimeOriginal: '1976:06:16 19:00:00' })).subarray(0, 40)],
  ['XML that is not well-formed', () => picture().jpeg().withXmp('<x:xmpmeta><rdf:RDF><broken').toBuffer()],
  ['a text file', () => Promise.resolve(Buffer.from('nothing of the kind'))],
  ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
])('%s has none', async (_, make) => {
  expect(read(await make())).toEqual({});
});

test.each(['jpeg', 'tiff', 'webp'] as const)('of a large %s, only as much as needed is read', async (format) => {
  const noise = {
    width: 700,
    height: 700,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  } as const;
  const { default: sharp } = await import('sharp');
  const file = await sharp({ create: noise }).withXmp(xmp(DESCRIBED)).toFormat(format, { quality: 100 }).toBuffer();
  expect(file.length).toBeGreaterThan(300_000);
  expect(await readFileMetadata(new Blob([new Uint8Array(file)]))).toEqual(FIELDS);
});
