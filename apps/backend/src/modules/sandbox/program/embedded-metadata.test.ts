import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { embeddedMetadata } from './embedded-metadata.ts';

const picture = () => sharp({ create: { width: 20, height: 20, channels: 3, background: '#888888' } });
const camera = (tags: Record<string, string>, own: Record<string, string> = {}) =>
  picture().jpeg().withExif({ IFD0: own, IFD2: tags }).toBuffer();

const xmp = (inside: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">${inside}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

describe('embeddedMetadata', () => {
  test('reads date, artist and description from EXIF', async () => {
    const file = await camera(
      { DateTimeOriginal: '1976:06:16 19:00:00' },
      { Artist: ' D. H. Kennerly ', ImageDescription: 'Dinner' },
    );
    expect(embeddedMetadata(file)).toEqual({ title: 'Dinner', date: '1976-06-16', credit: 'D. H. Kennerly' });
  });

  test('prefers credit and title from XMP', async () => {
    const described = xmp(
      '<photoshop:Credit>White House Photo Office</photoshop:Credit><photoshop:DateCreated>1976-06</photoshop:DateCreated><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Trudeau aboard</rdf:li></rdf:Alt></dc:title>',
    );
    const file = await picture()
      .jpeg()
      .withExif({ IFD0: { Artist: 'Someone' } })
      .withXmp(described)
      .toBuffer();
    expect(embeddedMetadata(file)).toEqual({
      title: 'Trudeau aboard',
      date: '1976-06',
      credit: 'White House Photo Office',
    });
  });

  test.each(['0000:00:00 00:00:00', '1976:13:40 19:00:00', '    :  :     :  :  ', 'yesterday'])(
    'ignores the invalid date %j',
    async (written) => {
      expect(embeddedMetadata(await camera({ DateTimeOriginal: written }))).toBeNull();
    },
  );

  test('ignores the date a print was scanned', async () => {
    expect(embeddedMetadata(await camera({ DateTimeDigitized: '2019:03:01 09:00:00' }))).toBeNull();
  });

  test('returns a single line of limited length', async () => {
    const file = await camera({}, { Artist: `A\n\tB${' long'.repeat(300)}` });
    const { credit } = embeddedMetadata(file) ?? {};
    expect(credit).toMatch(/^A B long/);
    expect(credit?.length).toBeLessThanOrEqual(500);
  });

  test.each([
    ['an image without metadata', () => picture().png().toBuffer()],
    ['a truncated image', async () => (await camera({ DateTimeOriginal: '1976:06:16 19:00:00' })).subarray(0, 40)],
    ['a text file', () => Promise.resolve(Buffer.from('nothing of the kind'))],
    ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
  ])('returns null for %s', async (_, make) => {
    expect(embeddedMetadata(await make())).toBeNull();
  });
});
