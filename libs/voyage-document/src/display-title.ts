import { formatDate, isApproximate } from './dates.ts';
import { placeText } from './places.ts';
import { toSingleLine } from './texts.ts';

export interface VoyageTitleParts {
  title: string | null;
  /** YYYY, YYYY-MM, YYYY-MM-DD, or an approximate date in EDTF. */
  start_date: string;
  start_location: string | null;
  end_location?: string | null;
}

/**
 * The title, or a generated one: "Potomac River, June 16, 1976", or "Voyage of June 16, 1976" without a place, "Voyage, about 1947" with an
 * approximate date. Prefers the end location, because most voyages start at the same navy yard.
 */
export function displayTitle({ title, start_date, start_location, end_location }: VoyageTitleParts): string {
  const ownTitle = toSingleLine(title);
  if (ownTitle !== null) return ownTitle;
  const place = placeText(toSingleLine(end_location ?? null) ?? start_location ?? '');
  const date = formatDate(start_date);
  if (place !== '') return `${place}, ${date}`;
  return isApproximate(start_date) ? `Voyage, ${date}` : `Voyage of ${date}`;
}
