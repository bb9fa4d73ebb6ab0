// cspell:ignore heures horas medianoche mediodía midi minuit mitternacht mittags
import { toSingleLine, unescapeText } from './texts.ts';

export interface ReadTime {
  written: string;
  /** HH:MM; null if the text isn't a valid time. */
  time: string | null;
  /** Whether `time` is midnight at the end of the day: 24:00. */
  isEndOfDay?: boolean;
}

export interface Times {
  start: ReadTime | null;
  end: ReadTime | null;
}

const CLOCK = /^(\d{1,2})(?:[:.]| ?h ?)(\d\d)(?:[:.]\d\d(?:\.\d+)?)?$/i;
/** Spreadsheets drop the zero of 0930. */
const MILITARY = /^(\d?\d)(\d\d)$/;
/** The part of a day that a spreadsheet stores as the time: 0.770833 is 18:30, 0.75 is 18:00. 0.25 can be 00:25. */
const PART_OF_DAY = /^0?[.,](?:\d|[6-9]\d|\d{3,})$/;
const HOUR = /^(\d{1,2})$/;
const AM_OR_PM = / ?(?<![a-z])(am|pm|a\. ?m\.?|p\. ?m\.?)$/i;
const UNIT = / ?(?:hours|hrs\.?|h|uhr|heures|horas)$/i;
const NOON = /^(?:12 )?(?:noon|mittags?|midi|mediodía)$/i;
/** 24:00 at the end of a voyage. */
const MIDNIGHT = /^(?:12 )?(?:midnight|mitternacht|minuit|medianoche)$/i;
const RANGE = / ?(?:[–—-]|(?<![a-z])(?:to|until)(?![a-z])) ?/i;

type DayHalf = 'a' | 'p' | null;

function dayHalfOf(text: string): DayHalf {
  const match = AM_OR_PM.exec(text)?.[1]?.toLowerCase();
  if (match === undefined) return null;
  return match.startsWith('a') ? 'a' : 'p';
}

const clockOf = (hours: number, minutes: number) =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;

function readTime(sourceText: string, half: DayHalf): ReadTime {
  if (NOON.test(sourceText)) return { written: sourceText, time: '12:00' };
  if (MIDNIGHT.test(sourceText)) return { written: sourceText, time: '00:00', isEndOfDay: true };
  const clock = sourceText.replace(AM_OR_PM, '');
  const text = clock.replace(UNIT, '');
  if (PART_OF_DAY.test(text)) {
    const minutes = Math.round(Number(text.replace(',', '.')) * 24 * 60);
    const time = clockOf(Math.floor(minutes / 60) % 24, minutes % 60);
    return { written: sourceText, time };
  }
  const match = CLOCK.exec(text) ?? MILITARY.exec(text) ?? (half === null && text === clock ? null : HOUR.exec(text));
  if (!match) return { written: sourceText, time: null };
  let hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  if (half === null && hours === 24 && minutes === 0) return { written: sourceText, time: '00:00', isEndOfDay: true };
  if (minutes > 59 || (half === null ? hours > 23 : hours < 1 || hours > 12))
    return { written: sourceText, time: null };
  if (half !== null) hours = (hours % 12) + (half === 'p' ? 12 : 0);
  return { written: sourceText, time: clockOf(hours, minutes) };
}

/** Infers a missing a.m. or p.m.: "7:00 – 9:00 p.m." starts in the evening, "11:00 – 1:00 p.m." in the morning. */
function readStartTime(sourceText: string, end: ReadTime | null, endHalf: DayHalf): ReadTime {
  const half = dayHalfOf(sourceText);
  const asWritten = readTime(sourceText, half);
  if (half !== null || endHalf === null || !end?.time || Number(asWritten.time?.slice(0, 2) ?? 0) > 12)
    return asWritten;
  const same = readTime(sourceText, endHalf);
  if (same.time === null) return asWritten;
  if (same.time <= end.time) return same;
  return readTime(sourceText, endHalf === 'p' ? 'a' : 'p');
}

/** Reads the Time field: `start` or `start – end` with -, – or "to", in 24 or 12 hours (a.m. or p.m.). */
export function readTimes(field: string): Times {
  const text = toSingleLine(unescapeText(field)) ?? '';
  const range = RANGE.exec(text);
  const startText = range ? text.slice(0, range.index) : text;
  const endText = range ? text.slice(range.index + range[0].length) : '';
  const endHalf = dayHalfOf(endText);
  const end = endText === '' ? null : readTime(endText, endHalf);
  return { start: startText === '' ? null : readStartTime(startText, end, endHalf), end };
}

/** Reads the times of two cells or lines. Each holds one time; a range is not one. */
export function readSeparateTimes(start: string | null, end: string | null): Times {
  const [startText, endText] = [start, end].map((text) => toSingleLine(text === null ? null : unescapeText(text)));
  const endHalf = dayHalfOf(endText ?? '');
  const endTime = endText ? readTime(endText, endHalf) : null;
  return { start: startText ? readStartTime(startText, endTime, endHalf) : null, end: endTime };
}

/** Whether text is one time: "5:15 PM". */
export function isReadableTime(text: string): boolean {
  const { start, end } = readTimes(text);
  return start?.time != null && end === null;
}

export function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Writes the value of the Time field; empty without times. */
export function writeTimes(start: string | null, end: string | null): string {
  if (end === null) return start ?? '';
  return start === null ? `– ${end}` : `${start} – ${end}`;
}
