import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Loading, SkeletonBlock } from '@archive/ui';
import { MapPin } from '@archive/ui/icons';
import { useState } from 'react';
import { type CoastLevel, coastQuery } from './coast.ts';
import { MapView } from './map-view.tsx';
import { UncertaintyArea } from './place-map.tsx';
import {
  type Point,
  type Position,
  type View,
  fromPixels,
  pixelsOf,
  toPixels,
  toPoint,
  toPosition,
  worldWidth,
} from './projection.ts';
import { useView } from './use-view.ts';

/** As text of the form. */
interface Draft {
  latitude: string;
  longitude: string;
  uncertainty: string;
}

interface PickPositionProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

const HEIGHT = 'h-80';
const KEYS =
  'Enter sets the position at the center of the map. Arrow keys move the position, with Shift the map. Plus and minus zoom.';
/** The Chesapeake Bay, for places without a position. */
const START: Position[] = [
  { latitude: 39.4, longitude: -77.3 },
  { latitude: 36.9, longitude: -75.9 },
];
const STEP_PIXELS = 8;
/** Space around the position while the keys move it. */
const EDGE_PIXELS = 24;

/** A map in the form of a place, on which to set its position and how far off it may be. */
export function PickPosition(props: PickPositionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <Button
        className="self-start"
        icon={<MapPin aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Set on the map
      </Button>
      {isOpen && <PickMap {...props} />}
    </div>
  );
}

function PickMap(props: PickPositionProps) {
  const coast = useQuery(coastQuery());
  if (coast.data) return <LoadedPickMap {...props} coast={coast.data} />;
  return (
    <QueryState
      query={coast}
      failed="Can’t load the map"
      loading={
        <Loading label="Loading map...">
          <SkeletonBlock className={HEIGHT} />
        </Loading>
      }
    />
  );
}

/** The position of the form; undefined while it has none. */
function positionOf({ latitude, longitude }: Draft): Position | undefined {
  const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber(latitude) && isNumber(longitude)
    ? { latitude: Number(latitude), longitude: Number(longitude) }
    : undefined;
}

/** With as many digits as the zoom shows. */
export function positionText(point: Point, zoom: number): Pick<Draft, 'latitude' | 'longitude'> {
  const { latitude, longitude } = toPosition(point);
  const digits = Math.min(5, Math.max(1, Math.ceil(Math.log10(worldWidth(zoom) / 360))));
  return { latitude: latitude.toFixed(digits), longitude: longitude.toFixed(digits) };
}

function LoadedPickMap({ draft, onChange, coast }: PickPositionProps & { coast: CoastLevel[] }) {
  const position = positionOf(draft);
  const point = position && toPoint(position);
  const set = (to: Point, { zoom }: Pick<View, 'zoom'>) => onChange(positionText(to, zoom));
  const view = useView({
    points: point ? [point] : START.map(toPoint),
    onTap: (to) => set(to, view.drawn),
    onStep: point
      ? (step, shown, size) => {
          const at = toPixels(point, shown, size);
          const pixels = { x: at.x + step.x * STEP_PIXELS, y: at.y + step.y * STEP_PIXELS };
          const to = fromPixels(pixels, shown, size);
          set(to, shown);
          const isNearEdge =
            Math.min(pixels.x, size.width - pixels.x) < EDGE_PIXELS ||
            Math.min(pixels.y, size.height - pixels.y) < EDGE_PIXELS;
          if (isNearEdge) view.focus(to, shown.zoom);
        }
      : undefined,
    onEnter: (shown) => set(shown, shown),
    onDrag: (to, handle) => {
      if (handle === 'position' || !position || !point) return set(to, view.drawn);
      const pixels = Math.hypot(to.x - point.x, to.y - point.y) * worldWidth(view.drawn.zoom);
      const meters = pixels / pixelsOf(1, position.latitude, view.drawn.zoom);
      onChange({ uncertainty: String(roundMeters(meters)) });
    },
  });
  const uncertainty = /^\d+$/.test(draft.uncertainty.trim()) ? Number(draft.uncertainty) : null;
  const edge = point && position && uncertainty ? edgeOf(point, position, uncertainty) : undefined;
  return (
    <div>
      <MapView
        label="Position of this place"
        keys={KEYS}
        coast={coast}
        view={view}
        className={HEIGHT}
        marks={
          point && (
            <>
              {edge && (
                <g data-drag="uncertainty" data-x={edge.x} data-y={edge.y} className="cursor-ew-resize">
                  <circle r={12} className="fill-transparent" />
                  <circle r={5} className="fill-leaf stroke-brass" strokeWidth={2} />
                </g>
              )}
              <g data-drag="position" data-x={point.x} data-y={point.y} className="cursor-move">
                <circle r={16} className="fill-transparent" />
                <circle r={7} className="fill-navy stroke-leaf" strokeWidth={2} />
              </g>
            </>
          )
        }
      >
        {(anchor) => position && <UncertaintyArea place={{ ...position, uncertainty }} anchor={anchor} />}
      </MapView>
      <p className="mt-1 text-13 text-faded">
        {point
          ? 'Click the map or drag the mark to move the position. With an uncertainty, drag the edge of its circle.'
          : 'Click the map to set the position.'}
      </p>
    </div>
  );
}

/** The point east of a position, at a distance. */
const edgeOf = (point: Point, { latitude }: Position, meters: number): Point => ({
  x: point.x + pixelsOf(meters, latitude, 0) / worldWidth(0),
  y: point.y,
});

/** Two digits, because a circle drawn by hand says no more. */
const roundMeters = (meters: number) => {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, meters))) - 1);
  return Math.round(meters / power) * power;
};
