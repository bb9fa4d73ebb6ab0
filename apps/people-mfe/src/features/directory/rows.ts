/** A part of the directory: people that follow each other in one order, under a head unless it is the only part. */
export interface Part {
  key: string;
  title: string | null;
  meta: string | null;
  count: number;
  /** Place of its first person in the order of all. */
  start: number;
  open: boolean;
}

/** The parts with the places that they begin at. */
export function placed(parts: Omit<Part, 'start'>[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const before = out.at(-1);
    out.push({ ...part, start: before ? before.start + before.count : 0 });
  }
  return out;
}

export type Row =
  | { kind: 'head'; key: string; part: Part }
  /** Cards side by side: places `from` to `to`, the latter not included. */
  | { kind: 'cards'; key: string; part: Part; from: number; to: number };

/** The lines that the directory is drawn in: heads, and cards in rows; folded parts have only their head. */
export function rowsOf(parts: Part[], columns: number): Row[] {
  const rows: Row[] = [];
  for (const part of parts) {
    if (part.title !== null) rows.push({ kind: 'head', key: part.key, part });
    if (!part.open) continue;
    const end = part.start + part.count;
    for (let from = part.start; from < end; from += columns)
      rows.push({
        kind: 'cards',
        key: `${part.key} ${from - part.start}`,
        part,
        from,
        to: Math.min(end, from + columns),
      });
  }
  return rows;
}
