import type { PlaceCandidate, PlaceKind } from '@archive/contracts';
import { formatNumber } from '@archive/ui';

export const KIND_LABELS: Record<PlaceKind, string> = {
  port: 'Port',
  river: 'River',
  landmark: 'Landmark',
  anchorage: 'Anchorage',
  other: 'Other',
};
export const KINDS = Object.keys(KIND_LABELS) as PlaceKind[];
export const KIND_OPTIONS = KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

const side = (degrees: number, [positive, negative]: [string, string]) =>
  `${Math.abs(degrees).toFixed(4)}° ${degrees < 0 ? negative : positive}`;

/** "38.8737° N, 76.9950° W, within 500 m"; null without coordinates. */
export function positionText({ latitude, longitude, uncertainty = null }: Position): string | null {
  if (latitude === null || longitude === null) return null;
  const within = uncertainty === null ? '' : `, within ${formatNumber(uncertainty)} m`;
  return `${side(latitude, ['N', 'S'])}, ${side(longitude, ['E', 'W'])}${within}`;
}

/** "Palm Beach, FL", "Havana, Cuba" */
export const townText = ({ name, region, country }: PlaceCandidate): string =>
  [name, region ?? country].filter(Boolean).join(', ');

/** "pop. 8,612, 24 km from Miami" */
export const townDetails = ({ population, near }: PlaceCandidate): string =>
  [
    population > 0 && `pop. ${formatNumber(population)}`,
    near && `${formatNumber(near.kilometers)} km from ${near.name}`,
  ]
    .filter(Boolean)
    .join(', ');

interface Position {
  latitude: number | null;
  longitude: number | null;
  uncertainty?: number | null;
}
