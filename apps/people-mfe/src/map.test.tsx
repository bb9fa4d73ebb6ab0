// cspell:ignore GSHHG
import type { PlaceOnMap } from '@archive/shell-api';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, mockApi, page, renderRoute } from '@archive/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { clustersOf, labelSides } from './features/map/clusters.ts';
import { type CoastLevel, coastPaths, readLevels } from './features/map/coast.ts';
import { positionText } from './features/map/pick-position.tsx';
import { PlaceMap } from './features/map/place-map.tsx';
import {
  clampView,
  fitView,
  fromPixels,
  pixelsOf,
  scaleBar,
  tilesOf,
  toPixels,
  toPoint,
  toPosition,
  zoomAt,
} from './features/map/projection.ts';
import { recordRoutes } from './routes.tsx';

const api = mockApi();
const SIZE = { width: 640, height: 400 };
const aPlace = (name: string, latitude: number, longitude: number, voyages = 1): PlaceOnMap => ({
  place_slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  latitude,
  longitude,
  uncertainty: null,
  voyages,
});
const MOUNT_VERNON = aPlace('Mount Vernon', 38.708, -77.086, 12);
const NAVY_YARD = aPlace('Navy Yard', 38.8737, -76.995, 7);
const NEWPORT = aPlace('Newport', 41.49, -71.31, 1);
const spotOf = (place: PlaceOnMap) => ({ ...toPoint(place), key: place.place_slug, ...place });

describe('the projection', () => {
  test.each([MOUNT_VERNON, NEWPORT, aPlace('Sydney', -33.86, 151.2), aPlace('Zero', 0, 0)])(
    'returns from the map to the position of $name',
    (place) => {
      const { latitude, longitude } = toPosition(toPoint(place));
      expect([latitude, longitude]).toEqual([expect.closeTo(place.latitude, 9), expect.closeTo(place.longitude, 9)]);
    },
  );

  test('fits all points into the map, and a single one with its surroundings', () => {
    const points = [MOUNT_VERNON, NAVY_YARD, NEWPORT].map(toPoint);
    const view = fitView(points, SIZE);
    for (const point of points) {
      const { x, y } = toPixels(point, view, SIZE);
      expect(x > 40 && x < SIZE.width - 40 && y > 40 && y < SIZE.height - 40).toBe(true);
    }
    expect(fitView([points[0]!], SIZE)).toEqual({ ...points[0], zoom: 9.5 });
  });

  test('zooms at the pointer, within the limits', () => {
    const view = fitView([toPoint(MOUNT_VERNON)], SIZE);
    const pixels = { x: 100, y: 300 };
    const zoomed = zoomAt(view, view.zoom + 1.5, pixels, SIZE);
    const [before, after] = [fromPixels(pixels, view, SIZE), fromPixels(pixels, zoomed, SIZE)];
    expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 9), expect.closeTo(before.y, 9)]);
    expect(zoomAt(view, 99, pixels, SIZE).zoom).toBe(15);
    expect(clampView({ x: -3, y: 9, zoom: -1 })).toEqual({ x: 0, y: expect.closeTo(0.966, 2), zoom: 2 });
  });

  test('is drawn in tiles that cover the view, and those beside it, the nearest first', () => {
    const view = { ...toPoint(MOUNT_VERNON), zoom: 9.5 };
    const world = 256 * 2 ** 9.5;
    const tiles = tilesOf(view, SIZE, 0);
    expect(new Set(tiles.map(({ key }) => key)).size).toBe(tiles.length);
    for (const x of [0, 100, 320, 500, 640])
      for (const y of [0, 200, 399]) {
        const point = fromPixels({ x, y }, view, SIZE);
        const [column, row] = [point.x, point.y].map((value) => Math.floor((value * world) / 256));
        expect(tiles).toContainEqual({ key: `${column} ${row}`, column, row });
      }
    const center = [view.x, view.y].map((value) => Math.floor((value * world) / 256));
    expect(tiles[0]).toMatchObject({ column: center[0], row: center[1] });
    const wider = tilesOf(view, SIZE, 0.4).map(({ key }) => key);
    expect(wider).toEqual(expect.arrayContaining(tiles.map(({ key }) => key)));
    expect(wider.length).toBeGreaterThan(tiles.length);
  });

  test('has a scale in round nautical miles', () => {
    const view = { ...toPoint(MOUNT_VERNON), zoom: 9.5 };
    const { miles, pixels } = scaleBar(view, 110);
    expect([1, 2, 5]).toContain(Number(String(miles)[0]));
    expect(pixels).toBeLessThanOrEqual(110);
    expect(pixelsOf(miles * 1852, MOUNT_VERNON.latitude, 9.5)).toBeCloseTo(pixels, 1);
  });
});

