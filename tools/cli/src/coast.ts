// cspell:ignore GSHHG Gblack Gunston Peucker Ramer Swhite gmt gshhg pscoast
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Writes the coast, rivers and borders of the map, which are committed with it:
 *
 *   apt-get install gmt gmt-gshhg-high gmt-gshhg-full
 *   npm pack @geo-maps/earth-waterbodies-10m
 *   node tools/cli/src/coast.ts <folder of that package>/map.geo.json
 *
 * GSHHG ends at Gunston Cove, below Mount Vernon. The Potomac from there to Washington is from OpenStreetMap, by way of that package.
 */

type Position = [number, number];

interface Level {
  /** From which zoom of the map it is drawn. */
  zoom: number;
  box: [west: number, south: number, east: number, north: number];
  resolution: 'l' | 'h' | 'f';
  /** Smallest area of lakes and islands, in square kilometers. */
  area: number;
  /** Coordinates are multiples of a degree divided by this. */
  units: number;
  /** How far a line may be from the original, in units. */
  tolerance: number;
  /** Size of the cells into which GSHHG cuts the land, in degrees. Their edges aren’t shores. */
  cell: number;
  inchesPerDegree: number;
}

const LEVELS: Level[] = [
  {
    zoom: 0,
    box: [-180, -78, 180, 84],
    resolution: 'l',
    area: 5000,
    units: 50,
    tolerance: 3.5,
    cell: 10,
    inchesPerDegree: 1,
  },
  {
    zoom: 5,
    box: [-84, 22, -62, 47],
    resolution: 'h',
    area: 8,
    units: 1000,
    tolerance: 3.2,
    cell: 2,
    inchesPerDegree: 4,
  },
  {
    zoom: 8,
    box: [-78, 36.4, -74.8, 39.8],
    resolution: 'f',
    area: 0.1,
    units: 10_000,
    tolerance: 3.8,
    cell: 1,
    inchesPerDegree: 20,
  },
];

/** Resolution of GMT’s drawings. */
const DOTS_PER_INCH = 1200;
const UPPER_POTOMAC: Level['box'] = [-77.2, 38.59, -76.93, 38.93];
/** In square degrees. Smaller pieces are what the grid of that package leaves of narrow waters. */
const MIN_AREA = 1e-3;

