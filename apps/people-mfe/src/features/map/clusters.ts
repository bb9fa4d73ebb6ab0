import { type Point, type Size, type View, toPixels, worldWidth } from './projection.ts';

export interface Spot extends Point {
  key: string;
  name: string;
  voyages: number | null;
}

/** Places that are drawn as one mark, because they are too close to each other. The first has most voyages. */
export interface Cluster extends Point {
  key: string;
  spots: Spot[];
}

/** In pixels. */
const RADIUS = 34;

/** Groups spots around those with most voyages. A grid limits the comparisons to neighbors. */
export function clustersOf(spots: readonly Spot[], zoom: number): Cluster[] {
  const size = RADIUS / worldWidth(zoom);
  const grid = new Map<string, Cluster[]>();
  const cellOf = (value: number) => Math.floor(value / size);
  const clusters: Cluster[] = [];
  for (const spot of spots.toSorted(
    (one, other) => (other.voyages ?? 0) - (one.voyages ?? 0) || one.key.localeCompare(other.key),
  )) {
    const [column, row] = [cellOf(spot.x), cellOf(spot.y)];
    const near = [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => grid.get(`${column + dx} ${row + dy}`) ?? []))
      .map((cluster) => ({ cluster, distance: Math.hypot(cluster.x - spot.x, cluster.y - spot.y) }))
      .filter(({ distance }) => distance < size)
      .toSorted((one, other) => one.distance - other.distance)[0];
    if (near) {
      near.cluster.spots.push(spot);
      continue;
    }
    const cluster = { key: spot.key, x: spot.x, y: spot.y, spots: [spot] };
    clusters.push(cluster);
    const cell = `${column} ${row}`;
    grid.set(cell, [...(grid.get(cell) ?? []), cluster]);
  }
  return clusters;
}

/** On which side of its mark a name is. */
export type Side = 'left' | 'right';

const MARK = 8;
const LABEL = { gap: 10, height: 20, padding: 8 };

/** Which clusters have room for their name, and where: those with most voyages first, inside the map, away from marks and other names. */
export function labelSides(
  clusters: readonly Cluster[],
  view: View,
  size: Size,
  widthOf: (cluster: Cluster) => number,
): Map<string, Side> {
  const marks = clusters.map((cluster) => ({ cluster, ...toPixels(cluster, view, size) }));
  const taken = marks.map(({ cluster, x, y }) => ({
    key: cluster.key,
    left: x - MARK,
    right: x + MARK,
    top: y - MARK,
    bottom: y + MARK,
  }));
  const sides = new Map<string, Side>();
  for (const { cluster, x, y } of marks) {
    const { key } = cluster;
    const width = widthOf(cluster) + LABEL.padding;
    const boxAt = (left: number) => ({
      key,
      left,
      right: left + width,
      top: y - LABEL.height / 2,
      bottom: y + LABEL.height / 2,
    });
    const boxes = { right: boxAt(x + LABEL.gap), left: boxAt(x - LABEL.gap - width) };
    const isVisible = x > 0 && x < size.width;
    const side = (['right', 'left'] as const).find((name) => {
      const box = boxes[name];
      return (
        (!isVisible || (box.left > 0 && box.right < size.width)) &&
        taken.every(
          (other) =>
            other.key === key ||
            other.left > box.right ||
            other.right < box.left ||
            other.top > box.bottom ||
            other.bottom < box.top,
        )
      );
    });
    if (!side) continue;
    sides.set(key, side);
    taken.push(boxes[side]);
  }
  return sides;
}
