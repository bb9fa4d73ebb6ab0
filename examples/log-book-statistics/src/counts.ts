/** A bar of a chart: how many voyages have a value. */
export interface Count {
  label: string;
  count: number;
}

/** The fields of a voyage that the charts count. */
export interface CountedVoyage {
  start_date: string | null;
  president_name?: string | null;
  start_location?: string | null;
  end_location?: string | null;
}

const MONTHS = 12;
const PLACES = 12;

function tally(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const mostFirst = (counts: Map<string, number>): Count[] =>
  [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));

const yearOf = ({ start_date: date }: CountedVoyage) => /^\d{4}/.exec(date ?? '')?.[0];

/** Every year from the first to the last, those without voyages included. Voyages without a year are left out. */
export function countByYear(voyages: readonly CountedVoyage[]): Count[] {
  const counts = tally(voyages.map(yearOf).filter((year) => year !== undefined));
  const years = [...counts.keys()].map(Number);
  if (years.length === 0) return [];
  const first = Math.min(...years);
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, index) => {
    const label = String(first + index);
    return { label, count: counts.get(label) ?? 0 };
  });
}

/** All twelve months, named. Voyages whose month is unknown are left out. */
export function countByMonth(voyages: readonly CountedVoyage[], names: readonly string[]): Count[] {
  const months = voyages.map(({ start_date: date }) => Number(/^\d{4}-(\d{2})/.exec(date ?? '')?.[1] ?? 0));
  return Array.from({ length: MONTHS }, (_, index) => ({
    label: names[index] ?? String(index + 1),
    count: months.filter((month) => month === index + 1).length,
  }));
}

export function countByPresident(voyages: readonly CountedVoyage[]): Count[] {
  return mostFirst(tally(voyages.map(({ president_name: name }) => name ?? 'No president or owner')));
}

/** The places that most voyages start or end at. A voyage counts once for a place. */
export function countByPlace(voyages: readonly CountedVoyage[]): Count[] {
  const places = voyages.flatMap(({ start_location: start, end_location: end }) => [
    ...new Set([start, end].filter((place): place is string => Boolean(place))),
  ]);
  return mostFirst(tally(places)).slice(0, PLACES);
}
