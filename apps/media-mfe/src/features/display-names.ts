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
  const type = TYPES[name.toLowerCase()];
  if (type !== undefined) return type;
  const words = name
    .replace(/-\d+$/, '')
    .split(/[-_\s]+/)
    .filter(Boolean);
  return words.map(capitalize).join(' ') || name;
}