const gmt = (...args: string[]) =>
  execFileSync('gmt', args, { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
const regionOf = ([west, south, east, north]: Level['box']) => `-R${west}/${east}/${south}/${north}`;

/** GMT exports lines only. Its drawings have the polygons, as paths in dots. */
function polygonsOf({ box, resolution, area, units, inchesPerDegree }: Level) {
  const [west, south, east, north] = box;
  const size = `-JX${(east - west) * inchesPerDegree}id/${(north - south) * inchesPerDegree}id`;
  const drawing = gmt('pscoast', regionOf(box), size, `-D${resolution}`, `-A${area}`, '-Gblack', '-Swhite', '-P', '-K');
  const scale = units / (DOTS_PER_INCH * inchesPerDegree);
  const found: Record<'land' | 'water', Position[][]> = { land: [], water: [] };
  let color: keyof typeof found = 'land';
  let current: Position[] = [];
  let [x, y] = [0, 0];
  const moveBy = (dx: number, dy: number) => {
    [x, y] = [x + dx, y + dy];
    current.push([Math.round(west * units + x * scale), Math.round(south * units + y * scale)]);
  };
  for (const line of drawing.slice(drawing.indexOf('PSL_Layer_1')).split('\n')) {
    const words = line.split(' ');
    const operator = words.pop();
    const numbers = words.map(Number);
    if (operator === 'M' || operator === 'SP') {
      [x, y] = [0, 0];
      current = [];
      const [top = 0, left = 0] = [numbers.pop(), numbers.pop()];
      const count = operator === 'SP' ? numbers.pop() : 0;
      moveBy(left, top);
      // The steps of SP are on a stack.
      while (numbers.length >= 2) {
        const [dy = 0, dx = 0] = [numbers.pop(), numbers.pop()];
        moveBy(dx, dy);
      }
      // A white rectangle is the sea.
      if (operator === 'SP' && !(color === 'water' && count === 3)) found[color].push(current);
    }
    if (operator === 'D') moveBy(numbers[0] ?? 0, numbers[1] ?? 0);
    if (operator === 'FS') color = line.startsWith('{0 A}') ? 'land' : 'water';
    if (operator === 'FO') found[color].push(current);
  }
  return found;
}

function linesOf({ box, units }: Level, resolution: string, ...kinds: string[]): Position[][] {
  const lines = gmt('coast', regionOf(box), `-D${resolution}`, '-M', ...kinds)
    .split(/^>.*$/m)
    .map((block) =>
      block
        .split('\n')
        .filter((line) => /^[-\d]/.test(line))
        .map((line): Position => {
          const [longitude = 0, latitude = 0] = line.split(/\s+/).map(Number);
          return [Math.round((longitude > 180 ? longitude - 360 : longitude) * units), Math.round(latitude * units)];
        })
        .filter((point, index, all) => !isSame(point, all[index - 1])),
    );
  return joined(lines.filter((line) => line.length > 1));
}

const isSame = (one: Position, other: Position | undefined) => one[0] === other?.[0] && one[1] === other[1];

/** GSHHG cuts lines at the edges of its cells. Only joined ones are simplified across these. */
function joined(lines: readonly Position[][]): Position[][] {
  const byEnd = new Map<string, Position[]>();
  const closed: Position[][] = [];
  const endsOf = (line: Position[]) => [line[0]!.join(), line.at(-1)!.join()] as const;
  for (let line of lines) {
    let [first, last] = endsOf(line);
    let other = byEnd.get(first) ?? byEnd.get(last);
    while (other && first !== last) {
      const [otherFirst, otherLast] = endsOf(other);
      byEnd.delete(otherFirst);
      byEnd.delete(otherLast);
      if (first === otherFirst || first === otherLast) line = line.toReversed();
      const rest = line.at(-1)!.join() === otherFirst ? other : other.toReversed();
      line = [...line, ...rest.slice(1)];
      [first, last] = endsOf(line);
      other = byEnd.get(first) ?? byEnd.get(last);
    }
    if (first === last) closed.push(line);
    else for (const end of [first, last]) byEnd.set(end, line);
  }
  return [...new Set(byEnd.values()), ...closed];
}

function upperPotomac(file: string, units: number): Position[][] {
  const [rivers] = (JSON.parse(readFileSync(file, 'utf8')) as { geometries: { coordinates: Position[][][] }[] })
    .geometries;
  const [west, south, east, north] = UPPER_POTOMAC;
  return (rivers?.coordinates ?? [])
    .map(([outline = []]) => outline)
    .filter(
      (outline) =>
        areaOf(outline) > MIN_AREA && outline.every(([x, y]) => x > west && x < east && y > south && y < north),
    )
    .map((outline) => outline.map(([x, y]) => [Math.round(x * units), Math.round(y * units)]));
}

const areaOf = (outline: Position[]) =>
  Math.abs(
    outline.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

/** Ramer–Douglas–Peucker. */
function simplify(line: Position[], tolerance: number): Position[] {
  const isNeeded = line.map((_, index) => index === 0 || index === line.length - 1);
  const open: Position[] = [[0, line.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    const [[ax, ay], [bx, by]] = [line[from]!, line[to]!];
    const length = Math.hypot(bx - ax, by - ay);
    let [farthest, distance] = [-1, tolerance];
    for (let index = from + 1; index < to; index++) {
      const [px, py] = line[index]!;
      const away =
        length > 0 ? Math.abs((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / length : Math.hypot(px - ax, py - ay);
      if (away > distance) [farthest, distance] = [index, away];
    }
    if (farthest < 0) continue;
    isNeeded[farthest] = true;
    open.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, index) => isNeeded[index]);
}

/** Differences between consecutive points, which compress better. */
const stepsOf = (line: Position[]) =>
  line.flatMap(([x, y], index) => {
    const [previousX, previousY] = line[index - 1] ?? [0, 0];
    return [x - previousX, y - previousY];
  });

const [waters] = process.argv.slice(2);
if (!waters) throw new Error('Name map.geo.json of @geo-maps/earth-waterbodies-10m');
const levels = LEVELS.map((level, index) => {
  const { zoom, box, units, cell, tolerance } = level;
  const { land, water } = polygonsOf(level);
  const isWorld = index === 0;
  const isFinest = index === LEVELS.length - 1;
  const stored = (lines: Position[][], minimum: number) =>
    lines
      .filter((line) => line.length >= minimum)
      .map((line) => simplify(line, tolerance))
      .filter((line) => line.length >= minimum)
      .map(stepsOf);
  return {
    zoom,
    box,
    units,
    cell,
    land: stored(land, 4),
    water: stored([...water, ...(isFinest ? upperPotomac(waters, units) : [])], 4),
    rivers: stored(linesOf(level, level.resolution, ...(isWorld ? ['-I1', '-I2'] : ['-I1', '-I2', '-I3', '-I4'])), 2),
    borders: stored(linesOf(level, isWorld ? 'l' : 'h', '-N1', '-N2'), 2),
  };
});
writeFileSync(
  path.join(import.meta.dirname, '../../../apps/people-mfe/src/features/map/coast.json'),
  `${JSON.stringify({ levels })}\n`,
);
