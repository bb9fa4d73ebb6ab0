/** Which rows to read for a page out of `total`, and from which end they are reached faster. */
export interface PageWindow {
  limit: number;
  offset: number;
  fromTheEnd: boolean;
}

/** The database reads skipped rows too, so a page past the middle is counted from the end. `limit` is 0 for a page past the last one. */
export function pageWindow(total: number, limit: number, offset: number): PageWindow {
  const rows = Math.max(0, Math.min(limit, total - offset));
  const after = total - offset - rows;
  return rows > 0 && after < offset
    ? { limit: rows, offset: after, fromTheEnd: true }
    : { limit: rows, offset, fromTheEnd: false };
}
