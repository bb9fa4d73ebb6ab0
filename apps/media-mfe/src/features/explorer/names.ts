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

/** Also after a period: "u.s." becomes "U.S.". */
const capitalized = (word: string) => word.replace(/(?<=^|\.)\p{L}/gu, (letter) => letter.toUpperCase());

/** "jfk-birthday-2" as "Jfk Birthday", "image" as "Images". */
export function prettyFolderName(name: string): string {
  const type = TYPES[name.toLowerCase()];
  if (type !== undefined) return type;
  const words = name
    .replace(/-\d+$/, '')
    .split(/[-_\s]+/)
    .filter(Boolean);
  return words.map(capitalized).join(' ') || name;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** "512 B", "1.50 MB": two decimals except for bytes (SPEC section 9, File sizes). Never four digits before the decimal point. */
export function fileSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  return unit === 0 ? `${bytes} B` : `${value.toFixed(2)} ${UNITS[unit]}`;
}
