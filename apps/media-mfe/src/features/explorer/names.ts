/** Names of folders that hold one type of media, as people say them (SPEC section 2, Media Explorer). */
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

/** "jfk-birthday-2" as "Jfk Birthday", "image" as "Images". */
export function prettyFolderName(name: string): string {
  const type = TYPES[name.toLowerCase()];
  if (type !== undefined) return type;
  const words = name
    .replace(/-\d+$/, '')
    .split(/[-_\s]+/)
    .filter(Boolean);
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || name;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** "512 B", "1.50 MB": two decimals, save for single bytes (SPEC section 9, File sizes). */
export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return step === 0 ? `${bytes} B` : `${(bytes / 1024 ** step).toFixed(2)} ${UNITS[step]}`;
}

/** "June 16, 1976, 19:00" in the reader's own time. */
export const instant = (iso: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
