/** Shorter words are too similar to other words: "wine" and "win", "menu" and "men". */
const MIN_LENGTH = 5;
const TWO_EDITS_FROM = 8;

const MIN_BEGINNING = 3;

/** Whether the archive's word `other` may be what the user meant by `word`: it begins with `word`, or differs by a typo. */
export function isSimilar(word: string, other: string): boolean {
  if (word.length >= MIN_BEGINNING && other.length > word.length && other.startsWith(word)) return true;
  const length = Math.max(word.length, other.length);
  if (word === other || length < MIN_LENGTH) return false;
  return editsBetween(word, other) <= (length < TWO_EDITS_FROM ? 1 : 2);
}

/** Edit distance: the number of letters to insert, delete, replace or swap with their neighbor. */
export function editsBetween(word: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= word.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = word[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      const distanceAt = (up: number, left: number) => (up === 0 ? current : rows[row - up])?.[column - left] ?? 0;
      current.push(
        Math.min(
          distanceAt(1, 0) + 1,
          distanceAt(0, 1) + 1,
          distanceAt(1, 1) + (isSame ? 0 : 1),
          isSwapped ? distanceAt(2, 2) + 1 : Infinity,
        ),
      );
    }
    rows.push(current);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
