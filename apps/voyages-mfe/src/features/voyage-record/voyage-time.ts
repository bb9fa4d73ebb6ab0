import { parsePartialDate } from '@archive/ui';

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

const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** Weekday of a full date; empty for a month or a year. */
export function weekday(date: string): string {
  const { year, month, day } = parsePartialDate(date) ?? {};
  return year && month && day ? weekdays.format(Date.UTC(year, month - 1, day)) : '';
}
