/** A run of consecutive people in the directory. `title` is null when the list has no headings. */
export interface Section {
  key: string;
  title: string | null;
  meta: string | null;
  count: number;
  /** Index of the first person in the full list. */
  firstIndex: number;
  open: boolean;
}

/** Adds to each section the index of its first person. */
export function withIndexes(sections: Omit<Section, 'firstIndex'>[]): Section[] {
  const out: Section[] = [];
  for (const section of sections) {
    const previous = out.at(-1);
    out.push({ ...section, firstIndex: previous ? previous.firstIndex + previous.count : 0 });
  }
  return out;
}

export type Row =
  | { kind: 'heading'; key: string; section: Section }
  /** One row of cards: indexes `from` up to but excluding `to`. */
  | { kind: 'cards'; key: string; section: Section; from: number; to: number };

/** The rows of the directory. A collapsed section has only its heading. */
export function rowsOf(sections: Section[], columns: number): Row[] {
  const rows: Row[] = [];
  for (const section of sections) {
    if (section.title !== null) rows.push({ kind: 'heading', key: section.key, section });
    if (!section.open) continue;
    const end = section.firstIndex + section.count;
    for (let from = section.firstIndex; from < end; from += columns)
      rows.push({
        kind: 'cards',
        key: `${section.key} ${from - section.firstIndex}`,
        section,
        from,
        to: Math.min(end, from + columns),
      });
  }
  return rows;
}
