/** A print and its place in a row: pixels from the left, and its width. */
export interface Placed<T> {
  item: T;
  /** Its place among all. */
  index: number;
  left: number;
  width: number;
}

export interface PrintRow<T> {
  prints: Placed<T>[];
  /** Of the pictures; what stands under them comes to it. */
  height: number;
}

interface Sheet<T> {
  width: number;
  /** Height that rows aim at. */
  target: number;
  gap: number;
  /** Width over height. */
  ratioOf: (item: T) => number;
}

/** Very wide and very tall pictures are cut, as on a contact sheet. */
const held = (ratio: number) => Math.max(0.5, Math.min(3, ratio));

/**
 * Pictures in even rows, each at its true aspect ratio: as many in a row as reach its end at the height aimed at, then all a little
 * lower so that they fit. The last row is as high as aimed at, or lower. All is known beforehand, so that only rows in sight are drawn.
 */
export function rowsOf<T>(items: readonly T[], { width, target, gap, ratioOf }: Sheet<T>): PrintRow<T>[] {
  const rows: PrintRow<T>[] = [];
  for (let at = 0; at < items.length;) {
    let ratios = 0;
    let end = at;
    while (end < items.length && ratios * target + (end - at) * gap < width) {
      ratios += held(ratioOf(items[end]!));
      end += 1;
    }
    const room = width - (end - at - 1) * gap;
    const height = Math.min(target, room / ratios);
    let left = 0;
    const prints = items.slice(at, end).map((item, offset) => {
      const print = { item, index: at + offset, left, width: held(ratioOf(item)) * height };
      left += print.width + gap;
      return print;
    });
    rows.push({ prints, height });
    at = end;
  }
  return rows;
}

interface OnSheet extends Pick<Placed<unknown>, 'index' | 'left' | 'width'> {
  /** Pixels from the top of the sheet. */
  top: number;
}

/** The print to which an arrow key leads from another: sideways the next one, up and down the one that lies over or under it. */
export function neighbourOf(prints: readonly OnSheet[], index: number, key: string): number | undefined {
  if (key === 'ArrowLeft') return index - 1;
  if (key === 'ArrowRight') return index + 1;
  const here = prints.find((print) => print.index === index);
  const sign = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (!here || sign === undefined) return undefined;
  const middle = (print: OnSheet) => print.left + print.width / 2;
  const far = (print: OnSheet) => (print.top - here.top) * sign;
  const off = (print: OnSheet) => Math.abs(middle(print) - middle(here));
  return prints.filter((print) => far(print) > 0).toSorted((a, b) => far(a) - far(b) || off(a) - off(b))[0]?.index;
}
