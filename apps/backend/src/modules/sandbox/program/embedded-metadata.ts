import { open } from 'node:fs/promises';
import { isPartialDate } from '@archive/contracts/dates';
import ExifReader from 'exifreader';
import type { EmbeddedMetadata } from '../rendering.ts';

const MAX_LENGTH = 500;
/** TIFF scans can have their metadata far into the file. */
const MAX_METADATA_BYTES = 64 * 1024 * 1024;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

type Tags = Record<string, { description?: unknown } | undefined>;

function text(...tags: ({ description?: unknown } | undefined)[]): string | null {
  for (const tag of tags) {
    const { description } = tag ?? {};
    if (typeof description !== 'string') continue;
    const plain = description
      .toWellFormed()
      .replaceAll(CONTROLS, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_LENGTH);
    if (plain !== '') return plain.toWellFormed();
  }
  return null;
}

/** Parses `1976:06:16 19:00:00`, `1976-06-16T19:00:00-04:00` or `19760616` as a date. */
function partialDate(...tags: ({ description?: unknown } | undefined)[]): string | null {
  for (const tag of tags) {
    const match = /^(\d{4})[:-]?(\d\d)?[:-]?(\d\d)?(?!\d)/.exec(text(tag) ?? '');
    const date = match?.slice(1).filter(Boolean).join('-') ?? '';
    if (isPartialDate(date)) return date;
  }
  return null;
}

/**
 * Title, date and credit from the EXIF, IPTC and XMP data at the start of an image; null when there are none. The scan date is ignored,
 * because it isn't the date of the picture.
 */
export function embeddedMetadata(file: Buffer): EmbeddedMetadata | null {
  try {
    const {
      exif = {},
      iptc = {},
      xmp = {},
    } = ExifReader.load(file, { expanded: true }) as Record<string, Tags | undefined>;
    const suggested = {
      title: text(iptc['Object Name'], iptc['Headline'], xmp['title'], xmp['Headline'], exif['ImageDescription']),
      date: partialDate(exif['DateTimeOriginal'], iptc['Date Created'], xmp['DateCreated']),
      credit: text(
        iptc['Credit'],
        xmp['Credit'],
        iptc['By-line'],
        xmp['creator'],
        exif['Artist'],
        iptc['Copyright Notice'],
        exif['Copyright'],
      ),
    };
    return Object.values(suggested).some((value) => value !== null) ? suggested : null;
  } catch {
    // The image has no metadata, or it is damaged.
    return null;
  }
}

/** Like `embeddedMetadata`, for a file on disk; reads only its start. */
export async function metadataOf(file: string): Promise<EmbeddedMetadata | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, MAX_METADATA_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return embeddedMetadata(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
