import { open } from 'node:fs/promises';
import { isPartialDate } from '@archive/contracts';
import ExifReader from 'exifreader';

/** What a file says of itself: offered to curators, never taken as said by them. */
export interface Suggested {
  title: string | null;
  /** `1946-03-07`, or less of it. */
  date: string | null;
  credit: string | null;
}

const LONGEST = 500;
/** Scans that are kept as TIFF may have their description far behind. */
const BEGINNING_BYTES = 64 * 1024 * 1024;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

type Tags = Record<string, { description?: unknown } | undefined>;

function text(...tags: ({ description?: unknown } | undefined)[]): string | null {
  for (const tag of tags) {
    const { description } = tag ?? {};
    if (typeof description !== 'string') continue;
    const plain = description.toWellFormed().replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
    if (plain !== '') return plain.toWellFormed();
  }
  return null;
}

/** `1976:06:16 19:00:00`, `1976-06-16T19:00:00-04:00` or `19760616` as a day. */
function day(...tags: ({ description?: unknown } | undefined)[]): string | null {
  for (const tag of tags) {
    const written = /^(\d{4})[:-]?(\d\d)?[:-]?(\d\d)?(?!\d)/.exec(text(tag) ?? '');
    const date = written?.slice(1).filter(Boolean).join('-') ?? '';
    if (isPartialDate(date)) return date;
  }
  return null;
}

/**
 * Title, day and credit out of the EXIF, IPTC and XMP of a picture, or null where there are none. The beginning of the file is
 * enough. The day on which a print was scanned is not the day of the picture.
 */
export function pictureData(file: Buffer): Suggested | null {
  try {
    const {
      exif = {},
      iptc = {},
      xmp = {},
    } = ExifReader.load(file, { expanded: true }) as Record<string, Tags | undefined>;
    const suggested = {
      title: text(iptc['Object Name'], iptc['Headline'], xmp['title'], xmp['Headline'], exif['ImageDescription']),
      date: day(exif['DateTimeOriginal'], iptc['Date Created'], xmp['DateCreated']),
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
    // A picture without any of it, or with such that is damaged: there is nothing to offer.
    return null;
  }
}

/** The same of a file on disk, of which no more is read than is needed. */
export async function suggestionsOf(file: string): Promise<Suggested | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const beginning = Buffer.alloc(Math.min(size, BEGINNING_BYTES));
    const { bytesRead } = await handle.read(beginning, 0, beginning.length, 0);
    return pictureData(beginning.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
