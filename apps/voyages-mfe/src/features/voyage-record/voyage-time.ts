import { parsePartialDate, weekdayName } from '@archive/ui';

interface Times {
  start_time: string | null;
  end_time: string | null;
}

/** "19:00 – 21:03", "from 19:00", "until 21:03"; empty when no time is known. */
export function timeRange({ start_time, end_time }: Times): string {
  if (start_time && end_time) return `${start_time} – ${end_time}`;
  if (start_time) return `from ${start_time}`;
  return end_time ? `until ${end_time}` : '';
}

/** Weekday of a full date; empty for a month or a year. */
export function weekday(date: string): string {
  return parsePartialDate(date)?.day ? weekdayName(date.slice(0, 10)) : '';
}
