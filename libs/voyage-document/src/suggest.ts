const MAX_EDITS = 2;

/** Edit distance of two short strings, up to three. */
function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > MAX_EDITS) return MAX_EDITS + 1;
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const value = Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(value);
      best = Math.min(best, value);
    }
    if (best > MAX_EDITS) return MAX_EDITS + 1;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The closest of `choices` within an edit distance of two; null if there is none. */
export function nearest(word: string, choices: readonly string[]): string | null {
  const target = word.toLowerCase();
  if (target.length > 40) return null;
  let nearest: string | null = null;
  let minDistance = Math.min(MAX_EDITS + 1, Math.ceil(target.length / 2));
  for (const choice of choices) {
    const distance = editDistance(target, choice.toLowerCase());
    if (distance < minDistance) {
      minDistance = distance;
      nearest = choice;
    }
  }
  return nearest;
}
