import type { FileMetadata } from '@archive/contracts';
import ExifReader from 'exifreader';
import { fieldsIn, type FoundTags } from './fields.ts';
import { type DocumentInfo, isPdf, packetIn, tagsOfInfo } from './pdf-metadata.ts';
import type { Tags } from './tag-text.ts';

export type { DocumentInfo } from './pdf-metadata.ts';

/** The first bytes to read, enough for the metadata of most JPEG files. */
const HEAD_BYTES = 256 * 1024;
/** Maximum bytes to read, because scans may have their metadata after the pixels. */
const MAX_BYTES = 64 * 1024 * 1024;

interface LoadedTags extends FoundTags {
  /** Whether the bytes contained all of the file's metadata. */
  isComplete: boolean;
}

const bufferOf = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;

function load(bytes: Uint8Array<ArrayBuffer>): LoadedTags {
  try {
    const { exif, iptc, xmp, gps, metadataRange } = ExifReader.load(bufferOf(bytes), {
      expanded: true,
      includeOffsets: true,
    });
    return {
      exif: exif as Tags | undefined,
      iptc: iptc as Tags | undefined,
      xmp: xmp as Tags | undefined,
      gps,
      isComplete: metadataRange?.complete === true,
    };
  } catch {
    // There is no metadata, or it is damaged.
    return { isComplete: false };
  }
}

/** The XMP tags of a PDF, and those of its information dictionary that XMP lacks. */
function pdfTags(bytes: Uint8Array, info: DocumentInfo): FoundTags {
  const packet = packetIn(bytes);
  const { xmp = {} } = packet ? load(packet) : {};
  const missing = Object.entries(tagsOfInfo(info)).filter(([name]) => xmp[name] === undefined);
  return { xmp: { ...xmp, ...Object.fromEntries(missing) } };
}

/** The metadata in the first bytes of a picture or PDF: EXIF, IPTC, XMP and the information dictionary of a PDF. */
export function metadataOf(bytes: Uint8Array<ArrayBuffer>, info: DocumentInfo = {}): FileMetadata {
  return fieldsIn(isPdf(bytes) ? pdfTags(bytes, info) : load(bytes));
}

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

/** Like `metadataOf`, for a file in the browser or on disk. Reads no more of it than necessary. */
export async function readFileMetadata(file: Blob): Promise<FileMetadata> {
  const read = async (length: number) => new Uint8Array(await file.slice(0, length).arrayBuffer());
  const head = await read(HEAD_BYTES);
  if (file.size <= HEAD_BYTES) return metadataOf(head);
  // Other formats may have their metadata after the pixels.
  const found = isJpeg(head) ? load(head) : undefined;
  return found?.isComplete ? fieldsIn(found) : metadataOf(await read(MAX_BYTES));
}
