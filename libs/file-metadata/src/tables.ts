const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_LINES = 50;

/** How a delimiter divides the lines of a table: most of them, `share`, have as many cells as `columns`. */
export interface FoundDelimiter {
  delimiter: string;
  columns: number;
  rows: number;
  share: number;
}

/** The delimiter that divides most lines of a text into the same number of cells; undefined if none divides them. */
export function steadyDelimiter(text: string): FoundDelimiter | undefined {
  const lines = text.split(/\r\n|\r|\n/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  // Lines of a Markdown table begin with a bar.
  const delimiters = DELIMITERS.filter((delimiter) => !lines[0]?.trim().startsWith(delimiter));
  const found = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length);
    const columns = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 1;
    const rows = counts.filter((count) => count === columns).length;
    return { delimiter, columns, rows, share: rows / Math.max(lines.length, 1) };
  });
  return found.filter(({ columns }) => columns > 1).toSorted((a, b) => b.share * b.columns - a.share * a.columns)[0];
}
