import { formatClock } from '@archive/ui';

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** A 24-hour time as the archive stores it, `00:00` to `23:59`. */
export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Hours and minutes in a group of digits: `6`, `18`, `630`, `1830`, also with the colon that the field inserts (`63:0`). */
function digitGroups(text: string): { hour: number; minute: number } | undefined {
  const [, hour, minute] = /^(\d{1,2})[:.h](\d{2})$/.exec(text) ?? /^(\d{1,2})()$/.exec(text) ?? [];
  if (hour !== undefined) return { hour: Number(hour), minute: Number(minute ?? 0) };
  const digits = text.replace(/^(\d{2}):(\d)$/, '$1$2');
  if (!/^\d{3,4}$/.test(digits)) return undefined;
  return { hour: Number(digits.slice(0, -2)), minute: Number(digits.slice(-2)) };
}

/**
 * Parses a time as people write it: `6:30 pm`, `18:30`, `1830 hours`, `noon`. Three digits are accepted only if they are unambiguous: `630`
 * is 6:30, but `123`, which the field shows as `12:3`, could be 1:23 or an unfinished 12:3x.
 *
 * @returns `HH:MM`, or undefined if the text is not one unambiguous time.
 */
export function readTime(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '00:00';
  const [, clock = '', suffix = ''] = /^(\d[\d:.h]*?)\s*(a\.?m?\.?|p\.?m?\.?|h|hrs?|hours)?$/.exec(text) ?? [];
  const half = /^[ap]/.exec(suffix)?.[0];
  const groups = digitGroups(clock);
  if (!groups || groups.minute > 59 || groups.hour > 23) return undefined;
  const isCutShort = /^\d{2}:\d$/.test(clock) || (/^\d{3}$/.test(clock) && !half);
  if (isCutShort && Number(clock.slice(0, 2)) <= 23) return undefined;
  const { hour, minute } = groups;
  if (!half) return `${twoDigits(hour)}:${twoDigits(minute)}`;
  if (hour > 12) return half === 'p' ? `${twoDigits(hour)}:${twoDigits(minute)}` : undefined;
  if (hour === 0) return half === 'a' ? `00:${twoDigits(minute)}` : undefined;
  return `${twoDigits((hour % 12) + (half === 'p' ? 12 : 0))}:${twoDigits(minute)}`;
}

/** Converts a time that can be parsed to the stored format; returns any other text unchanged. */
export const completeTime = (typed: string): string => readTime(typed) ?? typed;

/** `6:30 PM`, `12:00 AM`; empty for anything but a stored time. */
export function formatTime(time: string): string {
  return isTime(time) ? formatClock(`2000-01-01T${time}`) : '';
}

const TIME_HELP = 'Enter a time, such as 6:30 PM or 18:30.';

/** Error message for input that is neither blank nor a stored time. */
export const timeProblem = (text: string): string | undefined => (text === '' || isTime(text) ? undefined : TIME_HELP);
