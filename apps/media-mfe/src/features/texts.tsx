import { ApiError, mediaUsageQuery, messageOf } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { formatList, formatNumber } from '@archive/ui';
import { ALL_MEDIA, explorerHref } from './urls.ts';

/** Display names of folders named after a media type (SPEC section 2, Media Explorer). */
const TYPES: Record<string, string> = {
  image: 'Images',
  video: 'Videos',
  article: 'Articles',
  document: 'Documents',
  logbook: 'Logbooks',
  book: 'Books',
  audio: 'Audio',
  pdf: 'PDFs',
};

/** Capitalizes the first letter, and letters after a period: "u.s." becomes "U.S.". */
const capitalize = (word: string) => word.replace(/(?<=^|\.)\p{L}/gu, (letter) => letter.toUpperCase());

/** "jfk-birthday-2" as "Jfk Birthday", "image" as "Images". */
export function prettyFolderName(name: string): string {
  const type = name.toLowerCase();
  if (Object.hasOwn(TYPES, type)) return TYPES[type] ?? name;
  const words = name
    .replace(/-\d+$/, '')
    .split(/[-_\s]+/)
    .filter(Boolean);
  return words.map(capitalize).join(' ') || name;
}

const MAX_NAMES = 5;

/** "“A”, “B”, and 3 more". */
export function quotedNames(titles: readonly string[]): string {
  const names = titles.slice(0, MAX_NAMES).map((title) => `“${title}”`);
  const otherCount = titles.length - names.length;
  return formatList(otherCount > 0 ? [...names, `${formatNumber(otherCount)} more`] : names);
}

/** The error detail from the server, or `fallback` if it sent only a status (SPEC section 8). */
export function reasonOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.detail.split(' ')[0] === String(error.status)) return fallback;
  return messageOf(error);
}

export const LABELS = { title: 'Title', description: 'Introduction' };
export const INTRODUCTION_HELP = 'Markdown: **bold**, *italic*, [a link](https://example.org), lists with hyphens';
export const TITLE_REQUIRED = 'Collection title is required';
export const NOUN = 'collection';

/** Voyages that show a media item. Always fetched again, because the confirmation lists them. */
export const useUsage = (slug: string) => useQuery({ ...mediaUsageQuery(slug), staleTime: 0 });

export function VoyageNames({ voyages }: { voyages: { title: string; voyage_slug: string }[] }) {
  if (voyages.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {voyages.map(({ title, voyage_slug }) => (
        <li key={voyage_slug}>{title}</li>
      ))}
    </ul>
  );
}

/** Lists the people whose portrait is deleted. */
export function PortraitNames({ people }: { people: { full_name: string }[] }) {
  if (people.length === 0) return null;
  const names = formatList(people.map(({ full_name }) => full_name));
  return <p>It is the portrait of {names}. Initials will be shown instead.</p>;
}

/** SPEC section 8: messages refer curators to the console. */
export function logError(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(error);
}

export const MEDIA_EXPLORER = 'Media Explorer';

/** Breadcrumbs of a folder, and of a file with this title in it. External media are in no folder. */
export function crumbs(folder: string | undefined, title?: string): { label: string; href?: string }[] {
  const parts = folder ? folder.split('/') : [];
  return [
    { label: MEDIA_EXPLORER, href: explorerHref('') },
    ...(folder === undefined ? [{ label: 'All media', href: ALL_MEDIA }] : []),
    ...parts.map((part, index) => ({
      label: prettyFolderName(part),
      href: explorerHref(parts.slice(0, index + 1).join('/')),
    })),
    ...(title === undefined ? [] : [{ label: title }]),
  ];
}
