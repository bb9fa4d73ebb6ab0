import { expect, test } from '@jest/globals';
import { exifDate } from './exif-date.ts';

const DATE = '1976:06:16 19:00:00\0';

/** The start of a JPEG with an Exif date. */
function jpeg(little: boolean, pointer = 26): Blob {
  const tiff = new DataView(new ArrayBuffer(44 + DATE.length));
  tiff.setUint16(0, little ? 0x4949 : 0x4d4d);
  tiff.setUint16(2, 42, little);
  tiff.setUint32(4, 8, little);
  const entry = (index: number, tag: number, type: number, count: number, value: number) => {
    tiff.setUint16(index, 1, little);
    tiff.setUint16(index + 2, tag, little);
    tiff.setUint16(index + 4, type, little);
    tiff.setUint32(index + 6, count, little);
    tiff.setUint32(index + 10, value, little);
  };
  entry(8, 0x8769, 4, 1, pointer);
  entry(26, 0x9003, 2, DATE.length, 44);
  for (const [index, sign] of [...DATE].entries()) tiff.setUint8(44 + index, sign.charCodeAt(0));
  const head = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xe1, 0, tiff.byteLength + 8]);
  return new Blob([head, 'Exif\0\0', tiff.buffer as ArrayBuffer]);
}

test.each([true, false])('reads the date in either byte order (little endian: %p)', async (little) => {
  expect(await exifDate(jpeg(little))).toBe('1976-06-16');
});

test.each([
  ['a file that is not a JPEG', new Blob(['not a picture at all'])],
  ['an empty file', new Blob([])],
  ['a segment with an invalid pointer', jpeg(true, 60_000)],
])('%s has no date', async (_, file) => {
  expect(await exifDate(file)).toBeUndefined();
});
