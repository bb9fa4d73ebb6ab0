/** The rows to read for a page, and the end of the list from which they are reached faster. */
export interface PageWindow {
  limit: number;
  offset: number;
  fromTheEnd: boolean;
}

/**
 * A page in the second half is counted from the end, because the database also reads skipped rows. `limit` is 0 for a page past the last
 * one.
 */
export function pageWindow(total: number, limit: number, offset: number): PageWindow {
  const rows = Math.max(0, Math.min(limit, total - offset));
  const after = total - offset - rows;
  return rows > 0 && after < offset
    ? { limit: rows, offset: after, fromTheEnd: true }
    : { limit: rows, offset, fromTheEnd: false };
}