describe('clusters', () => {
  const spots = [NAVY_YARD, NEWPORT, MOUNT_VERNON].map(spotOf);

  test('join places that are close, around the one with most voyages, and no others', () => {
    const names = (zoom: number) => clustersOf(spots, zoom).map((cluster) => cluster.spots.map(({ name }) => name));
    expect(names(6)).toEqual([['Mount Vernon', 'Navy Yard'], ['Newport']]);
    expect(names(12)).toEqual([['Mount Vernon'], ['Navy Yard'], ['Newport']]);
  });

  test('keep each of 2,000 places once, at least 34 pixels apart', () => {
    const many = Array.from({ length: 2000 }, (_, index) =>
      spotOf(
        aPlace(`P${index}`, 36 + ((index * 7919) % 4000) / 1000, -78 + ((index * 104729) % 4000) / 1000, index % 50),
      ),
    );
    const clusters = clustersOf(many, 8);
    expect(new Set(clusters.flatMap((cluster) => cluster.spots.map(({ key }) => key))).size).toBe(2000);
    const world = 256 * 2 ** 8;
    const distances = clusters.flatMap((one, index) =>
      clusters.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y) * world),
    );
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(34);
  });

  test('have names where there is room inside the map', () => {
    const view = { ...toPoint(MOUNT_VERNON), zoom: 12 };
    const clusters = clustersOf(spots.slice(2), 12);
    expect(labelSides(clusters, view, SIZE, () => 100)).toEqual(new Map([['mount-vernon', 'right']]));
    expect(labelSides(clusters, { ...view, x: view.x - 0.00025 }, SIZE, () => 100).get('mount-vernon')).toBe('left');
    expect(labelSides(clusters, view, SIZE, () => 900)).toEqual(new Map());
  });
});

describe('the coast', () => {
  let levels: CoastLevel[];
  beforeEach(() => {
    const file = new URL('./features/map/coast.json', import.meta.url);
    levels ??= readLevels(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof readLevels>[0]);
  });
  const numbers = (path: string) => path.match(/-?\d+(?:\.\d+)?/g)!.map(Number);

  test('is the finest that the zoom has, with coarser parts only around it', () => {
    const keys = (latitude: number, longitude: number, zoom: number) =>
      coastPaths(levels, { ...toPoint({ latitude, longitude }), zoom }, SIZE).map(({ key }) => key);
    expect(keys(38.4, -76.4, 9.5)).toEqual([8]);
    expect(keys(38.4, -76.4, 8)).toEqual([5, 8]);
    expect(keys(38.4, -76.4, 3)).toEqual([0]);
    expect(keys(51, 0, 9)).toEqual([0]);
  });

  test('is cut to the picture, and draws no edges of cells as shore', () => {
    const view = { ...toPoint({ latitude: 38.4, longitude: -76.4 }), zoom: 9.5 };
    const [bay] = coastPaths(levels, view, SIZE);
    const cut = numbers(bay!.land);
    expect(cut.length).toBeGreaterThan(1000);
    expect(Math.min(...cut)).toBeGreaterThanOrEqual(-0.1);
    expect(Math.max(...cut)).toBeLessThanOrEqual(SIZE.width + 0.1);
    // Inland, a cell is all land.
    const inland = coastPaths(levels, { ...toPoint({ latitude: 39, longitude: -77 }), zoom: 13 }, SIZE)[0]!;
    expect(numbers(inland.land).length).toBeGreaterThan(7);
    expect(inland.shore).toBe('');
  });
});

