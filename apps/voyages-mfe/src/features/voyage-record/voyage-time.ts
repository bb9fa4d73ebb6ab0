import { formatTime } from '@archive/editing';
import { parsePartialDate, weekdayName } from '@archive/ui';

interface Times {
  start_time: string | null;
  end_time: string | null;
}

/** "7:00 PM – 9:03 PM", "from 7:00 PM", "until 9:03 PM"; empty when no time is known. */
export function timeRange({ start_time, end_time }: Times): string {
  if (start_time && end_time) return `${formatTime(start_time)} – ${formatTime(end_time)}`;
  if (start_time) return `from ${formatTime(start_time)}`;
  return end_time ? `until ${formatTime(end_time)}` : '';
}

/** Weekday of a full date; empty for a month or a year. */
export function weekday(date: string): string {
  return parsePartialDate(date)?.day ? weekdayName(date.slice(0, 10)) : '';
}
