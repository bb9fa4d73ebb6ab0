/** Which rows to read for a page out of `total`, and from which end they are sooner reached. */
export interface PageWindow {
  limit: number;
  offset: number;
  fromTheEnd: boolean;
}

/** Skipped rows are read all the same: a page past the middle is counted from the end. `limit` is 0 for a page behind the last. */
export function pageWindow(total: number, limit: number, offset: number): PageWindow {
  const rows = Math.max(0, Math.min(limit, total - offset));
  const behind = total - offset - rows;
  return rows > 0 && behind < offset
    ? { limit: rows, offset: behind, fromTheEnd: true }
    : { limit: rows, offset, fromTheEnd: false };
}
