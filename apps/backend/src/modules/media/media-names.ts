import { isApproximate, startOfDate } from '@archive/contracts/dates';
import { slugify } from '@archive/voyage-document';
import { Problem } from '../../common/index.ts';
import { isStorageKey } from '../storage/index.ts';

/** Folder for media without a president or owner. */
export const UNATTACHED = 'unattached';

const MAX_SEGMENT_LENGTH = 180;
const MAX_TITLE_LENGTH = 60;
const MAX_VOYAGE_LENGTH = 80;
const SUFFIX_LENGTH = 4;

/** Key separators and characters that storage backends reject. */
// oxlint-disable-next-line no-control-regex
const INVALID_CHARACTERS = /[\u0000-\u001f\u007f/\\]+/g;

/**
 * Folder name of a president or owner: lower case, with hyphens for spaces. The duplicate check searches for it (SPEC section 5). Leading
 * underscores and dots are reserved for system folders.
 */
export function folderName(name: string): string {
  const folder = name
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(INVALID_CHARACTERS, '-')
    .replace(/^[_.]+/, '');
  return folder.slice(0, MAX_SEGMENT_LENGTH);
}

interface StorageKeyParts {
  /** Full name of the president or owner. */
  owner: string | undefined;
  voyageSlug: string | undefined;
  mediaType: string;
  slug: string;
  extension: string;
}

/** The storage key of an uploaded file. */
export function storageKeyOf({ owner = '', voyageSlug, mediaType, slug, extension }: StorageKeyParts): string {
  const folders = [folderName(owner) || UNATTACHED, ...(voyageSlug ? [voyageSlug] : []), mediaType];
  const key = [...folders, `${slug}.${extension}`].join('/');
  if (!isStorageKey(key)) throw new Problem(422, 'This name can’t be used for a file.');
  return key;
}

interface MediaDescription {
  voyageSlug: string | undefined;
  title: string;
  /** As stored, possibly approximate. */
  date: string | null;
}

const truncate = (slug: string, length: number) => slug.slice(0, length).replace(/-$/, '');

/**
 * Generates the slug for `auto` from the voyage, the title, the date (or today) and the last four digits of the timestamp (SPEC section 5,
 * the upload dialog's rule). An approximate date is shortened to its first year.
 * Each value of `attempt` results in a different suffix.
 */
export function mediaSlugOf(
  { voyageSlug = 'media', title, date }: MediaDescription,
  now: Date,
  attempt: number,
): string {
  const day = date && isApproximate(date) ? (/\d{4}/.exec(date)?.[0] ?? startOfDate(date)) : date?.replaceAll('-', '');
  const suffix = String((now.getTime() + attempt) % 10 ** SUFFIX_LENGTH).padStart(SUFFIX_LENGTH, '0');
  const parts = [
    truncate(voyageSlug, MAX_VOYAGE_LENGTH),
    truncate(slugify(title), MAX_TITLE_LENGTH),
    day ?? now.toISOString().slice(0, 10).replaceAll('-', ''),
    suffix,
  ];
  return parts.filter((part) => part !== '').join('-');
}
