import { formatPartialDate } from './dates.ts';
import { placeText } from './places.ts';
import { oneLine } from './texts.ts';

export interface TitledVoyage {
  title: string | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  start_date: string;
  start_location: string | null;
  end_location?: string | null;
}

/**
 * The title, or a generated one: "Potomac River, June 16, 1976", or "Voyage of June 16, 1976" without a place. Prefers the end location,
 * because most voyages start from the same yard. Decision "a title left blank".
 */
export function displayTitle({ title, start_date, start_location, end_location }: TitledVoyage): string {
  const given = oneLine(title);
  if (given !== null) return given;
  const place = placeText(oneLine(end_location ?? null) ?? start_location ?? '');
  const date = formatPartialDate(start_date);
  return place === '' ? `Voyage of ${date}` : `${place}, ${date}`;
}
