/** Covers the Exif segment, which comes first and is at most 64 KB. */
const HEAD_BYTES = 128 * 1024;

const EXIF_POINTER = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const APP1 = 0xffe1;
const START_OF_SCAN = 0xffda;
const ENTRY_BYTES = 12;

const ascii = (view: DataView, offset: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(offset + index)));

/** Offset of the TIFF structure in the Exif segment. */
function exifStart(view: DataView): number | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let index = 2; index + 10 < view.byteLength;) {
    const marker = view.getUint16(index);
    if (marker === APP1 && ascii(view, index + 4, 4) === 'Exif') return index + 10;
    if (marker === START_OF_SCAN || marker < 0xff00) return undefined;
    index += 2 + view.getUint16(index + 2);
  }
  return undefined;
}

/** The value field of a tag in the directory at `at`: the value itself, or its offset. */
function valueOf(view: DataView, index: number, tag: number, littleEndian: boolean): number | undefined {
  const count = view.getUint16(index, littleEndian);
  for (let entry = index + 2; entry < index + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES)
    if (view.getUint16(entry, littleEndian) === tag) return view.getUint32(entry + 8, littleEndian);
  return undefined;
}

function dateTaken(view: DataView): string | undefined {
  const start = exifStart(view);
  if (start === undefined) return undefined;
  const isLittleEndian = ascii(view, start, 2) === 'II';
  const pointer = valueOf(view, start + view.getUint32(start + 4, isLittleEndian), EXIF_POINTER, isLittleEndian);
  const dateOffset =
    pointer === undefined ? undefined : valueOf(view, start + pointer, DATE_TIME_ORIGINAL, isLittleEndian);
  if (dateOffset === undefined) return undefined;
  const [, year, month, day] = /^(\d{4}):(\d\d):(\d\d)/.exec(ascii(view, start + dateOffset, 10)) ?? [];
  return year && Number(year) > 0 ? `${year}-${month}-${day}` : undefined;
}

/** The Exif date of a JPEG, as `1976-06-16`; undefined if it has none. */
export async function exifDate(file: Blob): Promise<string | undefined> {
  try {
    return dateTaken(new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  } catch {
    // Malformed Exif points outside its segment.
    return undefined;
  }
}
