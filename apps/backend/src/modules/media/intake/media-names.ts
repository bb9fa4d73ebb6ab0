import { slugify } from '@archive/voyage-document';
import { Problem } from '../../../common/index.ts';
import { isStorageKey } from '../../storage/index.ts';

/** Folder of media that belong to no president or owner. */
export const UNATTACHED = 'unattached';

const LONGEST_SEGMENT = 180;
const LONGEST_TITLE = 60;
const LONGEST_VOYAGE = 80;
const DIGITS = 4;

/** Separators of keys, and what no store takes in a name. */
// oxlint-disable-next-line no-control-regex
const UNFIT = /[\u0000-\u001f\u007f/\\]+/g;

/**
 * Name of a president or owner as a folder's: lower case, spaces as hyphens. The duplicate check looks for it (SPEC section 5). A
 * leading underscore or dot would be the archive's own.
 */
export function folderName(name: string): string {
  const folder = name
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(UNFIT, '-')
    .replace(/^[_.]+/, '');
  return folder.slice(0, LONGEST_SEGMENT);
}

interface Place {
  /** Full name of the president or owner. */
  owner: string | undefined;
  voyageSlug: string | undefined;
  mediaType: string;
  slug: string;
  extension: string;
}

/** Where an uploaded file is kept (decision "storage key of an uploaded file"). */
export function storageKeyOf({ owner = '', voyageSlug, mediaType, slug, extension }: Place): string {
  const folders = [folderName(owner) || UNATTACHED, ...(voyageSlug ? [voyageSlug] : []), mediaType];
  const key = [...folders, `${slug}.${extension}`].join('/');
  if (!isStorageKey(key)) throw new Problem(422, 'No file can be kept under such a name.');
  return key;
}

interface Described {
  voyageSlug: string | undefined;
  title: string;
  /** `1946`, `1946-03` or `1946-03-07`. */
  date: string | null;
}

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/-$/, '');

/**
 * A slug for `auto`: of voyage, title and date, or today's, and digits of the time (SPEC section 5, the upload dialog's rule). The
 * `tried`-th of those that it makes has other digits.
 */
export function mediaSlugOf({ voyageSlug = 'media', title, date }: Described, now: Date, tried: number): string {
  const day = (date ?? now.toISOString().slice(0, 10)).replaceAll('-', '');
  const digits = String((now.getTime() + tried) % 10 ** DIGITS).padStart(DIGITS, '0');
  const parts = [cut(voyageSlug, LONGEST_VOYAGE), cut(slugify(title), LONGEST_TITLE), day, digits];
  return parts.filter((part) => part !== '').join('-');
}