/** Reading the coast takes long on a busy machine. */
const LOADING = { timeout: 60_000 };
const PLACES = [MOUNT_VERNON, NAVY_YARD, NEWPORT];
const open = () =>
  renderRoute(
    [
      {
        index: true,
        element: (
          <PlaceMap
            label="Map of 3 places"
            places={PLACES}
            course={['navy-yard', 'mount-vernon']}
            voyagesHref={(place) => `/voyages?significant=1&place=${place}`}
          />
        ),
      },
    ],
    '/map',
    { at: '/map' },
  );

describe('the map', () => {
  test('lists its places with their voyages, and shows the selected one', async () => {
    const { container } = await open();
    expect(await screen.findByRole('application', { name: 'Map of 3 places' }, LOADING)).toBeVisible();
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows).toEqual(['Mount Vernon12 voyages', 'Navy Yard7 voyages', 'Newport1 voyage']);
    expect(screen.getByRole('link', { name: '7 voyages: Navy Yard' })).toHaveAttribute(
      'href',
      '/voyages?significant=1&place=navy-yard',
    );
    expect(screen.getByText(/The dashed line is a suggestion/)).toBeVisible();
    expect(screen.getByText(/GSHHG/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Navy Yard' }));
    expect(screen.getByRole('button', { name: 'Navy Yard' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('link', { name: 'About this place' })).toHaveAttribute('href', '/places/navy-yard');
    await waitFor(() =>
      expect(container.querySelector('[data-key="navy-yard"] text')).toHaveTextContent('Navy Yard · 7'),
    );
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('zooms with the keys, and separates what it had joined', async () => {
    const { container } = await open();
    const map = await screen.findByRole('application', undefined, LOADING);
    expect(container.querySelector('[data-key="navy-yard"]')).toBeNull();
    fireEvent.keyDown(map, { key: 'ArrowLeft' });
    for (let step = 0; step < 6; step++) {
      fireEvent.keyDown(map, { key: '+' });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await waitFor(() => expect(container.querySelector('[data-key="navy-yard"]')).not.toBeNull());
  });

  test('says when it can’t be loaded, and loads again', async () => {
    api.goOffline();
    await open();
    expect(await screen.findByText('Can’t load the map')).toBeVisible();
    api.goOnline();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('application', undefined, LOADING)).toBeVisible();
  });
});

describe('setting a position', () => {
  const openForm = async () => {
    sessionStorage.setItem('edit-mode', '1');
    api.respond('GET /api/places', page([]));
    api.respond('GET /api/places/by-letter', []);
    api.respond('GET /api/curator/places/wordings', page([]));
    await renderRoute(recordRoutes ?? [], '/places', { at: '/places' });
    fireEvent.click(await screen.findByRole('button', { name: /New place/i }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Set on the map' }));
    return { dialog, map: await within(dialog).findByRole('application', { name: 'Position of this place' }, LOADING) };
  };
  const valueOf = (dialog: HTMLElement, label: RegExp) =>
    Number(within(dialog).getByLabelText<HTMLInputElement>(label).value);

  test('works with the keys: Enter at the center, arrows from there', async () => {
    const { dialog, map } = await openForm();
    fireEvent.keyDown(map, { key: 'Enter' });
    const [latitude, longitude] = [valueOf(dialog, /^Latitude/), valueOf(dialog, /^Longitude/)];
    expect([latitude, longitude]).toEqual([expect.closeTo(38.16, 1), expect.closeTo(-76.6, 1)]);
    fireEvent.keyDown(map, { key: 'ArrowUp' });
    fireEvent.keyDown(map, { key: 'ArrowRight' });
    expect(valueOf(dialog, /^Latitude/)).toBeGreaterThan(latitude);
    expect(valueOf(dialog, /^Longitude/)).toBeGreaterThan(longitude);
    expect(within(dialog).getByLabelText(/^Uncertainty/)).toHaveValue('');
    expect(await accessibilityProblems(dialog)).toEqual([]);
  });

  test('has as many digits as the zoom shows', () => {
    const point = toPoint(MOUNT_VERNON);
    expect(positionText(point, 4)).toEqual({ latitude: '38.71', longitude: '-77.09' });
    expect(positionText(point, 14)).toEqual({ latitude: '38.70800', longitude: '-77.08600' });
  });
});
