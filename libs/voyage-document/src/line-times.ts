// cspell:ignore cancell
import { isGroupWord } from './guests.ts';

const TIME = String.raw`(?:(?=[OoIl|:.]{0,3}\d)[\dOoIl|]{1,2}[:.]?[\dOoIl|]{2}(?:\s?(?:hrs?|hours|h)\b\.?)?|\d{1,2}(?=\s?[ap]\.?\s?m))(?:\s?[ap]\.?\s?m\b\.?)?|\bnoon\b|\bmidnight\b`;
const LEAVE = String.raw`(?:(?:lv|left|dep|departed|sailed|out|underway|embarked|cast off)\.?:?\s+(?:at\s+|about\s+)?)`;
const RETURN = String.raw`(?:(?:ret|returned|return|back|arr|arrived|in|docked|moored|disembarked)\.?:?\s+(?:at\s+|about\s+)?)`;
const BETWEEN = String.raw`(?:\s*(?:-|\u2013|\u2014|\bto\b|\buntil\b)\s*|[\s,;]+(?:and\s+)?(?=${RETURN}))`;
const TIMES = new RegExp(
  String.raw`^(?:${LEAVE})?(?<start>${TIME})(?:${BETWEEN}${RETURN}?(?<end>${TIME}))?(?=[\s.,;:\u2013\u2014)-]|$)[.,;:)]*`,
  'i',
);
const END_TIME = new RegExp(String.raw`^${RETURN}(?<end>${TIME})(?=[\s.,;]|$)[.,;]*\s*$`, 'i');
/** A time that is one also among words: 10 a.m., 18:15, 1830 hrs. Other numbers may be years or guests. */
const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?:\s?[ap]\.?\s?m\b\.?)?|\d{1,4}\s?[ap]\.?\s?m\b\.?|\d{3,4}\s?(?:hrs?|hours)\b|\bnoon\b|\bmidnight\b`;
/** What a time in a clause can’t be reached over: its end, another time, a meal, and verbs of others. */
const WITHIN_CLAUSE = String.raw`(?:(?!\b(?:at|about|by|around)\s+\d|[;:](?=\s)|(?<=\p{L}{4})[.!?](?=\s)|\b(?:dinner|lunch|luncheon|supper|breakfast|cocktails|tea|swim|movie|dined|swam|anchored|met|held|served)\b)[^;]){0,60}?`;
/** When a clause says that someone left or returned: “left the Navy Yard at 10 a.m.” */
const saying = (verbs: string) =>
  new RegExp(
    String.raw`\b(?:${verbs})\b${WITHIN_CLAUSE}\s(?:(?:at|about|by|around)\s+(?:about\s+)?(?<time>${TIME})|(?<time>${CLOCK})|(?<!\b(?:in|of|with|and)\s)(?<time>${TIME})[\s.]*$|(?<=\b(?:${verbs})\.?\s)(?<time>\d{4})(?=\s*[.,;]))`,
    'giu',
  );
const LEFT_AT = saying(
  String.raw`lv|left(?!\s+(?:the\s+)?(?:yacht|ship|boat|vessel))|dep|departed|sailed|underway|embarked|cast off`,
);
const BACK_AT = saying(
  String.raw`ret|returned|back|docked|moored|disembarked|left (?:the )?(?:yacht|ship|boat|vessel)`,
);
/** Guests arrive, too, so that this is the return only after a departure. */
const ARRIVED_AT = saying('arr|arrived');
/** Clauses about what was planned, and about other ways to travel. */
const NOT_THE_YACHT =
  /\b(?:planned|scheduled|expected|supposed|intended|hoped|was to|were to|should have|would have|cancell?ed|by (?:train|car|plane|air|motor|rail))\b/i;

/** A time with the letters that text recognition takes for digits; unchanged if it has no digit. */
const clockOf = (text: string) =>
  /\d/.test(text)
    ? text.replaceAll(/(?<=[\dOoIl|:.])[Oo]|[Oo](?=[\d:.])/g, '0').replaceAll(/[Il|](?=[\dOoIl|])|(?<=\d)[Il|]/g, '1')
    : text;

const joined = (times: readonly (string | undefined)[]) =>
  times.flatMap((time) => (time === undefined ? [] : [clockOf(time)])).join('–');

const BEFORE_RETURN = new RegExp(String.raw`[.,;]?\s{1,20}(?=${RETURN}(?:${TIME})[\s.,;]*$)`, 'i');
/** Splits the time of the return from the end of a part: “Clark Clifford. ret 1745”. */
export const splitReturn = (part: string): string[] => part.split(BEFORE_RETURN);

const UNITS =
  /^(?:miles?|mi|knots?|gallons?|gals?|feet|ft|yards?|yds?|lbs?|pounds|tons?|rpm|degrees|fathoms?|cases?|bottles?|dollars|pages?|pounds|barrels?|copies|prints|photographs|rounds|boxes|hp)\b/i;
const LAST_TIME = 2359;

/** Whether a number counts something: “150 guests”, “1200 gallons”. A time before guests has four digits: “1815 guests aboard”. */
function isCount(time: string, after: string): boolean {
  if (!/^\d{3,4}$/.test(time)) return false;
  const words = after.trimStart().split(/\s+/).slice(0, 3);
  const mayBeTime = time.length === 4 && Number(time) <= LAST_TIME && Number(time.slice(2)) < 60;
  return UNITS.test(words[0] ?? '') || (!mayBeTime && words.some((word) => isGroupWord(word.replace(/[.,;]+$/, ''))));
}

/** The times at the beginning of a text, and the rest; null if it begins with something else, such as a year. */
export function timesAtStart(text: string): { times: string; rest: string } | null {
  const match = TIMES.exec(text);
  const { start, end } = match?.groups ?? {};
  const isYear = end === undefined && /^(?:1[89]|20)\d\d\s\S/.test(text);
  if (!match || start === undefined || isYear || isCount(start, text.slice(match[0].length))) return null;
  return { times: joined([start, end]), rest: text.slice(match[0].length) };
}

/** The time of a text that says only when someone returned: “ret. 1745”. */
export function onlyReturn(text: string): string | null {
  const end = END_TIME.exec(text)?.groups?.end;
  return end === undefined ? null : clockOf(end);
}

/** The times at which a text says that someone left and returned, within their clauses: the first departure, and the last return. */
export function timesWithin(text: string): { start: string | null; end: string | null } {
  const found = (form: RegExp) =>
    [...text.slice(0, LONGEST).matchAll(form)].flatMap(({ index, 0: clause, groups }) => {
      const before =
        text
          .slice(Math.max(0, index - LONGEST_CLAUSE), index)
          .split(CLAUSE_END)
          .at(-1) ?? '';
      const [after = ''] = text
        .slice(index + clause.length, index + clause.length + LONGEST_CLAUSE)
        .split(CLAUSE_END, 1);
      const isOther = NOT_THE_YACHT.test(before + clause + after);
      return groups?.time === undefined || isOther ? [] : [{ index, time: clockOf(groups.time) }];
    });
  const [start] = found(LEFT_AT);
  const end =
    found(BACK_AT).at(-1) ?? found(ARRIVED_AT).findLast(({ index }) => start !== undefined && index > start.index);
  return { start: start?.time ?? null, end: end?.time ?? null };
}
const LONGEST = 2000;
const LONGEST_CLAUSE = 60;
const CLAUSE_END = /[.,;:]\s|\sand\s/;
