import { formatDate } from './format-date.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const WEEKDAY =
  /\s*\(?\b(?<!\b(?:easter|good|palm) )(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|r|rs|ur)?(?:day)?\b\.?\)?,?\s*/g;

/** The text of a date in lower case without its weekdays, and those as numbers, 0 for Sunday. */
export function takeWeekdays(text: string): { text: string; weekdays: number[] } {
  const weekdays = [...text.matchAll(WEEKDAY)].map(([, name = '']) =>
    WEEKDAYS.findIndex((weekday) => weekday.toLowerCase().startsWith(name)),
  );
  if (weekdays.length === 0) return { text, weekdays };
  // "Sat.-Sun., May 8-9, 1937"
  const rest = text
    .replaceAll(WEEKDAY, ' ')
    .trim()
    .replace(/^(?:[-–/&]|and\b)\s*/, '');
  return { text: rest.replace(/,$/, ''), weekdays };
}

const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** Both readings of a day, YYYY-MM-DD, beside a weekday that it does not have; undefined if it has it. */
export function weekdayContradiction(day: string, weekday: number): string | undefined {
  const instant = Date.parse(day);
  const actual = new Date(instant).getUTCDay();
  if (actual === weekday) return undefined;
  // From three days before to three days after, so the nearest day with that weekday.
  const offset = ((weekday - actual + 10) % 7) - 3;
  const nearest = new Date(instant + offset * MS_PER_DAY).toISOString().slice(0, 10);
  return `${formatDate(day)} was a ${WEEKDAYS[actual]}. The nearest ${WEEKDAYS[weekday]} was ${formatDate(nearest)}.`;
}
