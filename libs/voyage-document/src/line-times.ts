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
/** When a clause says that someone left or returned: “left the Navy Yard at 10 a.m.” */
const saying = (verbs: string) =>
  new RegExp(
    String.raw`\b(?:${verbs})\b[^;]{0,60}?\s(?:(?:at|about)\s+(?:about\s+)?(?<time>${TIME})|(?<time>${CLOCK})|(?<!\b(?:in|of|with|and)\s)(?<time>${TIME})[\s.]*$)`,
    'i',
  );
const LEFT_AT = saying('lv|left|dep|departed|sailed|underway|embarked|cast off');
const BACK_AT = saying('ret|returned|back|arrived|docked|moored|disembarked');

/** A time with the letters that text recognition takes for digits; unchanged if it has no digit. */
const clockOf = (text: string) =>
  /\d/.test(text)
    ? text.replaceAll(/(?<=[\dOoIl|:.])[Oo]|[Oo](?=[\d:.])/g, '0').replaceAll(/[Il|](?=[\dOoIl|])|(?<=\d)[Il|]/g, '1')
    : text;

const joined = (times: readonly (string | undefined)[]) =>
  times.flatMap((time) => (time === undefined ? [] : [clockOf(time)])).join('–');

const BEFORE_RETURN = new RegExp(String.raw`[.,;]?\s+(?=${RETURN}(?:${TIME})[\s.,;]*$)`, 'i');
/** Splits the time of the return from the end of a part: “Clark Clifford. ret 1745”. */
export const splitReturn = (part: string): string[] => part.split(BEFORE_RETURN);

/** The times at the beginning of a text, and the rest; null if it begins with something else, such as a year. */
export function timesAtStart(text: string): { times: string; rest: string } | null {
  const match = TIMES.exec(text);
  const { start, end } = match?.groups ?? {};
  const isYear = end === undefined && /^(?:1[89]|20)\d\d\s\S/.test(text);
  if (!match || start === undefined || isYear) return null;
  return { times: joined([start, end]), rest: text.slice(match[0].length) };
}

/** The time of a text that says only when someone returned: “ret. 1745”. */
export function onlyReturn(text: string): string | null {
  const end = END_TIME.exec(text)?.groups?.end;
  return end === undefined ? null : clockOf(end);
}

/** The times at which a text says that someone left and returned, within their clauses. */
export function timesWithin(text: string): { start: string | null; end: string | null } {
  const at = (form: RegExp) => {
    const time = form.exec(text)?.groups?.time;
    return time === undefined ? null : clockOf(time);
  };
  return { start: at(LEFT_AT), end: at(BACK_AT) };
}
